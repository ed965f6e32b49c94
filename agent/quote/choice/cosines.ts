import { asParleyError } from '../../../core/errors.ts';
import { dot, type Encoder } from '../../../retrieval/index.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { Weighed } from './features.ts';

/** Best candidates that are encoded for a question. */
const MAX_ENCODED = 12;
const MAX_CHARS = 400;

/**
 * Sets the cosine between the question and the best candidates by words. All others get the lowest cosine.
 * @returns false if the encoder is unavailable; the choice then uses words alone
 */
export const addCosines = async (
  question: string,
  weighed: readonly Weighed[],
  encoder: Encoder,
  signal?: AbortSignal,
): Promise<boolean> => {
  const best = [...weighed].sort((a, b) => encodingPriority(b) - encodingPriority(a)).slice(0, MAX_ENCODED);
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

/** Priority for encoding, before cosines exist. */
const encodingPriority = ({ features }: Weighed): number =>
  features.bm25Share + features.ownCoverage + features.coverage + features.operatorQuality + 0.5 * features.rank;

/** The text to encode: title, headings and leading term, then the candidate's words. */
const textOf = ({ passage, table, sentence, plain }: Candidate): string =>
  [passage.title, ...passage.headings, table?.name ?? '', sentence?.itself.lead ?? '', plain]
    .filter((part, at, parts) => part !== '' && parts.indexOf(part) === at)
    .join('. ')
    .slice(0, MAX_CHARS);
