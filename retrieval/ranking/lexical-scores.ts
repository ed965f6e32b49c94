import { idfOf } from '../../core/text/idf.ts';
import type { PostingList } from '../../stores/index.ts';
import { countOf, inTitle, lengthOf, ofShape, SHAPE_COUNT, sentencesOf, shapeOf } from '../../stores/posting.ts';
import { bestPassages, indexIn } from './best-passages.ts';

const K1 = 1.2;
const B = 0.75;

/** BM25's factor of one term: count·(k1+1) / (count + k1·(1 − b + b·length/average)). */
export const saturation = (count: number, length: number, average: number): number =>
  (count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / average));

/** BM25 of a question for all passages with one of its stems, separately by stem. */
export interface LexicalScores {
  /** idf of each question stem; 0 if no passage contains it or its list was too long to read. */
  idf: Float64Array;
  /** The passages with the highest scores, best first. */
  top: number[];
  /** The highest score. */
  best: number;
  total(passage: number): number;
  /** The passage's score, counting only the stems that are 0 in `marked`. */
  totalWithout(passage: number, marked: Uint8Array): number;
  /** One number per question stem: 1 if the passage contains it, otherwise 0. */
  stemsIn(passage: number): Uint8Array;
  /** The passage's posting of a stem, or 0. */
  posting(passage: number, stem: number): number;
  /** The idf-weighted share of the question's stems that are in the passage's title. */
  titleShare(passage: number): number;
  /**
   * The idf-weighted share of the question's stems that the passage contains.
   * @param of relative to `all` stems of the question, or only to those that occur in any passage (`held`)
   */
  heldShare(passage: number, of: 'all' | 'held'): number;
}

/**
 * BM25 with k1 1.2 and b 0.75 over the postings of the question's stems. One pass over the postings finds the best passages.
 * The postings of a single passage are looked up on demand and cached.
 *
 * @param depth length of `top`
 */
export const lexicalScores = (
  lists: readonly PostingList[],
  { passages: count, words }: { passages: number; words: number },
  depth: number,
): LexicalScores => {
  const average = words / Math.max(count, 1);
  const idf = Float64Array.from(lists, ({ total, passages }) => (passages.length > 0 ? idfOf(count, total) : 0));
  const weights = Array.from(idf, (value) => weightsByShape(value, average));
  const top = bestPassages(lists, weights, depth);
  const best = top[0]?.total ?? 0;
  const whole = idf.reduce((sum, value) => sum + value, 0) || 1;
  const asked = lists.reduce((sum, { total }) => sum + idfOf(count, total), 0) || 1;
  const rows = postingRows(lists, weights);
  const terms = lists.length;
  return {
    idf,
    top: top.map(({ passage }) => passage),
    best,
    total(passage) {
      const from = rows.rowOf(passage);
      let total = 0;
      for (let term = 0; term < terms; term++) total += rows.weights[from + term]!;
      return total;
    },
    totalWithout(passage, marked) {
      const from = rows.rowOf(passage);
      let total = 0;
      for (let term = 0; term < terms; term++) if (marked[term] === 0) total += rows.weights[from + term]!;
      return total;
    },
    stemsIn(passage) {
      const from = rows.rowOf(passage);
      return Uint8Array.from(rows.postings.subarray(from, from + terms), (posting) => (posting > 0 ? 1 : 0));
    },
    posting: (passage, stem) => rows.postings[rows.rowOf(passage) + stem]!,
    titleShare(passage) {
      const from = rows.rowOf(passage);
      let total = 0;
      for (let term = 0; term < terms; term++) {
        const posting = rows.postings[from + term]!;
        if (posting > 0 && inTitle(posting)) total += idf[term]!;
      }
      return total / whole;
    },
    heldShare(passage, of) {
      const from = rows.rowOf(passage);
      let total = 0;
      for (let term = 0; term < terms; term++) if (rows.postings[from + term]! > 0) total += idf[term]!;
      return total / (of === 'all' ? asked : whole);
    },
  };
};

/** A posting's contribution to BM25, by its shape. */
const weightsByShape = (idf: number, average: number): Float64Array => {
  const saturations = saturationByShape(average);
  const weights = new Float64Array(SHAPE_COUNT);
  for (let shape = 0; shape < SHAPE_COUNT; shape++) weights[shape] = idf * saturations[shape]!;
  return weights;
};

/** Remembered for the last average length, which only changes with the pages. */
let remembered: { average: number; saturations: Float64Array } | undefined;
const saturationByShape = (average: number): Float64Array => {
  if (remembered?.average !== average) {
    const saturations = new Float64Array(SHAPE_COUNT);
    for (let shape = 0; shape < SHAPE_COUNT; shape++) {
      const posting = ofShape(shape);
      saturations[shape] = saturation(countOf(posting), lengthOf(posting), average);
    }
    remembered = { average, saturations };
  }
  return remembered.saturations;
};

/** A cache of postings and their weights, with one row per passage and one column per list; 0 if not in the list. */
interface PostingRows {
  postings: Uint32Array;
  weights: Float64Array;
  /** The offset of the passage's row. Looks the passage up in the lists at the first call. */
  rowOf(passage: number): number;
}

const postingRows = (lists: readonly PostingList[], weightsByShape: readonly Float64Array[]): PostingRows => {
  const begins = new Map<number, number>();
  const terms = lists.length;
  const rows: PostingRows = {
    postings: new Uint32Array(FIRST_ROWS * terms),
    weights: new Float64Array(FIRST_ROWS * terms),
    rowOf(passage) {
      const known = begins.get(passage);
      if (known !== undefined) return known;
      const from = begins.size * terms;
      if (from + terms > rows.postings.length) grow();
      for (let term = 0; term < terms; term++) {
        const { passages, postings } = lists[term]!;
        const at = indexIn(passages, passage);
        if (at < 0) continue;
        rows.postings[from + term] = postings[at]!;
        rows.weights[from + term] = weightsByShape[term]![shapeOf(postings[at]!)]!;
      }
      begins.set(passage, from);
      return from;
    },
  };
  const grow = () => {
    const { postings, weights } = rows;
    rows.postings = new Uint32Array(2 * postings.length);
    rows.postings.set(postings);
    rows.weights = new Float64Array(2 * weights.length);
    rows.weights.set(weights);
  };
  return rows;
};

/** Initial number of rows: about as many passages as one question looks up. */
const FIRST_ROWS = 2048;

/**
 * Scores a passage's sentences, unscaled: BM25 of "title. sentence" for the question's stems, with the idf of passages. A stem
 * counts at most once in a sentence and once in the title.
 * @returns one value per sentence; the tenth and all further sentences have one value together (`SENTENCE_BITS`)
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
