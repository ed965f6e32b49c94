import { asParleyError, ParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Encoder } from './encoder/encoder.ts';
import { createFailureLog } from './failure-log.ts';
import { passageText } from './passage-text.ts';
import type { Hit, Retriever } from './retriever.ts';
import { createTimeout } from './timeout.ts';

/** Number of hits whose tokens are compared with the question. */
const MAX_READ = 6;
/** The same for hits that are as short as chat messages. */
const MAX_READ_SHORT = 12;
/** Mean length of a hit, in UTF-16 units, below which hits count as short: twice as many then take no more time. */
const SHORT_HIT_CHARS = 300;
/** Weight of the coverage, which is 0 to 1, in a hit's score (docs/search.md, ranking step 10). */
const COVERAGE_WEIGHT = 1.5;
/** Time limit for computing coverage, so that a deep search takes at most half a second: a busy machine reads fewer hits. */
const READING_MS = 300;
/** If the reply takes this much longer than the time limit, the search keeps its order. */
const GRACE_MS = 100;
/** After a failure, searches do not compute coverage for this long. */
const COOLDOWN_MS = 15_000;

export interface DeepOptions {
  log: Log;
  /** Time limit for computing coverage. Evals use a longer one than people would accept. */
  readingMs?: number;
  now?: () => number;
}

/**
 * Adds a last step to deep searches: the encoder compares the best hits with the question token by token, and hits that
 * cover more of the question than others move up. It reads as many hits as the time limit allows; fewer than two change
 * nothing. Other searches, and those without vectors, are unchanged. If the encoder fails, the order stays as it was.
 */
export const deepened = (
  retriever: Retriever,
  encoder: Encoder,
  { log, readingMs = READING_MS, now = Date.now }: DeepOptions,
): Retriever => {
  const { coverage } = encoder;
  if (!coverage) return retriever;
  let cooldownUntil = 0;
  const failures = createFailureLog(log, 'Deep searches keep the order of quick ones meanwhile.');
  const read = async (question: string, texts: readonly string[], signal?: AbortSignal) => {
    const { signal: timeout, end } = createTimeout(readingMs + GRACE_MS);
    try {
      const stop = signal ? AbortSignal.any([signal, timeout]) : timeout;
      const shares = await coverage(question, texts, stop, readingMs);
      // A wrong number, or a number of another text, would change the order.
      if (shares.length > texts.length || !shares.every((share) => share >= 0 && share <= 1))
        throw new ParleyError('ENCODER_UNAVAILABLE', {
          message: `The encoder ${encoder.name} gave ${shares.length} shares for ${texts.length} passages, or one that is none.`,
          remedy: 'Check the model behind the encoder; the search keeps its order meanwhile.',
        });
      failures.served();
      return shares;
    } catch (error) {
      if (signal?.aborted) throw asParleyError(error);
      // The machine is busy, which the result says. The encoder did not fail.
      if (timeout.aborted) return [];
      failures.failed(error, asParleyError(error).message);
      cooldownUntil = now() + COOLDOWN_MS;
      return undefined;
    } finally {
      end();
    }
  };
  return {
    async search(query) {
      const { k = 10, signal } = query;
      if (!query.deep || k < 1) return retriever.search(query);
      const found = await retriever.search({ ...query, k: Math.max(k, MAX_READ_SHORT) });
      const best = found.mode === 'fused' && now() >= cooldownUntil ? bestOf(found.hits) : [];
      const texts = best.map(({ passage }) => passageText(passage));
      const shares = best.length > 1 ? await read(query.text, texts, signal) : undefined;
      if (!shares) return { ...found, hits: found.hits.slice(0, k) };
      const deep = { read: shares.length, of: best.length };
      if (shares.length < 2) return { ...found, hits: found.hits.slice(0, k), deep };
      const deeper = best.slice(0, shares.length).map((hit, at): Hit => {
        const share = shares[at] ?? 0;
        return { ...hit, score: hit.score + COVERAGE_WEIGHT * share, via: [...hit.via, { kind: 'coverage', share }] };
      });
      deeper.sort((a, b) => b.score - a.score);
      // The other hits follow in their old order.
      return { ...found, hits: [...deeper, ...found.hits.slice(deeper.length)].slice(0, k), deep };
    },
  };
};

const bestOf = (hits: readonly Hit[]): Hit[] => {
  const most = hits.slice(0, MAX_READ_SHORT);
  const units = most.reduce((sum, { text }) => sum + text.length, 0);
  return units / Math.max(1, most.length) < SHORT_HIT_CHARS ? most : most.slice(0, MAX_READ);
};
