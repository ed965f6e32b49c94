import type { PostingList } from '../../stores/passage-index.ts';
import { countOf, inTitle, lengthOf, sentencesOf } from '../../stores/posting.ts';

const K1 = 1.2;
const B = 0.75;

/** ln(1 + (N − df + .5) / (df + .5)): always positive (Lucene's form; retrieval.md, step 1). */
export const idfOf = (passages: number, df: number): number => Math.log(1 + (passages - df + 0.5) / (df + 0.5));

/** BM25's factor of one term: count·(k1+1) / (count + k1·(1 − b + b·length/average)). */
export const saturation = (count: number, length: number, average: number): number =>
  (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));

/** BM25 of a question over all passages that hold one of its stems, kept by stem. */
export interface LexicalScores {
  /** idf of each question stem; 0 for one that no passage holds. */
  idf: Float64Array;
  /** The passages with any of the stems, and their scores, in no order. */
  passages: Uint32Array;
  totals: Float64Array;
  /** The best total. */
  best: number;
  total(passage: number): number;
  /** The score of those stems of the question that are not marked. */
  totalWithout(passage: number, marked: Uint8Array): number;
  /** Marks the question's stems that the passage holds. */
  stemsIn(passage: number): Uint8Array;
  /** Where the passage uses a stem: its posting, or 0. */
  posting(passage: number, stem: number): number;
  /** idf of the question's stems in the passage's title, as a share of the whole question's. */
  titleShare(passage: number): number;
}

/**
 * BM25 with k1 1.2 and b .75 over the postings of the question's stems. One pass over the postings; the scores of single
 * stems stay, because later steps ask what a passage adds beyond another one.
 */
export const lexicalScores = (
  lists: readonly PostingList[],
  { passages: count, words }: { passages: number; words: number },
): LexicalScores => {
  const average = words / Math.max(count, 1);
  const idf = Float64Array.from(lists, ({ total }) => (total > 0 ? idfOf(count, total) : 0));
  const terms = lists.length;
  const slots = new Map<number, number>();
  for (const { passages } of lists)
    for (const passage of passages) if (!slots.has(passage)) slots.set(passage, slots.size);
  const scores = new Float32Array(slots.size * terms);
  const postings = new Uint32Array(slots.size * terms);
  const totals = new Float64Array(slots.size);
  for (const [term, list] of lists.entries()) {
    for (let i = 0; i < list.passages.length; i++) {
      const posting = list.postings[i]!;
      const slot = slots.get(list.passages[i]!)!;
      const score = idf[term]! * saturation(countOf(posting), lengthOf(posting), average);
      scores[slot * terms + term] = score;
      postings[slot * terms + term] = posting;
      totals[slot]! += score;
    }
  }
  const whole = idf.reduce((sum, value) => sum + value, 0) || 1;
  return {
    idf,
    passages: Uint32Array.from(slots.keys()),
    totals,
    best: totals.reduce((best, total) => Math.max(best, total), 0),
    total: (passage) => totals[slots.get(passage) ?? -1] ?? 0,
    totalWithout(passage, marked) {
      const slot = slots.get(passage);
      if (slot === undefined) return 0;
      let sum = 0;
      for (let term = 0; term < terms; term++) if (marked[term] === 0) sum += scores[slot * terms + term]!;
      return sum;
    },
    stemsIn(passage) {
      const slot = slots.get(passage);
      const marked = new Uint8Array(terms);
      if (slot !== undefined)
        for (let term = 0; term < terms; term++) marked[term] = postings[slot * terms + term]! > 0 ? 1 : 0;
      return marked;
    },
    posting: (passage, stem) => postings[(slots.get(passage) ?? Number.NaN) * terms + stem] ?? 0,
    titleShare(passage) {
      const slot = slots.get(passage);
      if (slot === undefined) return 0;
      let sum = 0;
      for (let term = 0; term < terms; term++) {
        const posting = postings[slot * terms + term]!;
        if (posting > 0 && inTitle(posting)) sum += idf[term]!;
      }
      return sum / whole;
    },
  };
};

/**
 * σ of a passage's sentences before it is scaled: BM25 of "title. sentence" on the question's stems, a stem counting once
 * a sentence, with the idf of passages.
 * @returns One value a sentence; those from the tenth on share theirs (`SENTENCE_BITS`)
 */
export const sentenceScores = (
  lexical: LexicalScores,
  { number, titleLength, sentenceLengths }: { number: number; titleLength: number; sentenceLengths: readonly number[] },
  averageLength: number,
): Float64Array => {
  const scores = new Float64Array(Math.max(1, Math.min(sentenceLengths.length, 10)));
  for (let stem = 0; stem < lexical.idf.length; stem++) {
    const posting = lexical.posting(number, stem);
    if (posting === 0) continue;
    const sentences = sentencesOf(posting);
    for (let i = 0; i < scores.length; i++) {
      const inText = (sentences >> i) & 1;
      const uses = inText + (inTitle(posting) ? 1 : 0);
      if (uses > 0)
        scores[i]! += lexical.idf[stem]! * saturation(uses, titleLength + (sentenceLengths[i] ?? 0), averageLength);
    }
  }
  return scores;
};
