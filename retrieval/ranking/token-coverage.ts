import { FUNCTION_WORDS } from './function-words.ts';

/** A text's tokens without the special ones: their strings, and their centred unit outputs one after another. */
export interface TokenOutputs {
  tokens: readonly string[];
  /** `tokens.length` times `dimensions`. */
  vectors: Float32Array;
  dimensions: number;
}

/** Below this lead over the median a token tells no passage from another (docs/search.md, ranking step 10). */
const MIN_SPREAD = 0.05;

/** Words that ask for a kind of answer, which the outputs of a fitting passage's tokens resemble. */
const ASKING = new Set(['what', 'when', 'where', 'how']);

/**
 * How well each passage covers the question: for each of its tokens outside function words the best cosine in the passage,
 * scaled between the passages' median (0) and the best of them (1), and the mean of these. What every passage covers
 * counts for none, so a passage gains by the words that tell it from its rivals.
 *
 * @returns a share from 0 to 1 a passage, in order; all 0 where the question has no telling token
 */
export const tokenCoverage = (question: TokenOutputs, passages: readonly TokenOutputs[]): number[] => {
  const telling = tellingTokens(question.tokens);
  const sums = new Float64Array(passages.length);
  for (const token of telling) {
    const best = passages.map((passage) => bestCosine(question, token, passage));
    const top = Math.max(...best);
    const middle = median(best);
    const spread = Math.max(top - middle, MIN_SPREAD);
    for (const [at, cosine] of best.entries()) sums[at] = (sums[at] ?? 0) + clip((cosine - middle) / spread);
  }
  return [...sums].map((sum) => (telling.length > 0 ? sum / telling.length : 0));
};

/** Places of the tokens that belong to no function word and to no punctuation. Word pieces go on with `##`. */
export const tellingTokens = (tokens: readonly string[]): number[] => {
  const telling: number[] = [];
  for (let start = 0; start < tokens.length; ) {
    let end = start + 1;
    while (end < tokens.length && tokens[end]?.startsWith('##')) end++;
    const pieces = tokens.slice(start, end);
    const word = pieces.map((piece) => piece.replace(/^##/, '')).join('');
    const says = /[\p{L}\p{N}]/u.test(word) && (!FUNCTION_WORDS.has(word) || ASKING.has(word));
    if (says) for (let at = start; at < end; at++) telling.push(at);
    start = end;
  }
  return telling;
};

const bestCosine = (question: TokenOutputs, token: number, passage: TokenOutputs): number => {
  const { dimensions } = question;
  const from = token * dimensions;
  let best = -1;
  for (let start = 0; start < passage.vectors.length; start += dimensions) {
    let sum = 0;
    for (let i = 0; i < dimensions; i++) sum += (question.vectors[from + i] ?? 0) * (passage.vectors[start + i] ?? 0);
    if (sum > best) best = sum;
  }
  return best;
};

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
};

const clip = (value: number): number => Math.min(1, Math.max(0, value));
