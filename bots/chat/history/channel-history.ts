import type { Scope } from '../../../core/document.ts';
import type { ChatMessage, DroppedFile } from './message.ts';

/** An entry for a thread in the list of a channel, without the thread's messages. */
export interface ThreadHead {
  id: string;
  /** Set on platforms whose threads have names. */
  name?: string;
  startedAt: Date;
  lastAt: Date;
  /** A version of the thread: changes when a message is added or deleted. */
  mark: string;
}

/** An entry in the list of a channel: a thread, or a message outside of threads. */
export type Listed = { kind: 'thread'; thread: ThreadHead } | { kind: 'message'; message: ChatMessage };

/** Access to the messages of a channel that is a source. Every call respects the platform's rate limits. */
export interface ChannelHistory {
  /** The channel's name without `#`. */
  name: string;
  /** The scopes of all messages: who may read the channel. */
  scopes: Scope[];
  /** Lists messages, newest first, and threads, in any order, since a time; everything without `since`. */
  list(since?: Date): AsyncIterable<Listed>;
  /** The messages of a thread, oldest first; undefined when the thread no longer exists. */
  thread(id: string): Promise<ChatMessage[] | undefined>;
  /** Messages outside of threads between two times, both inclusive, newest first. */
  between(from: Date, to: Date): AsyncIterable<ChatMessage>;
  /** The bytes of a file that somebody posted in the channel. */
  download(file: DroppedFile): Promise<Uint8Array>;
  /** The permalink of a message. */
  linkTo(messageId: string): string;
  /** The permalink of a thread. */
  linkToThread(threadId: string): string;
}
