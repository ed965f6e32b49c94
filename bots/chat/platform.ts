import type { Scope } from '../../core/document.ts';
import type { PlatformName } from '../../core/platform-names.ts';
import type { Ask, StepCard } from '../conversation/events.ts';
import type { Delivery } from './delivery/delivery.ts';
import type { RenderedAnswer } from './reply/render.ts';

/**
 * The interface that a chat platform implements. To add one (Teams, Mattermost), name it in `core/platform-names.ts` and
 * create a folder beside `slack/` with four parts (bots/README.md says what else the compiler and the tests ask for):
 *
 * 1. A `ChatPlatform` (this file), which posts and updates answers, decides who may see what, and writes to people. Its
 *    `Target` says where a question was asked, in the platform's own terms; `createOutbox` stores it with a zod schema.
 * 2. Incoming messages: decide with `shouldAnswer` whether a message asks Parley. If so, call `deliveries.accept`, acknowledge
 *    the platform's event, and call `deliveries.run`. In this order, a crash loses no question.
 * 3. Interactions: translate button presses, forms and commands into an `Interaction` and pass them to `createActions`
 *    (actions/), which defines the forms and buttons once for all platforms.
 * 4. A `start` function that connects these parts with `createChat`, for its entry in `bots/platforms.ts`.
 *
 * Optional: a `ChannelHistory` (history/), which makes channels sources of answers.
 *
 * Exactly one reply to each question depends on three properties of the platform's implementation: `Reply.finish` can be
 * repeated without posting twice; a message that a dead process posted can be found again, by searching the thread with
 * `Outbox.knowsMessage`; and `Reply.startOver` removes what another process wrote, so that no late call of it can reach the
 * reply.
 */
export interface ChatPlatform<Target> {
  /** The prefix of the platform's ids of events, people and channels: `slack:T1/C1/17.1`. */
  readonly name: PlatformName;
  /**
   * Creates the reply to a question. It must call `save`, which stores `delivery.messages` and `delivery.posting`, before and
   * after it posts a message, and `giveUp` as soon as the channel turns out to accept no reply, so that the model stops.
   */
  reply(delivery: Delivery<Target>, context: { save: () => Promise<void>; giveUp: () => void }): Reply;
  /** Looks up what an attempt needs: the scopes that hold there now, the question's files and the channel's settings. */
  prepare(delivery: Delivery<Target>): Promise<Prepared>;
  /**
   * Checks, before anything is shown, whether the access rules forbid an answer in the question's channel (docs/access.md).
   * Returns undefined when an answer is allowed. With `textForAsker`, only the asker sees that text; without it, Parley stays
   * silent.
   */
  silence(delivery: Delivery<Target>): Promise<Silence | undefined>;
  /** Sends a text that only the asker sees. */
  tellAsker(delivery: Delivery<Target>, text: string): Promise<void>;
  /** Posts a notice in the answer's thread, or to the asker only if the answer was for them only. */
  notify(delivery: Delivery<Target>, text: string): Promise<void>;
  /** A person's own scopes, and those of the question's channel if the person may read there. */
  scopesOfPerson(personId: string, delivery: Delivery<Target>): Promise<readonly Scope[]>;
  /** Sends an owner the open questions of their source as a direct message. */
  sendDigest(digest: DigestMessage): Promise<void>;
}

/** The result when a question gets no answer, with a text for the asker if they are told. */
export interface Silence {
  textForAsker?: string;
}

/** What the platform looked up about a question before it is answered. */
export interface Prepared extends Pick<Ask, 'scopes' | 'sources' | 'attachments' | 'strategy' | 'budget'> {
  /** True when other people can read the answer. */
  inChannel: boolean;
}

/** The final state of a reply. Every question that is not withdrawn ends in exactly one. */
export type ReplyEnd =
  | {
      kind: 'answer';
      turnId: string;
      rendered: RenderedAnswer;
      /** In a channel, show it to the asker only: nothing was found, or Parley declined. */
      forAsker?: boolean;
    }
  | { kind: 'stopped'; turnId: string; text: string }
  | { kind: 'error'; turnId: string; message: string; remedy: string };

/** The text of a finished reply. */
export const endText = (end: ReplyEnd): string =>
  end.kind === 'answer' ? end.rendered.text : end.kind === 'stopped' ? end.text : end.message;

/** True when only the asker should see the end of the reply, even in a channel. */
export const isForAsker = (end: ReplyEnd): boolean =>
  end.kind === 'error' || (end.kind === 'answer' && end.forAsker === true);

/**
 * A reply that streams into its channel. `status`, `step` and `write` only record what to show; the reply sends it at the
 * platform's rate. `finish` sends the complete final state, so failed updates do not matter.
 */
export interface Reply {
  /** Shows the first sign, such as a typing indicator. @throws ReplyImpossible */
  begin(): Promise<void>;
  status(text: string): void;
  step(step: StepCard): void;
  /** The whole text so far; it may also get shorter or change. */
  write(text: string): void;
  /**
   * Posts the final state; safe to repeat. @throws ReplyImpossible, or a temporary error that justifies another attempt
   * @param stands true to show an end once more that stands in the messages, also one that is for the asker: where they cannot
   *   be told elsewhere, it stands there too
   */
  finish(end: ReplyEnd, stands?: boolean): Promise<void>;
  /**
   * Deletes what another process posted before this one took the question, so that the reply gets messages of its own. Chat
   * platforms have no conditional edits: a late call of that process would replace the answer, if it still found its message.
   */
  startOver(): Promise<void>;
  /**
   * Deletes messages of Parley to this question that no record knows: a post that was given up may have been carried out later.
   * @throws ReplyImpossible, or an error when that cannot be told yet
   */
  removeStrays(): Promise<void>;
  /** Deletes the posted messages, since the question was deleted. @throws ReplyImpossible for what can never be deleted */
  withdraw(): Promise<void>;
  /** Stops updating the messages after the running update; another attempt may continue them. */
  leave(): Promise<void>;
}

/** Thrown when a channel accepts no reply: it is archived or deleted, or Parley lacks the permission to post. */
export class ReplyImpossible extends Error {
  override readonly name = 'ReplyImpossible';
  /** A text to send to the asker elsewhere; undefined when somebody deleted the reply on purpose. */
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
  /** `id` is the value of the buttons "Answer" and "Mark as settled". */
  questions: readonly { id: string; question: string; note: string }[];
  /** Further notes about the source, one line each. */
  notes?: readonly string[];
  /** Number of open questions that are not listed. */
  more: number;
  /** Value of the button that ends these digests. */
  unsubscribe: string;
}
