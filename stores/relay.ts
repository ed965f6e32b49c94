/**
 * Passes messages between processes, such as the progress of an answer from a worker. Each message is delivered to one
 * receiver of its channel. Messages may be lost, so nothing may depend on them.
 */
export interface Relay {
  /** Adds messages to a channel, in order. */
  send(channel: string, messages: readonly unknown[]): Promise<void>;
  /** Removes and returns the messages of these channels, in the order sent within each channel. */
  take(channels: readonly string[]): Promise<{ channel: string; message: unknown }[]>;
  /** Deletes the messages of a channel that has no receiver any more. */
  drop(channel: string): Promise<void>;
}

/** Messages that were not taken for an hour are deleted at the next `send`. */
export const KEEP_MESSAGES_MS = 3600_000;
