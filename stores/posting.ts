/**
 * A posting is packed into 32 bits. From the lowest bit: sentences (10), length (6), count (3), title (1), place in the block
 * (12). Lists of frequent words are thus small enough to be read at once. The precision suffices for BM25 over passages and
 * sentences: counts over 8 hardly change a score, and lengths in steps of 14 % change it by at most 3 %.
 */
export interface Posting {
  /** Place in the block, 0 to 4095. */
  place: number;
  inTitle: boolean;
  /** Occurrences in the passage; stored as 1 to 8. */
  count: number;
  /** Number of words in the passage, stored in steps of 14 % up to 4,096. */
  length: number;
  /** Bitmap of sentences, see `SENTENCE_BITS`. */
  sentences: number;
}

/** Number of passages per block. */
export const BLOCK_SIZE = 4096;
/** Bits for sentences; the last bit stands for the tenth and all further sentences. */
export const SENTENCE_BITS = 10;
const LENGTH_LEVELS = 64;
const MAX_LENGTH = 4096;
const STEP = Math.log(MAX_LENGTH) / (LENGTH_LEVELS - 1);
/** Passage lengths by level, on a logarithmic scale from 1 to `MAX_LENGTH`. */
const LENGTHS = Float64Array.from({ length: LENGTH_LEVELS }, (_, level) => Math.exp(level * STEP));

/** The bit of a sentence, counted from 0. */
export const sentenceBit = (sentence: number): number => 1 << Math.min(sentence, SENTENCE_BITS - 1);

/** A posting as an unsigned integer of 32 bits. */
export const packPosting = ({ place, length, ...use }: Posting): number => packUse(packPassage(place, length), use);

/** The bits that all postings of a passage have in common: place and length. */
export const packPassage = (place: number, length: number): number =>
  (place << 20) | (Math.min(Math.round(Math.log(Math.max(length, 1)) / STEP), LENGTH_LEVELS - 1) << 10);

/** @param passage the result of `packPassage` */
export const packUse = (passage: number, use: Pick<Posting, 'inTitle' | 'count' | 'sentences'>): number =>
  (passage | ((use.inTitle ? 1 : 0) << 19) | ((Math.min(Math.max(use.count, 1), 8) - 1) << 16) | use.sentences) >>> 0;

/** The number of combinations of count and length. A posting's BM25 weight depends on these only, so tables can hold it. */
export const SHAPE_COUNT = 512;
/** Count and length of a posting as a number from 0 to `SHAPE_COUNT` - 1. */
export const shapeOf = (posting: number): number => (posting >>> 10) & (SHAPE_COUNT - 1);
/** A posting with this shape; its other bits are 0. */
export const ofShape = (shape: number): number => shape << 10;

/** The place of a posting's passage in its block. */
export const placeOf = (posting: number): number => posting >>> 20;
/** True if the word stands in the title too. */
export const inTitle = (posting: number): boolean => ((posting >>> 19) & 1) === 1;
/** How often the word stands in the passage, from 1; 8 stands for more. */
export const countOf = (posting: number): number => ((posting >>> 16) & 7) + 1;
/** The passage's length in words, rounded to one of 64 steps. */
export const lengthOf = (posting: number): number => LENGTHS[(posting >>> 10) & 63]!;
/** Bitmap of the sentences with the word, see `SENTENCE_BITS`. */
export const sentencesOf = (posting: number): number => posting & 1023;
