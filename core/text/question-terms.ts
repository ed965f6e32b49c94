import { stemmer } from 'stemmer';

/** Words that say nothing about what is asked; left out unless the question has no others. */
export const STOP_WORDS = new Set(
  `a am an and are as at be been being but by can could did do does doing for from had has have having he her hers him his how i if in into
  is it its me my no nor not of on or our ours she should so some such than that the their theirs them then there these
  they this those to too us very was we were what when where which while who whom whose why will with would you your
  yours s t d ll m re ve`.split(/\s+/),
);

/** More terms than a person types; a pasted page is cut here, so that a query's work is bounded. */
export const MAX_TERMS = 64;

const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** Scripts that write no spaces between words: their runs are cut into words by ICU's dictionary. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

let words: Intl.Segmenter | undefined;

/** The text with spaces between words where its script writes none; other text comes back as it is. */
export const spaced = (text: string): string =>
  text.replace(UNSPACED, (run) => {
    words ??= new Intl.Segmenter(undefined, { granularity: 'word' });
    return ` ${Array.from(words.segment(run), (part) => part.segment).join(' ')} `;
  });

/**
 * The words to look for: unique by stem, without stop words (with them when there is nothing else), at most
 * `MAX_TERMS`, in the order typed. Empty when the question holds no word at all.
 */
export const questionTerms = (question: string): string[] => {
  const content = new Map<string, string>();
  const others = new Map<string, string>();
  for (const [word] of spaced(question).matchAll(WORD)) {
    const lower = word.toLowerCase();
    const kept = STOP_WORDS.has(lower) ? others : content;
    const stem = stemmer(lower);
    if (!kept.has(stem)) kept.set(stem, lower);
    if (content.size >= MAX_TERMS) break;
  }
  return [...(content.size > 0 ? content : others).values()].slice(0, MAX_TERMS);
};

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();

const stems = new Map<string, string>();
/** A word's stem, remembered: texts repeat their words. */
const stem = (word: string): string => {
  let known = stems.get(word);
  if (known === undefined) {
    known = stemmer(word);
    if (stems.size > 100_000) stems.clear();
    stems.set(word, known);
  }
  return known;
};

/** A question's terms as `countTerms` counts them: for stores without a tokeniser of their own. */
export const questionStems = (question: string): string[] => [
  ...new Set(questionTerms(question).flatMap((word) => (fold(word).match(WORD) ?? []).map(stem))),
];

/** How often each stem occurs in a text, and how many words it has: what BM25 needs of a passage. */
export const countTerms = (text: string): { terms: Map<string, number>; length: number } => {
  const terms = new Map<string, number>();
  let length = 0;
  for (const [word] of fold(spaced(text)).matchAll(WORD)) {
    const term = stem(word);
    terms.set(term, (terms.get(term) ?? 0) + 1);
    length += 1;
  }
  return { terms, length };
};
