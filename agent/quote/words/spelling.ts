import { editDistance, editsOf, matchCase } from '../../../core/text/edit-distance.ts';
import { isEnglishWord } from '../../../core/text/english-words.ts';
import { STOP_WORDS } from '../../../core/text/question-terms.ts';
import { words } from '../../../core/text/words.ts';
import { type CommonLanguage, commonWords, EVERYDAY_RANK, rankOf } from './common-words.ts';
import { regionNames } from './region-names.ts';
import { halvesOf, stemOf } from './stems.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A typed word and its correction. */
export interface Correction {
  from: string;
  to: string;
}

/**
 * Minimum letters of a word to correct. Shorter words are close to too many others; three letters are only corrected to
 * the commonest words ("teh").
 */
const MIN_LETTERS = 4;
const MIN_LETTERS_FOR_TWO = 7;
/** Maximum unknown words. With more, the question is probably in a language of no page. */
const MAX_UNKNOWN = 5;

/**
 * Corrects typos. Corrects only words that neither the pages, nor the common words of Parley's languages, nor the
 * English dictionary contain. Takes the nearest word of the pages: one edit for words under seven letters, otherwise
 * two; the first letter stays or is swapped with the second. Or splits the word into two words of the pages.
 * @param nearby returns the words of the pages that the rest of the question finds, the candidates for two edits
 */
