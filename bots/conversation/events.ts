import type { Answer, Budget, Citation, TraceEvent } from '../../core/answer.ts';
import type { Feedback, Turn } from '../../core/conversation.ts';
import type { Scope } from '../../core/document.ts';

/** A question as any platform hands it in. */
export interface Ask {
  /** The platform's id of the event (`slack:T1:Ev07`, `discord:1234`, `web:uuid`): the same id is answered once. */
  eventId: string;
  conversationId: string;
  platform: 'web' | 'slack' | 'discord' | 'cli' | 'api' | 'widget';
  askerId: string;
  /** The Slack workspace, Discord server or web chat that it is asked in, for limits: `slack:T1`. */
  workspace?: string;
  /** The network address that it came from, where the platform sees one, for limits. */
  address?: string;
  text: string;
  /** What the asker, in this place, may see. */
  scopes: readonly Scope[];
  /** Only pages of these sources are looked at; of every source by default. */
  sources?: readonly string[];
  strategy?: string;
  /** Earlier turns, oldest first, where the platform keeps them itself; by default those of the stored conversation. */
  history?: readonly { question: string; answer: string }[];
  budget?: Partial<Budget>;
  /** Text of files that came with the question, and names of those that could not be read. */
  attachments?: { name: string; text?: string; unread?: string }[];
  signal?: AbortSignal;
}

/** One step of the work, as a card or a line shows it. */
export interface StepCard {
  id: string;
  title: string;
  status: 'pending' | 'running' | 'done' | 'failed';
  detail?: string;
  /** Pages that it read, where the platform shows them. */
  sources?: readonly { url: string; title: string }[];
}

/** What a turn says while it runs, in order; ends with exactly one of `answer`, `error` and `duplicate`. */
export type TurnEvent =
  /** The question is stored and cannot be lost any more: the moment to acknowledge. `again`: taken up after a crash. */
  | { type: 'accepted'; turnId: string; again: boolean }
  | { type: 'queued'; position: number }
  | { type: 'status'; text: string }
  | ({ type: 'step' } & StepCard)
  | { type: 'trace'; event: TraceEvent }
  /** A piece of the answer's text; a `reset` takes back the pieces so far (the text was repaired). */
  | { type: 'token'; text: string }
  | { type: 'reset' }
  | { type: 'citation'; citation: Citation }
  | FinalEvent
  /** This event is or was being answered elsewhere; `answer` if it is done. `erased`: it was, and is kept no more. */
  | { type: 'duplicate'; turnId?: string; answer?: Answer; erased?: boolean };

/** The last event of a turn that was worked on. */
export type FinalEvent =
  | { type: 'answer'; turnId: string; answer: Answer }
  | { type: 'error'; turnId: string; code: string; message: string; remedy: string; retryAfterSeconds?: number };

/** The last event of a stored turn, for whoever did not hear it when it was said. */
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

/** The conversation that every platform drives. */
export interface Conversations {
  /**
   * Answers one event. The event is claimed and the turn stored before `accepted` is yielded: then
   * the caller acknowledges the platform's event. The loop over it must run to its end: the claim is finished when the
   * caller asks for more after the last event, that is, after it has delivered it. A caller that leaves early or dies has
   * not delivered; its claim goes stale, and asking the same event again resumes it: a stored answer is handed out as it
   * is, anything else is redone.
   * Never throws; a failure is an `error` event.
   */
  ask(ask: Ask): AsyncIterable<TurnEvent>;
  /** Stores a person's opinion of a turn, in place of an earlier one. @throws UNKNOWN_ID, BAD_USAGE */
  feedback(feedback: Feedback): Promise<void>;
}

/** True for the events after which a turn says nothing more. */
export const isFinal = (event: TurnEvent): boolean =>
  event.type === 'answer' || event.type === 'error' || (event.type === 'duplicate' && event.answer !== undefined);
