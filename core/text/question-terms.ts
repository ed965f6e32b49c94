import { withoutAttached } from './attached-words.ts';
import { fold } from './fold.ts';
import { FUNCTION_WORDS_OF_SCRIPTS } from './function-words.ts';
import { wordStem } from './word-stem.ts';
import { words as allWords } from './words.ts';

/** Stop words. They are dropped unless a question has no other words. */
export const STOP_WORDS: ReadonlySet<string> = new Set([
  ...`a am an and are as at be been being but by can could did do does doing for from had has have having he her hers him his how i if in into
  is it its me my no nor not of on or our ours she should so some such than that the their theirs them then there these
  they this those to too us very was we were what when where which while who whom whose why will with would you your
  yours s t d ll m re ve`.split(/\s+/),
  ...FUNCTION_WORDS_OF_SCRIPTS,
]);

/** The words of a text that are no stop words, in order. */
export const contentWords = (text: string): string[] => allWords(text).filter((word) => !STOP_WORDS.has(word));

/** Maximum terms of a query, more than a person types, so that a pasted page costs little. */
export const MAX_TERMS = 64;

const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Scripts without spaces between words; ICU's dictionary segments them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

let words: Intl.Segmenter | undefined;

/** Inserts spaces between words in scripts without spaces; leaves other text unchanged. */
export const withWordSpaces = (text: string): string =>
  text.normalize('NFC').replace(UNSPACED, (run) => {
    words ??= new Intl.Segmenter(undefined, { granularity: 'word' });
    return ` ${Array.from(words.segment(run), (part) => part.segment).join(' ')} `;
  });

const ATTACHING = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Hangul}\p{M}]{2,}/gu;

/** A text as a tokeniser reads it that knows neither words without spaces nor those with others attached, nor the dotless i. */
export const forTokeniser = (text: string): string =>
  withWordSpaces(text)
    .replaceAll('ı', 'i')
    .replace(ATTACHING, (word) => {
      const folded = fold(word);
      return withoutAttached(folded) ?? folded;
    });

/**
 * The words to search for: unique by stem, without stop words unless there are no others, at most `MAX_TERMS`, in
 * order. Empty if the question contains no word.
 */
export const questionTerms = (question: string): string[] => {
  const content = new Map<string, string>();
  const others = new Map<string, string>();
  for (const [word] of withWordSpaces(question).matchAll(WORD)) {
    const lower = word.toLowerCase();
    const folded = fold(lower);
    const kept = STOP_WORDS.has(folded) ? others : content;
    const stem = wordStem(folded);
    if (!kept.has(stem)) kept.set(stem, lower);
    if (content.size >= MAX_TERMS) break;
  }
  return [...(content.size > 0 ? content : others).values()].slice(0, MAX_TERMS);
};

/** A question's terms as `countTerms` counts them, for stores without their own tokeniser. */
export const questionStems = (question: string): string[] => [
  ...new Set(questionTerms(question).flatMap((word) => (fold(word).match(WORD) ?? []).map(wordStem))),
];

/** Number of occurrences of each stem, and the number of words: the input of BM25. */
export const countTerms = (text: string): { terms: Map<string, number>; length: number } => {
  const terms = new Map<string, number>();
  let length = 0;
  for (const [word] of fold(withWordSpaces(text)).matchAll(WORD)) {
    const term = wordStem(word);
    terms.set(term, (terms.get(term) ?? 0) + 1);
    length += 1;
  }
  return { terms, length };
};
