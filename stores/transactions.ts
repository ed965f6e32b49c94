import type { Change } from './changes.ts';
import type { DeletionReceipt, Follower } from './documents.ts';

/** A committed change that other stores still have to carry out, in `apply.ts`'s own form. */
export interface OutboxEntry {
  id: number;
  content: Uint8Array;
}

/** What a transaction did. */
export interface Committed {
  /** What was removed from the stores that the transaction covers. */
  receipt: Partial<DeletionReceipt>;
  /** Documents of `put` that were there before. */
  replaced: readonly string[];
  /** The outbox entry's id, where one was written. */
  entryId?: number;
}

/**
 * The part of a change that is one transaction: documents and full text, whatever other stores live in the same database,
 * and the outbox. Both databases that can hold documents implement this; only `apply.ts` uses it.
 */
export interface Transactions {
  /** @param options `entry` is written to the outbox in the same transaction */
  commit(change: Change, options?: { entry?: Uint8Array; dryRun?: boolean }): Promise<Committed>;
  /** Those of these documents that follow others, and those that follow one of these. */
  followers(ids: readonly string[]): Promise<Follower[]>;
  /** The oldest entry: its change is committed here, and perhaps not carried out elsewhere. */
  oldestEntry(): Promise<OutboxEntry | undefined>;
  removeEntry(entryId: number): Promise<void>;
  /**
   * Runs `work` while no other process on the same database does; returns undefined at once when one does and `wait` is
   * false. The lock of a process that dies is released.
   */
  withLock<T>(work: () => Promise<T>, options?: { wait?: boolean }): Promise<T | undefined>;
}
