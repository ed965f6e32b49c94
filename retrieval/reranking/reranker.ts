import type { Passage } from '../../core/document.ts';
import { asParleyError, ParleyError } from '../../core/errors.ts';
import { createTimeout, whenAborted } from '../timeout.ts';

/** The parts of a passage that a reranker reads. */
export type Readable = Pick<Passage, 'title' | 'headings' | 'text'>;

/** The cost of one reranking, as far as the reranker reports it. */
export interface RerankCost {
  /** Requests or model calls, including failed ones. */
  calls: number;
  /** Input and output tokens. */
  tokens?: number;
  /** Units that the provider bills instead of tokens, such as Cohere's search units. */
  units?: number;
}

export interface Reranking {
  /** One score per passage, in order, comparable only within this reranking; undefined if the passage was not scored. */
  scores: readonly (number | undefined)[];
  /** Number of passages read; all by default. */
  read?: number;
  cost: RerankCost;
}

/**
 * Scores how well passages answer a question by reading both together. It is slower and more precise than a search, so it only
 * reorders the best hits. Off unless PARLEY_RERANKER is set.
 */
export interface Reranker {
  readonly name: string;
  /** @throws RERANKER_UNAVAILABLE (`details` may contain the cost, as RerankCost), CANCELLED */
  score(question: string, passages: readonly Readable[], signal?: AbortSignal): Promise<Reranking>;
}

/** Number of best hits that are reranked. The others follow in the search's order. */
export const RERANKED = 30;

/** The error for a failed reranking. The search then keeps its order. */
export const rerankerUnavailable = (
  name: string,
  why: string,
  { remedy, cause, details }: { remedy?: string; cause?: unknown; details?: Record<string, unknown> } = {},
): ParleyError =>
  new ParleyError('RERANKER_UNAVAILABLE', {
    message: `The reranker ${name} cannot be used: ${why}.`,
    remedy: remedy ?? 'Check PARLEY_RERANKER and what it needs; the search goes on without it.',
    cause,
    details,
  });

/** Default time limit of a reranking. */
const TIMEOUT_MS = 5_000;
/** After a failure, searches do not call the reranker for this long. */
const COOLDOWN_MS = 15_000;

/**
 * Keeps a broken reranker from delaying every search. Calls fail after `timeoutMs`. After a failure, calls fail at once for as
 * long as the server asks for in `retry-after`, or for 15 s.
 */
export const withTimeout = (
  reranker: Reranker,
  { timeoutMs = TIMEOUT_MS, now = Date.now }: { timeoutMs?: number; now?: () => number } = {},
): Reranker => {
  let cooldown: { until: number; failure: ParleyError } | undefined;
  return {
    name: reranker.name,
    async score(question, passages, signal) {
      if (cooldown && now() < cooldown.until) throw cooldown.failure;
      const { signal: timeout, end } = createTimeout(timeoutMs);
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
      try {
        // The race is necessary because LangChain rerankers accept no signal.
        return await Promise.race([reranker.score(question, passages, either), whenAborted(either)]);
      } catch (error) {
        if (signal?.aborted) throw cancelled(error);
        const failure = timeout.aborted
          ? rerankerUnavailable(reranker.name, `it did not answer within ${timeoutMs / 1000} s`, {
              cause: error,
              details: { calls: 1 },
            })
          : asParleyError(error);
        const { retryAfterMs } = failure.details as { retryAfterMs?: number };
        // Calls that fail during the cooldown make no requests, so they report no cost.
        const { code, message, remedy, details } = failure;
        const withoutCost = new ParleyError(code, { message, remedy, details: { ...details, calls: 0 }, cause: error });
        cooldown = { until: now() + (retryAfterMs ?? COOLDOWN_MS), failure: withoutCost };
        throw failure;
      } finally {
        end();
      }
    },
  };
};

const cancelled = (cause: unknown) =>
  new ParleyError('CANCELLED', { message: 'The search was cancelled.', remedy: 'Ask again.', cause });
