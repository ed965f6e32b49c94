import type { KeyValueId, KeyValueStore } from './key-values.ts';

/**
 * Passes messages between processes, such as the progress of an answer from a worker. Each message is delivered to one
 * receiver of its channel. Messages may be lost, so nothing may depend on them.
 */
export interface Relay {
  /**
   * Adds messages to a channel, in order.
   * @param about if given, sends only while one of these records exists, in the same transaction: nothing about an erased
   *   person is sent after the erasure
   */
  send(channel: string, messages: readonly unknown[], about?: readonly KeyValueId[]): Promise<void>;
  /** Removes and returns the messages of these channels, in the order sent within each channel. */
  take(channels: readonly string[]): Promise<{ channel: string; message: unknown }[]>;
  /** Deletes the messages of a channel that has no receiver any more. */
  drop(channel: string): Promise<void>;
}

/** The records of a question for a worker, by its turn's id: the request until it is answered, the result from then on. */
export const QUESTION_RECORDS = { request: 'question-asked', result: 'question-answered' } as const;

/** The channel on which the worker of a turn sends events to the process that waits. */
export const questionChannel = (turnId: string): string => `question:${turnId}`;

/**
 * Removes what a question for a worker left: its request or result, and what its worker sent. The messages go first, because
 * without the records nobody would look for them after a crash, and once more, for what was sent in between; without the
 * records the worker sends nothing more.
 */
export const removeQuestionWork = async (
  { keyValues, relay }: { keyValues: Pick<KeyValueStore, 'delete'>; relay: Pick<Relay, 'drop'> },
  turnId: string,
): Promise<void> => {
  await relay.drop(questionChannel(turnId));
  for (const kind of Object.values(QUESTION_RECORDS)) await keyValues.delete(kind, turnId);
  await relay.drop(questionChannel(turnId));
};

/** Messages that were not taken for an hour are deleted at the next `send`. */
export const KEEP_MESSAGES_MS = 3600_000;
