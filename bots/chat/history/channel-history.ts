import type { Scope } from '../../../core/document.ts';
import type { ChatMessage, DroppedFile } from './message.ts';

/** A thread as its channel lists it, without its messages. */
export interface ThreadHead {
  id: string;
  /** Where the platform names threads. */
  name?: string;
  startedAt: Date;
  lastAt: Date;
  /** Changes when a message is added or deleted. */
  mark: string;
}

/** What a channel lists: threads, and messages that stand alone. */
export type Listed = { kind: 'thread'; thread: ThreadHead } | { kind: 'message'; message: ChatMessage };

/** One opted-in channel, as a platform gives it out. Every call waits as long as the platform's limits ask for. */
export interface ChannelHistory {
  /** Without `#`. */
  name: string;
  /** Who may read the channel: the scopes of all that was said in it. */
  scopes: Scope[];
  /** Messages newest first, and threads in any order, of this time and later; of all time without `since`. */
  list(since?: Date): AsyncIterable<Listed>;
  /** The messages of a thread, oldest first; undefined when it is gone. */
  thread(id: string): Promise<ChatMessage[] | undefined>;
  /** Messages that stand alone, between two times, both included, newest first. */
  between(from: Date, to: Date): AsyncIterable<ChatMessage>;
  /** The bytes of a file that was dropped into it. */
  download(file: DroppedFile): Promise<Uint8Array>;
  /** Where a message can be read. */
  linkTo(messageId: string): string;
  /** Where a thread can be read. */
  linkToThread(threadId: string): string;
}
