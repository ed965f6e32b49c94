import { languageOf } from '../../core/text/language.ts';
import { MAX_TERMS, withWordSpaces } from '../../core/text/question-terms.ts';
import { words } from '../../core/text/words.ts';
import { FUNCTION_WORDS, LIGHT_WORDS } from './function-words.ts';
import { identifiersIn } from './identifiers.ts';
import { narrowNamesIn } from './mentions.ts';
import { stemmerOf } from './stem-by-language.ts';
import { compoundStems, stemOf } from './stems.ts';

/** An analysed question. */
export interface Question {
  /** The folded words in order; long questions are truncated. */
  words: string[];
  /** The distinct stems of content words, or of all words if there are no content words. */
  stems: string[];
  /** For each of `stems`, the first word with it. */
  terms: string[];
  /** The stem of each word, in the question's language if there is a stemmer for it. */
  stemOfWord: ReadonlyMap<string, string>;
  /** Keys of the names in the question that are not `wide`. */
  names: string[];
  /** Runs of `words` that may be a page's title, longest first. `from` and `to` are indexes in `words`. */
  phrases: { key: string; from: number; to: number }[];
}

/** Maximum number of words, more than a person types. Truncates pasted pages, which bounds the work of a search. */
const MAX_WORDS = 4 * MAX_TERMS;
const MAX_TITLE_WORDS = 10;
/** Maximum content words of a question that light words are added to. Longer questions gain only noise from them. */
const MAX_TELLING = 2;

/** Analyses a question by the same rules as passages. */
export const analyseQuestion = (text: string): Question => {
  const cut = text.slice(0, MAX_WORDS * 20);
  const all = words(withWordSpaces(cut).replace(/['’]s\b/gu, '')).slice(0, MAX_WORDS);
  const telling = all.filter((word) => !FUNCTION_WORDS.has(word));
  const content =
    new Set(telling).size > MAX_TELLING
      ? telling
      : all.filter((word) => !FUNCTION_WORDS.has(word) || LIGHT_WORDS.has(word));
  const terms = new Map<string, string>();
  const inLanguage = stemsAsWritten(cut);
  const stemOfWord = new Map(all.map((word) => [word, LIGHT_WORDS.get(word) ?? inLanguage.get(word) ?? stemOf(word)]));
  for (const word of content.length > 0 ? content : all) {
    const stem = stemOfWord.get(word)!;
    if (terms.size < MAX_TERMS && !terms.has(stem)) terms.set(stem, word);
  }
  for (const compound of compoundStems(cut)) if (terms.size < MAX_TERMS) terms.set(compound, compound);
  for (const { key, text: written, words: parts } of identifiersIn(cut)) {
    for (const [stem, term] of [[key, written] as const, ...parts.map((part) => [stemOf(part), part] as const)])
      if (terms.size < MAX_TERMS && !terms.has(stem)) terms.set(stem, term);
  }
  const names = narrowNamesIn(cut);
  const capitals = new Set(
    Array.from(cut.matchAll(/(?<=\S\s+["'“(]?)[\p{Lu}\p{N}][\p{L}\p{N}\p{M}]*/gu), ([word]) => words(word)[0]!),
  );
  return {
    words: all,
    stems: [...terms.keys()],
    terms: [...terms.values()],
    stemOfWord,
    names,
    phrases: phrasesOf(all.slice(0, MAX_TERMS), new Set(names), capitals),
  };
};

/** Stems by folded word, if there is a stemmer for the question's language. */
const stemsAsWritten = (text: string): Map<string, string> => {
  const stem = stemmerOf(languageOf(text));
  return new Map(
    stem
      ? Array.from(text.matchAll(/[\p{L}\p{M}]{3,}/gu), ([word]) => [words(word)[0] ?? word, stem(word)] as const)
      : [],
  );
};

/**
 * N-grams that may be titles: those with at least two content words or capitalised words ("He Knows You're Alone"), and names
 * of one word (docs/search.md, ranking step 3).
 */
const phrasesOf = (
  all: readonly string[],
  names: ReadonlySet<string>,
  capitals: ReadonlySet<string>,
): Question['phrases'] => {
  const phrases: Question['phrases'] = [];
  for (let length = Math.min(MAX_TITLE_WORDS, all.length); length >= 1; length--) {
    for (let from = 0; from + length <= all.length; from++) {
      const gram = all.slice(from, from + length);
      const key = gram.join(' ');
      if (names.has(key) || gram.filter((word) => !FUNCTION_WORDS.has(word) || capitals.has(word)).length >= 2)
        phrases.push({ key, from, to: from + length });
    }
  }
  return phrases;
};
