import { paged as asyncPaged } from '../paged.ts';
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

/** As `../paged.ts`, for synchronous pages: no statement stays open while the consumer works, which may write too. */
export const paged = <Row>(page: (last: Row | undefined) => Row[]): AsyncGenerator<Row> =>
  asyncPaged<Row>(async (last) => {
    try {
      return page(last);
    } catch (error) {
      throw storageError(error);
    }
  });
