import type { Answer, Budget, Citation, TraceEvent } from '../core/answer.ts';
import type { Scope } from '../core/document.ts';

/** A question to the agent. */
export interface AgentQuestion {
  text: string;
  /** Earlier turns of the thread, oldest first. */
  history?: readonly { question: string; answer: string }[];
  scopes: readonly Scope[];
  /** Searches only pages of these sources; of every source by default. */
  sources?: readonly string[];
  /** `auto` by default when a model is set. */
  strategy?: string;
  budget?: Partial<Budget>;
  /** Text of attached files: evidence for this question only. */
  attachments?: readonly { name: string; text: string }[];
  /** The moment the question is asked as of; now by default. ISO 8601. */
  asOf?: string;
  /** The turn that the question is asked in, where a conversation keeps one: its work can then move between processes. */
  turn?: AskedTurn;
  signal?: AbortSignal;
}

/** Which turn of a conversation a question belongs to, and for whom it is answered. */
export interface AskedTurn {
  id: string;
  askerId: string;
  workspace?: string;
  /** Aborts when the asker wants no answer any more, which no other process then makes either. */
  stopped?: AbortSignal;
}

/** Progress of an answer. */
export type AgentEvent =
  | { type: 'status'; text: string }
  | { type: 'step'; id: string; title: string; status: 'pending' | 'running' | 'done' | 'failed'; detail?: string }
  | { type: 'trace'; event: TraceEvent }
  | { type: 'token'; text: string }
  | { type: 'reset' }
  | { type: 'citation'; citation: Citation };

/** Answers questions by a strategy of the state machine. */
export interface Agent {
  /**
   * Answers one question; `onEvent` is called with progress and tokens as they come.
   * @throws UNKNOWN_STRATEGY, CANCELLED, BAD_USAGE; a provider that is down is not an error (quote mode answers)
   */
  answer(question: AgentQuestion, onEvent?: (event: AgentEvent) => void): Promise<Answer>;
  /** Names that `strategy` takes; some take options too, as `crp:evaluation=false`. */
  readonly strategies: readonly string[];
}
