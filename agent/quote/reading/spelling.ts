import { isEnglishWord } from '../../../core/text/english-words.ts';
import { STOP_WORDS } from '../../../core/text/question-terms.ts';
import { inCaseOf, slipsBetween, slipsOf } from '../../../core/text/slips.ts';
import { words } from '../../../core/text/words.ts';
import { type CommonLanguage, commonWords } from './common-words.ts';
import { stemOf } from './stems.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A word as typed and the word taken for it. */
export interface Correction {
  from: string;
  to: string;
}

/** Fewer letters are one slip away from too many others; three are mended only into the commonest words ("teh"). */
const MIN_LETTERS = 4;
const MIN_LETTERS_FOR_TWO = 7;
/** Words of a question that are looked into: one in a language that no page speaks is left as it is. */
const MAX_UNKNOWN = 5;
/** Words so common that a slip is probably one of them, although no page holds it: ranks below. */
const EVERYDAY_RANK = 3_000;

/**
 * Corrects slips of the finger: a word that is neither in the pages, nor among the common words of the languages that Parley
 * reads, nor any English word is replaced by the nearest word of the pages (one slip under seven letters, else two; the first
 * letter stays or is swapped with the second), or cut in two where both halves are words of the pages.
 *
 * @returns unknownNames: such words for which no correction was found, which are names that no page holds
 * @param nearby words of the pages that the rest of the question finds: among them a word two slips away is looked for
 */
