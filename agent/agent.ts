import type { Answer, Budget, Citation, TraceEvent } from '../core/answer.ts';
import type { EarlierTurn } from '../core/conversation.ts';
import type { Scope } from '../core/document.ts';

/** A question to the agent. */
export interface AgentQuestion {
  text: string;
  /** Earlier turns of the thread, oldest first. */
  history?: readonly EarlierTurn[];
  scopes: readonly Scope[];
  /** Ids of the sources to search; all by default. */
  sources?: readonly string[];
  /** Defaults to `auto` if a model is set. */
  strategy?: string;
  budget?: Partial<Budget>;
  /** Attached files as text, evidence for this question only. */
  attachments?: readonly { name: string; text: string }[];
  /** Time at which the question is asked (ISO 8601); now by default. */
  asOf?: string;
  /** The turn of a stored conversation. Its question can continue in another process. */
  turn?: AskedTurn;
  signal?: AbortSignal;
}

/** A turn of a conversation and its asker. */
export interface AskedTurn {
  id: string;
  askerId: string;
  workspace?: string;
}

/** Progress of an answer. */
export type AgentEvent =
  | { type: 'status'; text: string }
  | { type: 'step'; id: string; title: string; status: 'pending' | 'running' | 'done' | 'failed'; detail?: string }
  | { type: 'trace'; event: TraceEvent }
  | { type: 'token'; text: string }
  | { type: 'reset' }
  | { type: 'citation'; citation: Citation };

export interface Agent {
  /**
   * Answers one question. Calls `onEvent` with progress and tokens as they come.
   * @throws UNKNOWN_STRATEGY, CANCELLED, BAD_USAGE; a provider that is down is not an error (quote mode answers)
   */
  answer(question: AgentQuestion, onEvent?: (event: AgentEvent) => void): Promise<Answer>;
  /**
   * Ends the work of other processes on a question that its asker has stopped, and removes what they keep of it. Also for a
   * question that this process has taken over and not asked yet.
   */
  discard?(turnId: string): Promise<void>;
  /** Names for `strategy`. Some take options, such as `crp:evaluation=false`. */
  readonly strategies: readonly string[];
}
