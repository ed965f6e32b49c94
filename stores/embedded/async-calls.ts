import { storageError } from './storage-error.ts';

/** Synchronous versions of a store's calls, which can run inside a transaction: same names and arguments, no promises. */
export type SyncCalls<Store, Calls extends keyof Store> = {
  [Call in Calls]: Store[Call] extends (...values: infer Values) => Promise<infer Result>
    ? (...values: Values) => Result
    : never;
};

type AsyncCalls<Calls> = {
  [Call in keyof Calls]: Calls[Call] extends (...values: infer Values) => infer Result
    ? (...values: Values) => Promise<Result>
    : never;
};

/** Wraps synchronous calls as asynchronous ones, which throw Parley's errors instead of SQLite's. */
export const toAsync = <Calls extends object>(calls: Calls): AsyncCalls<Calls> =>
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
  ) as AsyncCalls<Calls>;

/**
 * Streams rows in pages, so that no statement stays open while the consumer works, which may write on the same connection.
 * @param page returns the rows after `last`; an empty page ends the stream
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