export const correctSpelling = async (
  question: string,
  vocabulary: Vocabulary,
  nearby: () => Promise<ReadonlySet<string>>,
): Promise<{ text: string; corrections: Correction[]; unknownNames: string[] }> => {
  const unchanged = { text: question, corrections: [], unknownNames: [] };
  // Names in code and addresses are no words.
  const tokens = [...new Set(question.replace(/\S*[_/@\\.]\S+/g, ' ').match(/[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu) ?? [])];
  const typed = tokens.flatMap((token) => {
    const found = words(token);
    const [word] = found;
    return found.length === 1 && word && /^[a-z]{3,24}$/.test(word) && !STOP_WORDS.has(word) ? [{ token, word }] : [];
  });
  const held = await vocabulary.counts(typed.map(({ word }) => stemOf(word)));
  const missing = typed.filter(({ word }) => !held.get(stemOf(word)) && !isCommon(word));
  // Of rare words Hunspell's dictionary knows whether they are spelt right: "rotate" is no slip for "rota".
  const isRight = await Promise.all(missing.map(({ word }) => isEnglishWord(word)));
  const unknown = missing.filter((_, at) => !isRight[at]);
  if (unknown.length === 0 || unknown.length > MAX_UNKNOWN) return unchanged;

  const corrections: Correction[] = [];
  for (const { token, word } of unknown) {
    // A capital inside a sentence is a name that these pages do not know; it is corrected only where one slip explains it.
    const isName = /^\p{Lu}/u.test(token) && !question.trimStart().startsWith(token);
    const to =
      (await oneSlipAway(word, vocabulary)) ??
      (isName ? undefined : ((await cutInTwo(word, vocabulary)) ?? (await twoSlipsAway(word, await nearby()))));
    if (to !== undefined && to !== word) corrections.push({ from: token, to: inCaseOf(token, to) });
  }
  const text = corrections.reduce(
    (sentence, { from, to }) => sentence.replace(new RegExp(`(?<![\\p{L}\\p{M}])${from}(?![\\p{L}\\p{M}])`, 'gu'), to),
    question,
  );
  const corrected = new Set(corrections.map(({ from }) => from));
  // The letters of "SEV1" are no word.
  const isPart = (token: string) => new RegExp(`\\p{N}${token}|${token}\\p{N}`, 'u').test(question);
  return {
    text,
    corrections,
    unknownNames: unknown.flatMap(({ token }) => (corrected.has(token) || isPart(token) ? [] : [token])),
  };
};

const isCommon = (word: string): boolean =>
  (['en', 'de', 'fr', 'es'] satisfies CommonLanguage[]).some((language) => {
    const ranks = commonWords(language);
    return ranks.has(word) || (word.endsWith('s') && ranks.has(word.slice(0, -1)));
  });

const oneSlipAway = async (word: string, vocabulary: Vocabulary): Promise<string | undefined> => {
  const everyday = commonWords('en');
  const rankOf = (candidate: string) => everyday.get(candidate) ?? Number.POSITIVE_INFINITY;
  const candidates = slipsOf(word).filter((one) => one[0] === word[0] || (one[0] === word[1] && one[1] === word[0]));
  const isSwap = (one: string) => one.length === word.length && [...one].sort().join() === [...word].sort().join();
  if (word.length < MIN_LETTERS)
    return candidates.filter((one) => isSwap(one) && rankOf(one) < 200).sort((a, b) => rankOf(a) - rankOf(b))[0];
  const counts = await vocabulary.counts(candidates.map(stemOf));
  const scored = candidates.flatMap((one) => {
    const pages = counts.get(stemOf(one)) ?? 0;
    const common = rankOf(one) < EVERYDAY_RANK || STOP_WORDS.has(one);
    // What no page holds must at least be an everyday word; and a stem that happens to be held is no word by itself.
    if (pages === 0 && !common) return [];
    if (!everyday.has(one) && stemOf(one).length < one.length - 2) return [];
    const likely =
      Math.log1p(pages) +
      (everyday.has(one) ? 2 : 0) +
      (common ? 1 : 0) +
      (isSwap(one) ? 1 : 0) +
      (one.length > word.length ? 2 : 0);
    return [{ one, likely }];
  });
  return scored.sort((a, b) => b.likely - a.likely)[0]?.one;
};

/** "Sev 1", where pages write SEV1: a word that no page holds, and its number. */
const LEVEL = /(?<![\p{L}\p{N}])(\p{L}{1,6})[ -](\d{1,3})(?![\p{L}\p{N}.,])/gu;

/** A question with words and numbers joined as the pages join them. */
export const joinLevels = async (question: string, vocabulary: Vocabulary): Promise<string> => {
  const found = [...question.matchAll(LEVEL)];
  if (found.length === 0) return question;
  const key = (word: string) => stemOf(word.toLowerCase());
  const counts = await vocabulary.counts(
    found.flatMap(([, word = '', digits = '']) => [key(word), key(word + digits)]),
  );
  return question.replace(LEVEL, (typed, word: string, digits: string) =>
    !counts.get(key(word)) && counts.get(key(word + digits)) ? word + digits : typed,
  );
};

/** "dataprotection": both halves stand in the pages. */
const cutInTwo = async (word: string, vocabulary: Vocabulary): Promise<string | undefined> => {
  const cuts = Array.from(
    { length: Math.max(0, word.length - 5) },
    (_, at) => [word.slice(0, at + 3), word.slice(at + 3)] as const,
  );
  const counts = await vocabulary.counts(cuts.flat().map(stemOf));
  const scored = cuts
    .map(([first, second]) => ({
      text: `${first} ${second}`,
      pages: Math.min(counts.get(stemOf(first)) ?? 0, counts.get(stemOf(second)) ?? 0),
      common: isCommon(first) && isCommon(second),
    }))
    .filter(({ pages, common }) => pages > 0 && common);
  return scored.sort((a, b) => b.pages - a.pages)[0]?.text;
};

const twoSlipsAway = (word: string, nearby: ReadonlySet<string>): string | undefined => {
  // "gitlab" is no slip for "gitweb".
  if (word.length < MIN_LETTERS_FOR_TWO) return undefined;
  let best: { other: string; distance: number } | undefined;
  for (const other of nearby) {
    if (other.length < 5 || Math.abs(other.length - word.length) > 2 || other[0] !== word[0]) continue;
    const distance = slipsBetween(word, other);
    if (distance <= 2 && distance < (best?.distance ?? 3)) best = { other, distance };
  }
  return best?.other;
};
