import type { Change } from './changes.ts';
import type { DeletionReceipt, Follower } from './documents.ts';

/** A note of what stores elsewhere must still hear of, in `apply.ts`'s own form. */
export interface Note {
  id: number;
  note: Uint8Array;
}

/** What a transaction of the records did. */
export interface Committed {
  /** What went from the stores that the transaction covers. */
  receipt: Partial<DeletionReceipt>;
  /** Documents of `put` that were there before. */
  replaced: readonly string[];
  /** The note's id, when one was given. */
  noteId?: number;
}

/**
 * The side of a change that is one transaction: documents and full text, whatever other stores live in the same database,
 * and the outbox. Both databases that can hold records implement this; nothing but `apply.ts` uses it.
 */
export interface Records {
  commit(change: Change, options?: { note?: Uint8Array; dryRun?: boolean }): Promise<Committed>;
  /** Those of these documents that follow others, and those that follow one of these. */
  followers(ids: readonly string[]): Promise<Follower[]>;
  /** The oldest note, whose change has been committed here but perhaps not told elsewhere. */
  oldestNote(): Promise<Note | undefined>;
  settle(noteId: number): Promise<void>;
  /**
   * Runs `work` while no other process on the same records does; undefined at once when one does and `wait` is false.
   * A process that dies gives the exclusion up.
   */
  exclusively<T>(work: () => Promise<T>, options?: { wait?: boolean }): Promise<T | undefined>;
}
