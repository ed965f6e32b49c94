import { FUNCTION_WORDS } from './function-words.ts';

/** A text's tokens and the model's outputs for them, as concatenated vectors. */
export interface TokenOutputs {
  tokens: readonly string[];
  /** `tokens.length` × `dimensions` numbers. */
  vectors: Float32Array;
  dimensions: number;
}

/** Minimum difference between best and median that counts as fully covered (docs/search.md, ranking step 10). */
const MIN_SPREAD = 0.05;

/** Function words that are kept, because tokens of a fitting answer have similar outputs. */
const KEPT_QUESTION_WORDS = new Set(['what', 'when', 'where', 'how']);

/**
 * How much of the question each passage covers: the mean over the question's tokens, without function words, of the best
 * cosine with a token of the passage. Each token's cosines are scaled from the passages' median (0) to the best (1), so tokens
 * that all passages cover equally do not count.
 *
 * @returns one share from 0 to 1 per passage, in order; all 0 if the question has no content tokens
 */
export const tokenCoverage = (question: TokenOutputs, passages: readonly TokenOutputs[]): number[] => {
  const content = contentTokens(question.tokens);
  const sums = new Float64Array(passages.length);
  for (const token of content) {
    const best = passages.map((passage) => bestCosine(question, token, passage));
    const top = Math.max(...best);
    const middle = median(best);
    const spread = Math.max(top - middle, MIN_SPREAD);
    for (const [at, cosine] of best.entries()) sums[at] = (sums[at] ?? 0) + clip((cosine - middle) / spread);
  }
  return [...sums].map((sum) => (content.length > 0 ? sum / content.length : 0));
};

/** Indexes of the tokens of content words. Tokens that start with `##` continue a word. */
export const contentTokens = (tokens: readonly string[]): number[] => {
  const content: number[] = [];
  for (let start = 0; start < tokens.length; ) {
    let end = start + 1;
    while (end < tokens.length && tokens[end]?.startsWith('##')) end++;
    const pieces = tokens.slice(start, end);
    const word = pieces.map((piece) => piece.replace(/^##/, '')).join('');
    const isContent = /[\p{L}\p{N}]/u.test(word) && (!FUNCTION_WORDS.has(word) || KEPT_QUESTION_WORDS.has(word));
    if (isContent) for (let at = start; at < end; at++) content.push(at);
    start = end;
  }
  return content;
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
