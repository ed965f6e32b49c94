import { asParleyError, ParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Encoder } from './encoder/encoder.ts';
import { createFailureLog } from './failure-log.ts';
import { passageText } from './passage-text.ts';
import type { Hit, Retriever } from './retriever.ts';
import { createTimeout } from './timeout.ts';

/** Hits whose tokens are read, and how many where they are as short as chat messages. */
const READ = 6;
const READ_SHORT = 12;
/** UTF-16 units of a mean passage below which twice as many cost no more. */
const SHORT = 300;
/** What covering the whole question better than every rival adds to a score (docs/search.md, ranking step 10). */
const WEIGHT = 1.5;
/** What reading may take; a search that waits longer keeps its order. */
const TIMEOUT_MS = 3_000;
/** After a failure no search asks for it until this much later. */
const COOLDOWN_MS = 15_000;

export interface DeepOptions {
  log: Log;
  /** What reading may take; a run that measures waits longer than a person would. */
  timeoutMs?: number;
  now?: () => number;
}

/**
 * A retriever whose deep searches end with the few best hits read token by token by the encoder that found them: a passage
 * rises by the question's words that it covers and its rivals do not. Searches that are not deep, and those that went by
 * words, are left as they are; where the encoder fails, the order stays.
 */
export const deepened = (
  retriever: Retriever,
  encoder: Encoder,
  { log, timeoutMs = TIMEOUT_MS, now = Date.now }: DeepOptions,
): Retriever => {
  const { coverage } = encoder;
  if (!coverage) return retriever;
  let restUntil = 0;
  const failures = createFailureLog(log, 'Deep searches keep the order of quick ones meanwhile.');
  const read = async (question: string, texts: readonly string[], signal?: AbortSignal) => {
    const { signal: timeout, end } = createTimeout(timeoutMs);
    try {
      const shares = await coverage(question, texts, signal ? AbortSignal.any([signal, timeout]) : timeout);
      // One that is no share, or another text's, would decide the order.
      if (shares.length !== texts.length || !shares.every((share) => share >= 0 && share <= 1))
        throw new ParleyError('ENCODER_UNAVAILABLE', {
          message: `The encoder ${encoder.name} gave ${shares.length} shares for ${texts.length} passages, or one that is none.`,
          remedy: 'Check the model behind the encoder; the search keeps its order meanwhile.',
        });
      failures.served();
      return shares;
    } catch (error) {
      if (signal?.aborted) throw asParleyError(error);
      if (timeout.aborted)
        failures.failed(
          error,
          `The encoder ${encoder.name} did not read the best passages within ${timeoutMs / 1000} s.`,
        );
      else {
        failures.failed(error, asParleyError(error).message);
        restUntil = now() + COOLDOWN_MS;
      }
      return undefined;
    } finally {
      end();
    }
  };
  return {
    async search(query) {
      const { k = 10, deep, signal } = query;
      if (!deep || k < 1) return retriever.search(query);
      const found = await retriever.search({ ...query, k: Math.max(k, READ_SHORT) });
      const best = found.mode === 'fused' && now() >= restUntil ? bestOf(found.hits) : [];
      const texts = best.map(({ passage }) => passageText(passage));
      const shares = best.length > 1 ? await read(query.text, texts, signal) : undefined;
      if (!shares) return { ...found, hits: found.hits.slice(0, k) };
      const deeper = best.map((hit, at): Hit => {
        const share = shares[at] ?? 0;
        return { ...hit, score: hit.score + WEIGHT * share, via: [...hit.via, { kind: 'coverage', share }] };
      });
      deeper.sort((a, b) => b.score - a.score);
      // What was not read follows, in its old order.
      return { ...found, hits: [...deeper, ...found.hits.slice(best.length)].slice(0, k), deep: true };
    },
  };
};

const bestOf = (hits: readonly Hit[]): Hit[] => {
  const most = hits.slice(0, READ_SHORT);
  const units = most.reduce((sum, { text }) => sum + text.length, 0);
  return units / Math.max(1, most.length) < SHORT ? most : most.slice(0, READ);
};
