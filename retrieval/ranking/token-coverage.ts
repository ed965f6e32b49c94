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
 * that all passages cover equally do not count. A number or date of several tokens ("20260529" is 202 ##60 ##52 ##9) is in a
 * passage or not: its tokens are close to those of every other date.
 *
 * @returns one share from 0 to 1 per passage, in order; all 0 if the question has no content tokens
 */
export const tokenCoverage = (question: TokenOutputs, passages: readonly TokenOutputs[]): number[] => {
  const content = contentWords(question.tokens);
  const sums = new Float64Array(passages.length);
  for (const word of content) {
    const isNumber = word.length > 1 && /\d/.test(spelt(question.tokens, word));
    const held = isNumber && passages.map(({ tokens }) => (holdsWord(tokens, question.tokens, word) ? 1 : 0));
    for (const token of word) {
      const best = held || passages.map((passage) => bestCosine(question, token, passage));
      const top = Math.max(...best);
      const middle = median(best);
      const spread = Math.max(top - middle, MIN_SPREAD);
      for (const [at, cosine] of best.entries()) sums[at] = (sums[at] ?? 0) + clip((cosine - middle) / spread);
    }
  }
  const count = content.flat().length;
  return [...sums].map((sum) => (count > 0 ? sum / count : 0));
};

/** Content words, each as the indexes of its tokens. Tokens that start with `##` continue a word. */
export const contentWords = (tokens: readonly string[]): number[][] => {
  const content: number[][] = [];
  for (let start = 0; start < tokens.length; ) {
    let end = start + 1;
    while (end < tokens.length && isContinued(tokens[end])) end++;
    const at = Array.from({ length: end - start }, (_, i) => start + i);
    const word = spelt(tokens, at);
    if (/[\p{L}\p{N}]/u.test(word) && (!FUNCTION_WORDS.has(word) || KEPT_QUESTION_WORDS.has(word))) content.push(at);
    start = end;
  }
  return content;
};

const isContinued = (token: string | undefined): boolean => token?.startsWith('##') ?? false;

const spelt = (tokens: readonly string[], at: readonly number[]): string =>
  at.map((one) => tokens[one]?.replace(/^##/, '')).join('');

/** Whether the tokens of a question's word follow each other in a passage, and no further token continues the word. */
const holdsWord = (passage: readonly string[], question: readonly string[], word: readonly number[]): boolean =>
  passage.some(
    (_, start) =>
      word.every((at, i) => passage[start + i] === question[at]) && !isContinued(passage[start + word.length]),
  );

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
