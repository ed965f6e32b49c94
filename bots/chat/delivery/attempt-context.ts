import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { KeyValueChange, Stores } from '../../../stores/index.ts';
import type { Conversations } from '../../conversation/events.ts';
import type { ChatPlatform, Prepared, Reply } from '../platform.ts';
import type { Delivery, InterruptionAction } from './delivery.ts';

/** An attempt of this process to answer a question. */
export interface Attempt {
  controller: AbortController;
  /** Resolves when the attempt is over. */
  over: Promise<void>;
  interruption?: InterruptionAction;
}

export interface AttemptOptions {
  platform: ChatPlatform<unknown>['name'];
  conversations: Conversations;
  stores: Pick<Stores, 'keyValues' | 'documents' | 'conversations' | 'lexical'>;
  log: Log;
  clock: Clock;
  /**
   * Stores that the question was answered. Called before the conversation finishes its claim on the event.
   * @param also records to store in the same transaction
   */
  complete(also?: KeyValueChange['put']): Promise<void>;
  /** Makes this process the writer of the reply. Called before anything is posted. @throws ReplyImpossible if it may not be */
  own(): Promise<void>;
  /** Deletes the reply of a deleted question. */
  withdraw(): Promise<void>;
  /** Deletes the question and its reply; called when the asker was erased. */
  drop(): Promise<void>;
  /** The question as another process answered it, with a reply that edits the messages of that answer. */
  answered(): Promise<{ delivery: Delivery<unknown>; reply: Reply } | undefined>;
}

/** The question of an attempt, and the reply that it writes. */
export interface AttemptContext<Target> {
  delivery: Delivery<Target>;
  reply: Reply;
  prepared: Prepared;
  attempt: Attempt;
  /** True when the first sign of a reply was shown already. */
  signed: boolean;
}
