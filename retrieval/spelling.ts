import type { Scope } from '../core/document.ts';
import { editsOf, matchCase } from '../core/text/edit-distance.ts';
import { isEnglishWord } from '../core/text/english-words.ts';
import { languageOf } from '../core/text/language.ts';
import { words } from '../core/text/words.ts';
import type { PassageIndex } from '../stores/index.ts';
import { FUNCTION_WORDS } from './ranking/function-words.ts';
import { stemmerOf } from './ranking/stem-by-language.ts';
import { stemOf } from './ranking/stems.ts';

/** A word that no page holds, and the word one slip away that some do. */
export interface Correction {
  from: string;
  to: string;
}

/** Shorter words are one slip away from too many others. */
const SHORTEST = 5;
/** Words of one question that are looked into: a question in a language that no page speaks is left as it is. */
const MAX_WORDS = 3;

/**
 * Corrects slips of the finger in a question: a word of Latin letters that no visible page holds is replaced by the word that
 * most pages hold among those one letter put in, left out, changed or swapped away (Damerau 1964; Norvig's candidates).
 * Words that some page holds are never touched, nor words that are spelt right in English. Costs one read for the question's words and, only where one is unknown,
 * a second for its candidates.
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
  // Pages that say nothing of rotating a key are not asked about a rota.
  const isRight = await Promise.all(missing.map(({ word }) => isEnglishWord(word)));
  const unknown = missing.filter((_, at) => !isRight[at]);
  if (unknown.length === 0) return { text, corrections: [] };

  const candidates = unknown.map(({ word }) => editsOf(word));
  const known = await counts(index, [...new Set(candidates.flat().map(stemOf))], scopes);
  const corrections = unknown.flatMap(({ token }, at): Correction[] => {
    const ranked = candidates[at]!.map((word) => ({ word, pages: known.get(stemOf(word)) ?? 0 }))
      .filter(({ pages }) => pages > 0)
      // Of the forms of one stem, the stem itself is the word as names are written.
      .sort((a, b) => b.pages - a.pages || Number(stemOf(b.word) === b.word) - Number(stemOf(a.word) === a.word));
    return ranked[0] ? [{ from: token, to: matchCase(token, ranked[0].word) }] : [];
  });
  // Where pages hold none of the words, and only some are a slip away from one, the question is in another language.
  const isForeign = languageOf(text) !== 'en' && missing.length === long.length;
  if (isForeign && corrections.length < missing.length) return { text, corrections: [] };
  const corrected = corrections.reduce(
    (sentence, { from, to }) => sentence.replace(new RegExp(`(?<![\\p{L}\\p{M}])${from}(?![\\p{L}\\p{M}])`, 'gu'), to),
    text,
  );
  return { text: corrected, corrections };
};

/** How many passages hold each stem. */
const counts = async (
  index: PassageIndex,
  stems: readonly string[],
  scopes: readonly Scope[],
): Promise<Map<string, number>> => {
  const lists = await index.lists('stem', stems, scopes, 0);
  return new Map(stems.map((stem, at) => [stem, lists[at]?.total ?? 0]));
};
