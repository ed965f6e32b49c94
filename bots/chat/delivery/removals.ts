import type { KeyValueStore } from '../../../stores/index.ts';
import type { Delivery, OutboxEntry } from './delivery.ts';

/** Messages of replies that are still to be deleted. */
export interface Removals<Target> {
  /** Records that the messages of a reply are to be deleted, without naming anybody. Does nothing if it has none. */
  noteRemoval(delivery: Delivery<Target>): Promise<void>;
  /** Messages that are still to be deleted, also when whoever asked was erased meanwhile. */
  removals(): AsyncIterable<Delivery<Target>>;
  /** Records that a reply's messages were deleted. */
  removed(key: string): Promise<void>;
}

/** The records of messages that are still to be deleted. They name nobody, so that an erasure leaves them. */
export const createRemovals = <Target>(
  keyValues: KeyValueStore,
  {
    rows,
    placeOnly,
    all,
  }: {
    rows: (kind: OutboxEntry['kind']) => string;
    placeOnly: (target: Target) => Target;
    all: (kind: 'removal') => AsyncIterable<Delivery<Target>>;
  },
) => {
  /**
   * The record for a reply; none if it has no messages. A message that was being posted is not looked for later: who else
   * posts in the thread could not be told any more.
   */
  const recordOfRemoval = (delivery: Delivery<Target>) => {
    const { key, conversationId, workspace, messages, revision, createdAt } = delivery;
    if (messages.length === 0) return [];
    const where = { key, conversationId, workspace, messages, posting: false, revision, createdAt };
    const value = { ...where, kind: 'removal', askerId: '', text: '', target: placeOnly(delivery.target) };
    return [{ kind: rows('removal'), key, value }];
  };
  const kept: Removals<Target> = {
    async noteRemoval(delivery) {
      for (const { kind, key, value } of recordOfRemoval(delivery)) await keyValues.put(kind, key, value);
    },
    removals: () => all('removal'),
    async removed(key) {
      await keyValues.delete(rows('removal'), key);
    },
  };
  return { recordOfRemoval, kept };
};
