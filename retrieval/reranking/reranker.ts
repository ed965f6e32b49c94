import type { Passage } from '../../core/document.ts';
import { asParleyError, ParleyError } from '../../core/errors.ts';
import { createTimeout, whenAborted } from '../timeout.ts';

/** What a reranker reads of a passage. */
export type Readable = Pick<Passage, 'title' | 'headings' | 'text'>;

/** What one reranking took, as far as the reranker tells. */
export interface RerankCost {
  /** Requests or model calls, failed ones too. */
  calls: number;
  /** Tokens in and out. */
  tokens?: number;
  /** Units that the provider bills in place of tokens (Cohere's search units). */
  units?: number;
}

/** What a reranker makes of some passages. */
export interface Reranking {
  /** One relevance a passage, in order, comparable within one reranking; undefined for one that it left out. */
  scores: readonly (number | undefined)[];
  /** How many of the passages it read; all where it does not say. */
  read?: number;
  cost: RerankCost;
}

/**
 * Reads question and passage together and says how well they fit: slower than a search and sharper, so it orders the
 * best few of what the search found. Off unless PARLEY_RERANKER names one.
 */
export interface Reranker {
  readonly name: string;
  /** @throws RERANKER_UNAVAILABLE (`details` may hold what was spent, as RerankCost), CANCELLED */
  score(question: string, passages: readonly Readable[], signal?: AbortSignal): Promise<Reranking>;
}

/** How many of the search's best are read again; the rest keep their order behind them. */
export const RERANKED = 30;

/** A reranker that can't serve this time: the search's own order does. */
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

/** Longest that a search waits for a reranker that is no model of ours. */
export const TIMEOUT_MS = 5_000;
/** After a failure no search waits for it until this much later. */
const COOLDOWN_MS = 15_000;

/**
 * Keeps a broken reranker from slowing every search down: what takes longer than `timeoutMs` has failed, and for a while
 * after a failure (as long as the server asks for, or 15 s) every call fails at once.
 */
export const withTimeout = (
  reranker: Reranker,
  { timeoutMs = TIMEOUT_MS, now = Date.now }: { timeoutMs?: number; now?: () => number } = {},
): Reranker => {
  let rest: { until: number; failure: ParleyError } | undefined;
  return {
    name: reranker.name,
    async score(question, passages, signal) {
      if (rest && now() < rest.until) throw rest.failure;
      const { signal: timeout, end } = createTimeout(timeoutMs);
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
      try {
        // Raced too: a reranker through LangChain takes no signal.
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
        // What is refused while it rests costs nothing.
        const { code, message, remedy, details } = failure;
        const free = new ParleyError(code, { message, remedy, details: { ...details, calls: 0 }, cause: error });
        rest = { until: now() + (retryAfterMs ?? COOLDOWN_MS), failure: free };
        throw failure;
      } finally {
        end();
      }
    },
  };
};

const cancelled = (cause: unknown) =>
  new ParleyError('CANCELLED', { message: 'The search was cancelled.', remedy: 'Ask again.', cause });