export const correctSpelling = async (
  question: string,
  vocabulary: Vocabulary,
  nearby: () => Promise<ReadonlySet<string>>,
): Promise<{ text: string; corrections: Correction[] }> => {
  const unchanged = { text: question, corrections: [] };
  // Ignores names in code and addresses.
  const tokens = [...new Set(question.replace(/\S*[_/@\\.]\S+/g, ' ').match(/[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu) ?? [])];
  const typed = tokens.flatMap((token) => {
    const found = words(token);
    const [word] = found;
    return found.length === 1 && word && /^[a-z]{3,24}$/.test(word) && !STOP_WORDS.has(word) ? [{ token, word }] : [];
  });
  const held = await vocabulary.counts(typed.map(({ word }) => stemOf(word)));
  const missing = typed.filter(({ word }) => !held.get(stemOf(word)) && !isCommon(word));
  // Hunspell's dictionary recognises rare words: "rotate" is not a typo for "rota".
  const isRight = await Promise.all(missing.map(({ word }) => isEnglishWord(word)));
  // Pages that write "co-working" hold "coworking" too.
  const halves = missing.map(({ word }) => halvesOf(word)?.half).map((half) => half && stemOf(half));
  const halvesHeld = await vocabulary.counts(halves.flatMap((half) => half ?? []));
  const unknown = missing.filter((_, at) => !isRight[at] && !halvesHeld.get(halves[at] ?? ''));
  if (unknown.length === 0 || unknown.length > MAX_UNKNOWN) return unchanged;

  const found: Correction[] = [];
  for (const { token, word } of unknown) {
    // A capitalised word inside a sentence is an unknown name, corrected only by one edit.
    const isName = /^\p{Lu}/u.test(token) && !question.trimStart().startsWith(token);
    const to =
      (isName || /\p{Lu}/u.test(token) ? undefined : splitFunctionWords(word)) ??
      (asksHow(question, token) ? MEASURES.find((one) => editDistance(word, one) === 1) : undefined) ??
      (await correctOneEdit(word, vocabulary)) ??
      (isName ? undefined : ((await splitWord(word, vocabulary)) ?? (await correctTwoEdits(word, await nearby()))));
    if (to !== undefined && to !== word) found.push({ from: token, to: matchCase(token, to) });
  }
  const isInPages = (token: string) => typed.some((one) => one.token === token && held.get(stemOf(one.word)));
  const unread = new Set(
    unknown.map(({ token }) => token).filter((token) => !found.some(({ from }) => from === token)),
  );
  const corrections = found.filter(({ from }) => {
    const { before, after } = neighboursOf(from, question);
    // "Ana Novak" is somebody, and no Nova, if no page knows an Ana.
    return ![before, after].some(
      (other) => other && (unread.has(other) || (areNames(from, other, question) && !isInPages(other))),
    );
  });
  const text = corrections.reduce(
    (sentence, { from, to }) => sentence.replace(new RegExp(`(?<![\\p{L}\\p{M}])${from}(?![\\p{L}\\p{M}])`, 'gu'), to),
    question,
  );
  return { text, corrections };
};

/** The words beside a word, if nothing but a space is between them. */
const neighboursOf = (token: string, question: string): { before?: string; after?: string } => {
  const beside = new RegExp(`(?:(${WORD}) )?(?<![\\p{L}\\p{M}])${token}(?![\\p{L}\\p{M}])(?: (${WORD}))?`, 'u');
  const [, before, after] = beside.exec(question) ?? [];
  return { before, after };
};
const WORD = String.raw`[\p{L}\p{M}]+(?:['’]\p{L}+)?`;

/** Whether two words that stand side by side are written as a name: "Ana Novak", and not "Claim Hottel" or "Where Novak". */
const areNames = (token: string, other: string, question: string): boolean => {
  const [word] = words(other);
  const opens = question.trimStart().startsWith(other);
  return [token, other].every((one) => /^\p{Lu}\p{Ll}/u.test(one)) && !(opens && word && rankOf(word) < EVERYDAY_RANK);
};

/** What stands after "how": "how mutch" is no "match". */
const MEASURES = 'much many long often far big old soon high deep fast large heavy'.split(' ');
const asksHow = (question: string, token: string): boolean => new RegExp(`\\bhow\\s+${token}\\b`, 'iu').test(question);

const isCommon = (word: string): boolean =>
  regionNames().has(word) ||
  (['en', 'de', 'fr', 'es'] satisfies CommonLanguage[]).some((language) => {
    const ranks = commonWords(language);
    return ranks.has(word) || (word.endsWith('s') && ranks.has(word.slice(0, -1)));
  });

/**
 * The likeliest word at a distance of one edit. Pages are indexed by stems, so that a form of a word that is no word itself
 * ("walke" for "walkie") has a stem that they contain.
 */
const correctOneEdit = async (word: string, vocabulary: Vocabulary): Promise<string | undefined> => {
  const everyday = commonWords('en');
  const candidates = editsOf(word).filter((one) => one[0] === word[0] || (one[0] === word[1] && one[1] === word[0]));
  const isSwap = (one: string) => one.length === word.length && [...one].sort().join() === [...word].sort().join();
  if (word.length < MIN_LETTERS)
    return candidates.filter((one) => isSwap(one) && rankOf(one) < 200).sort((a, b) => rankOf(a) - rankOf(b))[0];
  const counts = await vocabulary.counts(candidates.map(stemOf));
  const scored = candidates.flatMap((one) => {
    const pages = counts.get(stemOf(one)) ?? 0;
    const common = rankOf(one) < EVERYDAY_RANK || STOP_WORDS.has(one);
    // A word that no page contains must be common. A short stem that pages happen to contain is no word.
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
  for (const { one } of scored.sort((a, b) => b.likely - a.likely))
    if (everyday.has(one) || stemOf(one) === one || (await isEnglishWord(one))) return one;
  return undefined;
};

/** A word and a number that pages may join: "Sev 1" for SEV1. */
const LEVEL = /(?<![\p{L}\p{N}])(\p{L}{1,6})[ -](\d{1,3})(?![\p{L}\p{N}.,])/gu;

/** Joins a word with its number if pages contain only the joined form: "Sev 1" becomes "Sev1". */
export const joinNumberedWords = async (question: string, vocabulary: Vocabulary): Promise<string> => {
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

/** Maximum letters of two function words typed as one. */
const MAX_GLUED = 9;

/** Splits two function words that were typed as one, as in "how doi" and "whatis". */
const splitFunctionWords = (word: string): string | undefined => {
  if (word.length > MAX_GLUED) return undefined;
  for (let at = word.length - 1; at > 1; at -= 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)];
    if (GLUED_FIRST.has(first) && STOP_WORDS.has(second)) return `${first} ${second}`;
  }
  return undefined;
};
/** Words that open a question and are typed together with the next one. */
const GLUED_FIRST: ReadonlySet<string> = new Set(
  'do does did can could is are was will would should must how what where when who why to in on of for'.split(' '),
);

/** Splits a word such as "dataprotection" if pages contain both halves. */
const splitWord = async (word: string, vocabulary: Vocabulary): Promise<string | undefined> => {
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

const correctTwoEdits = (word: string, nearby: ReadonlySet<string>): string | undefined => {
  // "gitlab" is not a typo for "gitweb".
  if (word.length < MIN_LETTERS_FOR_TWO) return undefined;
  let best: { other: string; distance: number } | undefined;
  for (const other of nearby) {
    if (other.length < 5 || Math.abs(other.length - word.length) > 2 || other[0] !== word[0]) continue;
    const distance = editDistance(word, other);
    if (distance <= 2 && distance < (best?.distance ?? 3)) best = { other, distance };
  }
  return best?.other;
};
