import { storageError } from './storage-error.ts';

/** A store's calls as they run inside a transaction: the same names and arguments, without the promises. */
export type Immediate<Store, Calls extends keyof Store> = {
  [Call in Calls]: Store[Call] extends (...values: infer Values) => Promise<infer Result>
    ? (...values: Values) => Result
    : never;
};

type Promised<Calls> = {
  [Call in keyof Calls]: Calls[Call] extends (...values: infer Values) => infer Result
    ? (...values: Values) => Promise<Result>
    : never;
};

/** The public face of synchronous calls: a promise each, and SQLite's errors in Parley's words. */
export const promised = <Calls extends object>(calls: Calls): Promised<Calls> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      async (...values: unknown[]) => {
        try {
          return call(...values);
        } catch (error) {
          throw storageError(error);
        }
      },
    ]),
  ) as Promised<Calls>;

/**
 * Streams rows page by page, so that no read stays open while the consumer works (it may write to the same connection).
 * @param page the rows after the last one of the page before; an empty page ends the stream
 */
export async function* paged<Row>(page: (last: Row | undefined) => Row[]): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    let rows: Row[];
    try {
      rows = page(last);
    } catch (error) {
      throw storageError(error);
    }
    if (rows.length === 0) return;
    yield* rows;
    last = rows.at(-1);
  }
}
