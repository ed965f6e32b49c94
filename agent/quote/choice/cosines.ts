import { asParleyError } from '../../../core/errors.ts';
import { dot, type Encoder } from '../../../retrieval/index.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { FeatureName, Weighed } from './features.ts';
import { scoreOf } from './rank.ts';
import { fittedWeights } from './weights.ts';

/** Best candidates that are encoded for a question. Twice as many take twice the time and order no better. */
const MAX_ENCODED = 12;
const MAX_CHARS = 400;

/**
 * Sets the cosine between the question and the best candidates by words. All others get the lowest of these.
 * @returns false if the encoder is unavailable; the choice then uses words alone
 */
export const addCosines = async (
  question: string,
  weighed: readonly Weighed[],
  encoder: Encoder,
  signal?: AbortSignal,
): Promise<boolean> => {
  const best = bestByWords(weighed).slice(0, MAX_ENCODED);
  if (best.length === 0) return true;
  try {
    const [[asked], vectors] = await Promise.all([
      encoder.embed([question], signal, 'question'),
      encoder.embed(
        best.map(({ candidate }) => textOf(candidate)),
        signal,
      ),
    ]);
    if (!asked) return false;
    const cosines = vectors.map((vector) => dot(asked, vector));
    const [highest, lowest] = [Math.max(...cosines), Math.min(...cosines)];
    const cosineOf = new Map(best.map((one, at) => [one, cosines[at] ?? lowest]));
    for (const one of weighed) {
      one.features.cosine = cosineOf.get(one) ?? lowest;
      one.features.cosineGap = highest - one.features.cosine;
    }
    return true;
  } catch (error) {
    if (asParleyError(error).code !== 'ENCODER_UNAVAILABLE') throw error;
    return false;
  }
};

/** Copies known cosines to candidates that were weighed again. The others get the lowest. */
export const keepCosines = (again: readonly Weighed[], before: readonly Weighed[]): void => {
  const known = new Map(before.map(({ candidate, features }) => [candidate, features.cosine]));
  const lowest = Math.min(...known.values());
  for (const { candidate, features } of again) features.cosine = known.get(candidate) ?? lowest;
  const highest = Math.max(...again.map(({ features }) => features.cosine));
  for (const { features } of again) features.cosineGap = highest - features.cosine;
};

/**
 * The candidates, best first, as they are ranked without an encoder. A candidate left out gets the lowest cosine, so one that
 * the ranker holds to be good must not be.
 */
const bestByWords = (weighed: readonly Weighed[]): Weighed[] => {
  const { ranker } = fittedWeights(false);
  return weighed
    .map((one) => ({ one, score: scoreOf<FeatureName>(one.features, ranker) }))
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one);
};

/** The text to encode: title, headings and leading term, then the candidate's words. */
const textOf = ({ passage, table, sentence, plain }: Candidate): string =>
  [passage.title, ...passage.headings, table?.name ?? '', sentence?.itself.lead ?? '', plain]
    .filter((part, at, parts) => part !== '' && parts.indexOf(part) === at)
    .join('. ')
    .slice(0, MAX_CHARS);
