import type { Change } from './changes.ts';
import type { DeletionReceipt, Follower } from './documents.ts';

/** A committed change that is not yet applied to the stores in other databases. `apply.ts` defines the content's format. */
export interface OutboxEntry {
  id: number;
  content: Uint8Array;
}

export interface Committed {
  /** What was removed from the stores in this database. */
  receipt: Partial<DeletionReceipt>;
  /** Ids of the documents in `put` that existed before. */
  replaced: readonly string[];
  /** The id of the outbox entry, if one was written. */
  entryId?: number;
}

/**
 * Transactions in the database that holds the documents. They cover documents, full text, the other stores in the same
 * database, and the outbox. Implemented by SQLite and Postgres, used only by `apply.ts`.
 */
export interface Transactions {
  /** @param options `entry` is written to the outbox in the same transaction */
  commit(change: Change, options?: { entry?: Uint8Array; dryRun?: boolean }): Promise<Committed>;
  /** The documents among `ids` that follow another document, and all documents that follow one of `ids`. */
  followers(ids: readonly string[]): Promise<Follower[]>;
  /** The oldest outbox entry. Its change may already be applied to some of the other stores. */
  oldestEntry(): Promise<OutboxEntry | undefined>;
  removeEntry(entryId: number): Promise<void>;
  /**
   * Runs `work` while holding a lock that all processes on this database share. Returns undefined at once if another process
   * holds it and `wait` is false. The lock of a process that dies is released.
   */
  withLock<T>(work: () => Promise<T>, options?: { wait?: boolean }): Promise<T | undefined>;
}
