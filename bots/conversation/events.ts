import type { Answer, Budget, Citation, TraceEvent } from '../../core/answer.ts';
import type { EarlierTurn, Feedback, Turn } from '../../core/conversation.ts';
import type { Scope } from '../../core/document.ts';
import type { PlatformName } from '../../core/platform-names.ts';

/** A question from any platform. */
export interface Ask {
  /** The platform's id of the event (`slack:T1:Ev07`, `discord:1234`, `web:uuid`). Each id is answered once. */
  eventId: string;
  conversationId: string;
  platform: PlatformName | 'web' | 'cli' | 'api' | 'widget';
  askerId: string;
  /** The Slack workspace (`slack:T1`), Discord server or web chat to whose limits it counts. */
  workspace?: string;
  /** The sender's network address, if the platform knows it; for limits. */
  address?: string;
  text: string;
  /** The scopes that the asker holds where the answer is shown. */
  scopes: readonly Scope[];
  /** Search only these sources; all sources by default. */
  sources?: readonly string[];
  strategy?: string;
  /** Earlier turns, oldest first, if the platform stores them itself; by default those of the stored conversation. */
  history?: readonly EarlierTurn[];
  budget?: Partial<Budget>;
  /** Files attached to the question: their text, or the reason in `unread` if a file could not be read. */
  attachments?: { name: string; text?: string; unread?: string }[];
  signal?: AbortSignal;
  /** True to go on with a stored turn of this event only. When it was erased, nothing is asked anew. */
  resumes?: boolean;
}

/** A step of the work on an answer, for display as a card or line. */
export interface StepCard {
  id: string;
  title: string;
  status: 'pending' | 'running' | 'done' | 'failed';
  detail?: string;
  /** The pages that the step read, for platforms that show them. */
  sources?: readonly { url: string; title: string }[];
}

/** An event of a turn. A turn ends with exactly one `answer`, `error` or `duplicate`. */
export type TurnEvent =
  /** The question is stored, so the caller may acknowledge it. `again`: resumed after a crash. */
  | { type: 'accepted'; turnId: string; again: boolean }
  | { type: 'queued'; position: number }
  | { type: 'status'; text: string }
  | ({ type: 'step' } & StepCard)
  | { type: 'trace'; event: TraceEvent }
  /** A piece of the answer's text. `reset` discards all pieces so far, since the text was repaired. */
  | { type: 'token'; text: string }
  | { type: 'reset' }
  | { type: 'citation'; citation: Citation }
  | FinalEvent
  /**
   * Another attempt has claimed this event. `answer`: its answer, if finished. `held`: its process renews the claim, so it works
   * on the answer or delivers it. `erased`: it was answered and then erased.
   */
  | { type: 'duplicate'; turnId?: string; answer?: Answer; held?: boolean; erased?: boolean };

/** The last event of a turn that this attempt worked on. */
export type FinalEvent =
  | { type: 'answer'; turnId: string; answer: Answer }
  | { type: 'error'; turnId: string; code: string; message: string; remedy: string; retryAfterSeconds?: number };

/** Rebuilds the last event of a stored turn. */
export const finalEventOf = ({ id: turnId, answer, error }: Turn): FinalEvent =>
  answer
    ? { type: 'answer', turnId, answer }
    : {
        type: 'error',
        turnId,
        code: error?.code ?? 'INTERNAL',
        message: error?.message ?? 'This question was not answered.',
        remedy: error?.remedy ?? 'Ask again.',
      };

/** The service through which every platform asks questions. */
export interface Conversations {
  /**
   * Answers one event. Claims the event and stores the turn before it yields `accepted`; then the caller may acknowledge the
   * platform's event. The caller must iterate to the end: the claim is finished when the caller requests the next item after
   * the last event, which means that it has delivered that event. If the caller stops early or dies, the claim goes stale, and
   * asking the same event again resumes it: a stored answer is returned, and anything else is done again.
   * Never throws; a failure is an `error` event.
   */
  ask(ask: Ask): AsyncIterable<TurnEvent>;
  /** Stores a person's feedback on a turn; replaces their earlier feedback. @throws UNKNOWN_ID, BAD_USAGE */
  feedback(feedback: Feedback): Promise<void>;
}

/** True for the last event of a turn, including a duplicate that holds its answer. */
export const isFinal = (event: TurnEvent): boolean =>
  event.type === 'answer' || event.type === 'error' || (event.type === 'duplicate' && event.answer !== undefined);
