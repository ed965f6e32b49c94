import { words } from '../../../core/text/words.ts';
import { dot } from '../../../retrieval/encoder/unit-vector.ts';

/** jcdScore_i = mean_j |A_i ∩ A_j| / |A_i ∪ A_j| over the answers' word sets (equation 2). */
export const jaccardScores = (answers: readonly string[]): number[] => {
  const sets = answers.map((answer) => new Set(words(answer)));
  return sets.map((a) => mean(sets.map((b) => jaccard(a, b))));
};

/** embScore_i = mean_j cos(E_i, E_j) (equation 3); the vectors are unit vectors. */
export const embeddingScores = (vectors: readonly Float32Array[]): number[] =>
  vectors.map((a) => mean(vectors.map((b) => dot(a, b))));

/** Index of the highest score; the first one wins a tie. */
export const argMax = (scores: readonly number[]): number =>
  scores.reduce((best, score, at) => (score > scores[best]! ? at : best), 0);

const jaccard = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  if (a.size === 0 && b.size === 0) return 1;
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common / (a.size + b.size - common);
};

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
