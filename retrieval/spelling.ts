import type { Scope } from '../core/document.ts';
import { editsOf, matchCase } from '../core/text/edit-distance.ts';
import { isEnglishWord } from '../core/text/english-words.ts';
import { languageOf } from '../core/text/language.ts';
import { words } from '../core/text/words.ts';
import type { PassageIndex } from '../stores/index.ts';
import { FUNCTION_WORDS } from './ranking/function-words.ts';
import { stemmerOf } from './ranking/stem-by-language.ts';
import { stemOf } from './ranking/stems.ts';

/** A misspelt word and the word that replaces it. */
export interface Correction {
  from: string;
  to: string;
}

/** Shorter words are not corrected, because too many other words are one edit away. */
const SHORTEST = 5;
/** A question with more unknown words is not corrected: it is probably in a language that no page uses. */
const MAX_WORDS = 3;

/**
 * Corrects typing errors in a question. A word of Latin letters that no visible page contains is replaced by the most frequent
 * word that is one insertion, deletion, substitution or transposition away (Damerau 1964; candidates as by Norvig). Words
 * that a page contains, and correct English words, are not changed. Needs one read for the question's words and, if one is
 * unknown, a second for its candidates.
 */
export const correctSpelling = async (
  text: string,
  index: PassageIndex,
  scopes: readonly Scope[],
): Promise<{ text: string; corrections: Correction[] }> => {
  const tokens = [...new Set(text.slice(0, 2000).match(/[\p{L}\p{M}]+/gu) ?? [])];
  const long = tokens.flatMap((token) => {
    const [word] = words(token);
    return word && /^[a-z]+$/.test(word) && word.length >= SHORTEST && !FUNCTION_WORDS.has(word)
      ? [{ token, word }]
      : [];
  });
  if (long.length === 0) return { text, corrections: [] };
  const inLanguage = stemmerOf(languageOf(text));
  const stemsOf = ({ token, word }: { token: string; word: string }) => [
    stemOf(word),
    ...(inLanguage ? [inLanguage(token)] : []),
  ];
  const held = await counts(index, long.flatMap(stemsOf), scopes);
  const missing = long.filter((one) => !stemsOf(one).some((stem) => held.get(stem)));
  if (missing.length === 0 || missing.length > MAX_WORDS) return { text, corrections: [] };
  // Correct English words stay, so that a question about "rotating" is not changed to "rota" if no page contains it.
  const isRight = await Promise.all(missing.map(({ word }) => isEnglishWord(word)));
  const unknown = missing.filter((_, at) => !isRight[at]);
  if (unknown.length === 0) return { text, corrections: [] };

  const candidates = unknown.map(({ word }) => editsOf(word));
  const known = await counts(index, [...new Set(candidates.flat().map(stemOf))], scopes);
  const corrections = unknown.flatMap(({ token }, at): Correction[] => {
    const ranked = candidates[at]!.map((word) => ({ word, pages: known.get(stemOf(word)) ?? 0 }))
      .filter(({ pages }) => pages > 0)
      // Among words with the same stem, prefers the stem itself, which is the usual form of names.
      .sort((a, b) => b.pages - a.pages || Number(stemOf(b.word) === b.word) - Number(stemOf(a.word) === a.word));
    return ranked[0] ? [{ from: token, to: matchCase(token, ranked[0].word) }] : [];
  });
  // If no page contains any of the words, and only some can be corrected, the question is in another language.
  const isForeign = languageOf(text) !== 'en' && missing.length === long.length;
  if (isForeign && corrections.length < missing.length) return { text, corrections: [] };
  const corrected = corrections.reduce(
    (sentence, { from, to }) => sentence.replace(new RegExp(`(?<![\\p{L}\\p{M}])${from}(?![\\p{L}\\p{M}])`, 'gu'), to),
    text,
  );
  return { text: corrected, corrections };
};

/** The number of passages with each stem. */
const counts = async (
  index: PassageIndex,
  stems: readonly string[],
  scopes: readonly Scope[],
): Promise<Map<string, number>> => {
  const lists = await index.lists('stem', stems, scopes, 0);
  return new Map(stems.map((stem, at) => [stem, lists[at]?.total ?? 0]));
};
