import type { Scope } from '../../core/document.ts';
import type { Ask, StepCard } from '../conversation/index.ts';
import type { Delivery } from './outbox.ts';
import type { RenderedAnswer } from './render.ts';

/**
 * What a chat platform fulfils so that Parley answers there. To add one (Teams, Mattermost), make a folder beside `slack/`
 * with four things:
 *
 * 1. A `ChatPlatform` (this file): how an answer is posted and kept up to date, who may see what, how a person is written to.
 *    Its `Target` says where a question was asked, in the platform's own terms; `createOutbox` keeps it by a zod schema.
 * 2. Incoming messages: for each message decide with `shouldAnswer` whether it asks Parley; then `deliveries.accept` it,
 *    acknowledge the platform's event, and `deliveries.run` it. In that order a crash loses no question.
 * 3. Interactions: translate presses, forms and commands into an `Interaction` and hand them to `createActions` (actions/).
 *    What the forms ask and what the buttons do is defined there, once for all platforms.
 * 4. A `start` function that joins these with `createChat`.
 *
 * Optional: a `ChannelHistory` (history/), which makes channels sources of answers.
 *
 * The exactly-once promise rests on two things that only the platform can give: `Reply.finish` may be repeated without
 * posting twice, and a message that was posted by a process that died can be found again (by a nonce, or by a look at the
 * thread with `Outbox.knowsMessage`).
 */
export interface ChatPlatform<Target> {
  /** Begins the ids of the platform's events, people and channels: `slack:T1/C1/17.1`. */
  readonly name: 'slack' | 'discord';
  /**
   * The answer's messages. `save` keeps `delivery.messages` and `delivery.posting`: call it before and after a message is
   * posted. Call `giveUp` as soon as the channel is known to take no reply, so that the model stops.
   */
  reply(delivery: Delivery<Target>, context: { save: () => Promise<void>; giveUp: () => void }): Reply;
  /** What one attempt at an answer needs, as it is now: what may be seen there, the question's files, the channel's settings. */
  prepare(delivery: Delivery<Target>): Promise<Prepared>;
  /**
   * Whether the access rules forbid an answer in the question's channel (docs/access.md); asked before anything is shown. A
   * text is for the asker alone; without one Parley does not react at all.
   */
  silence(delivery: Delivery<Target>): Promise<Silence | undefined>;
  /** Writes to the asker where only they see it. */
  tellAsker(delivery: Delivery<Target>, text: string): Promise<void>;
  /** Posts a notice in the answer's thread, or to the asker alone where the answer was for them alone. */
  notify(delivery: Delivery<Target>, text: string): Promise<void>;
  /** What a person may see by themselves, and where the question was asked if they may read there. */
  scopesOfPerson(personId: string, delivery: Delivery<Target>): Promise<readonly Scope[]>;
  /** Sends an owner the open questions of their source as a direct message. */
  sendDigest(digest: DigestMessage): Promise<void>;
}

/** That a question gets no answer, and what its asker is told instead. */
export interface Silence {
  textForAsker?: string;
}

/** What the platform found out about a question before the answer is worked out. */
export interface Prepared extends Pick<Ask, 'scopes' | 'sources' | 'attachments' | 'strategy' | 'budget'> {
  /** Others read along. */
  inChannel: boolean;
}

/** How a reply ends. Every question ends in exactly one of these. */
export type ReplyEnd =
  | {
      kind: 'answer';
      turnId: string;
      rendered: RenderedAnswer;
      /** Shown to the asker alone where others read along: nothing was found, or Parley declines. */
      forAsker?: boolean;
    }
  | { kind: 'stopped'; turnId: string; text: string }
  | { kind: 'error'; turnId: string; message: string; remedy: string };

/** The text that an ended reply shows. */
export const endText = (end: ReplyEnd): string =>
  end.kind === 'answer' ? end.rendered.text : end.kind === 'stopped' ? end.text : end.message;

/** True for an end that concerns nobody but the asker, also where others read along. */
export const isForAsker = (end: ReplyEnd): boolean =>
  end.kind === 'error' || (end.kind === 'answer' && end.forAsker === true);

/**
 * One answer as it grows in its channel. All but `finish` and `withdraw` only note what is to be shown: the reply sends it
 * at the platform's pace, and `finish` makes up for updates that failed.
 */
export interface Reply {
  /** The first visible sign. @throws ReplyImpossible */
  begin(): Promise<void>;
  status(text: string): void;
  step(step: StepCard): void;
  /** The whole text so far; it may also get shorter or change. */
  write(text: string): void;
  /** Brings the messages to their last state; safe to repeat. @throws ReplyImpossible, or an error that a later attempt may not meet */
  finish(end: ReplyEnd): Promise<void>;
  /** Deletes what was posted: the question is gone. */
  withdraw(): Promise<void>;
  /** Lets go of the messages as they are: updates on their way arrive, none follow. Another attempt may continue them. */
  leave(): Promise<void>;
}

/** The channel takes no reply any more: it is archived or deleted, or Parley may not write there. */
export class ReplyImpossible extends Error {
  override readonly name = 'ReplyImpossible';
  /** What the asker is told elsewhere; undefined when somebody deleted the reply on purpose. */
  readonly textForAsker: string | undefined;

  constructor(reason: string, textForAsker?: string) {
    super(reason);
    this.textForAsker = textForAsker;
  }
}

/** The open questions of one source, for one of its owners. */
export interface DigestMessage {
  /** `slack:T1/U1` */
  personId: string;
  title: string;
  /** Each with the id that the buttons "Answer" and "Mark as settled" carry. */
  questions: readonly { id: string; question: string; note: string }[];
  /** What else the owner must know about the source, a line each. */
  notes?: readonly string[];
  /** How many more there are. */
  more: number;
  /** What the button that ends these digests carries. */
  unsubscribe: string;
}
