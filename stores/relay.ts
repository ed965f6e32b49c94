/**
 * Passes messages from one process to another: what a worker's answer says while it grows. Each message is heard once, by
 * whoever listens to its channel. It may be lost with the server: what must not be lost is in the records.
 */
export interface Relay {
  /** Adds messages to a channel, in order. */
  send(channel: string, messages: readonly unknown[]): Promise<void>;
  /** Takes what the channels hold: of each channel in the order sent. */
  take(channels: readonly string[]): Promise<{ channel: string; message: unknown }[]>;
  /** Empties a channel that nobody listens to any more. */
  drop(channel: string): Promise<void>;
}

/** Messages that nobody took for so long are dropped with the next one sent. */
export const KEEP_MESSAGES_MS = 3600_000;
