/**
 * A posting in 32 bits, lowest first: 10 bits of sentences, 6 of length, 3 of count, 1 for the title, 12 for the place of
 * the passage in its block. Small enough that a frequent word's list is read in one go, and enough for BM25 over passages
 * and over sentences: a count over 8 adds next to nothing there, and lengths in steps of 14 % move a score by 3 % at most.
 */
export interface Posting {
  /** Place in the block, 0 to 4095. */
  place: number;
  inTitle: boolean;
  /** 1 to 8; 0 counts as 1. */
  count: number;
  /** Words of the passage. */
  length: number;
  sentences: number;
}

/** Passages that a block of a list covers. */
export const BLOCK_SIZE = 4096;
/** Sentences told apart; the last bit stands for all from the tenth on. */
export const SENTENCE_BITS = 10;
const LENGTH_LEVELS = 64;
const MAX_LENGTH = 4096;
const STEP = Math.log(MAX_LENGTH) / (LENGTH_LEVELS - 1);
/** Passage length by level. */
const LENGTHS = Float64Array.from({ length: LENGTH_LEVELS }, (_, level) => Math.exp(level * STEP));

/** The bit of a sentence. */
export const sentenceBit = (sentence: number): number => 1 << Math.min(sentence, SENTENCE_BITS - 1);

export const packPosting = ({ place, length, ...use }: Posting): number => packUse(packPassage(place, length), use);

/** What all postings of a passage share. */
export const packPassage = (place: number, length: number): number =>
  (place << 20) | (Math.min(Math.round(Math.log(Math.max(length, 1)) / STEP), LENGTH_LEVELS - 1) << 10);

/** @param passage of `packPassage` */
export const packUse = (passage: number, use: Pick<Posting, 'inTitle' | 'count' | 'sentences'>): number =>
  (passage | ((use.inTitle ? 1 : 0) << 19) | ((Math.min(Math.max(use.count, 1), 8) - 1) << 16) | use.sentences) >>> 0;

/** Shapes of postings: the counts and lengths that they tell apart, so that what a posting weighs can be tabled. */
export const SHAPE_COUNT = 512;
export const shapeOf = (posting: number): number => (posting >>> 10) & (SHAPE_COUNT - 1);
/** A posting of this shape and nothing else. */
export const ofShape = (shape: number): number => shape << 10;

export const placeOf = (posting: number): number => posting >>> 20;
export const inTitle = (posting: number): boolean => ((posting >>> 19) & 1) === 1;
export const countOf = (posting: number): number => ((posting >>> 16) & 7) + 1;
export const lengthOf = (posting: number): number => LENGTHS[(posting >>> 10) & 63]!;
export const sentencesOf = (posting: number): number => posting & 1023;
