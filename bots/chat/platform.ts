import type { Scope } from '../../core/document.ts';
import type { Ask } from '../conversation/index.ts';
import type { Digest } from './digest/index.ts';
import type { RenderedAnswer } from './render.ts';

/** A question on its way to its answer, as it is kept until the answer stands in the channel. */
export interface Delivery<Target = unknown> {
  /** The event's id: the same message is one delivery, however often and in whatever form the platform reports it. */
  key: string;
  conversationId: string;
  askerId: string;
  text: string;
  /** Where it was asked, in the platform's own terms. */
  target: Target;
  /** Ids of the messages that carry the answer, in order; they are continued, never posted again. */
  messages: string[];
  /** A message was about to be posted when this was written: it may stand there without an id here. */
  posting: boolean;
  /** Counts the edits of the question; each is answered anew, in the same messages. */
  revision: number;
  createdAt: string;
  turnId?: string;
  /** Others read along where it was answered. */
  inChannel?: boolean;
  /** What the answer rested on, for "the source changed". */
  cited?: { documentId: string; contentHash: string }[];
}

/** The id under which a revision of a question is asked; the first one is the event's own. */
export const askId = ({ key, revision }: Pick<Delivery, 'key' | 'revision'>): string =>
  revision === 0 ? key : `${key}~${revision}`;

/** How a reply ends. Every question ends in exactly one. */
export type Final =
  | { kind: 'answer'; turnId: string; rendered: RenderedAnswer }
  | { kind: 'stopped'; turnId: string; text: string }
  | { kind: 'error'; turnId: string; message: string; remedy: string };

/** A step of the work, for the platform's task cards. */
export interface StepCard {
  id: string;
  title: string;
  status: 'pending' | 'running' | 'done' | 'failed';
  detail?: string;
  /** Pages that it rests on, where the platform shows them. */
  sources?: readonly { url: string; title: string }[];
}

/**
 * One answer as it grows in its channel. All but `finish` and `withdraw` only note what is to be shown: the reply sends it
 * when the platform's pace allows, and what fails on the way is made good by `finish`.
 */
export interface Reply {
  /** The first visible sign. @throws ReplyImpossible */
  begin(): Promise<void>;
  status(text: string): void;
  step(step: StepCard): void;
  /** The whole text so far; it may also get shorter or change. */
  write(text: string): void;
  /** Brings the messages to their last state; safe to repeat. @throws ReplyImpossible, or what a later attempt may mend */
  finish(final: Final): Promise<void>;
  /** Takes back what was posted: the question is gone. */
  withdraw(): Promise<void>;
  /** Lets go of the messages as they are: what is on its way arrives, nothing follows. Another attempt may have them now. */
  leave(): Promise<void>;
}

/** The channel takes no reply any more: archived, deleted, or Parley may not write there. */
export class ReplyImpossible extends Error {
  override readonly name = 'ReplyImpossible';
  /** What the asker is told elsewhere; undefined when the reply was taken away on purpose and nobody waits for it. */
  readonly tell: string | undefined;

  constructor(reason: string, tell?: string) {
    super(reason);
    this.tell = tell;
  }
}

/** What a platform brings to the answering of questions. */
export interface ChatPlatform<Target> {
  name: 'slack' | 'discord';
  /**
   * `save` keeps the delivery's messages; a reply calls it before and after it posts one. `giveUp` says early that there is
   * no place for the reply any more, so that the work stops.
   */
  reply(delivery: Delivery<Target>, means: { save: () => Promise<void>; giveUp: () => void }): Reply;
  /** What an attempt needs to know of the place: what may be seen there now, files, settings. */
  prepare(delivery: Delivery<Target>): Promise<Prepared>;
  /** Tells the asker where only they see it. */
  tell(delivery: Delivery<Target>, text: string): Promise<void>;
  /** Adds a notice to the answer's thread, or for the asker's eyes where the answer was for them alone. */
  notify(delivery: Delivery<Target>, text: string): Promise<void>;
  /** What a person may see by themselves, and where a question was asked if they may read there. */
  sees(person: string, delivery: Delivery<Target>): Promise<readonly Scope[]>;
  /** Brings an owner the open questions of their source, for their eyes alone. */
  digest(digest: Digest): Promise<void>;
}
export interface Prepared extends Pick<Ask, 'scopes' | 'sources' | 'attachments' | 'strategy' | 'budget'> {
  /** Others read along. */
  inChannel: boolean;
}
