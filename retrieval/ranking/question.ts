import { languageOf } from '../../core/text/language.ts';
import { MAX_TERMS, spaced } from '../../core/text/question-terms.ts';
import { words } from '../../core/text/words.ts';
import { FUNCTION_WORDS } from './function-words.ts';
import { identifiersIn } from './identifiers.ts';
import { namesIn } from './mentions.ts';
import { stemmerOf } from './stem-by-language.ts';
import { stemOf } from './stems.ts';

/** A question, taken apart. */
export interface Question {
  /** Its words, folded, in order; long questions are cut. */
  words: string[];
  /** Unique content stems; when the question has no content word, its other words' stems. */
  stems: string[];
  /** The word that each stem was first met as. */
  terms: string[];
  /** The stem of each of its words, in its own language where that has a stemmer. */
  stemOfWord: ReadonlyMap<string, string>;
  /** Keys of the names in it, without wide ones. */
  names: string[];
  /** Runs of its words that may be a page's title, longest first. */
  phrases: { key: string; from: number; to: number }[];
}

/** Words looked at; more than a person types. A pasted page is cut here, so that a search's work is bounded. */
const MAX_WORDS = 4 * MAX_TERMS;
const MAX_TITLE_WORDS = 10;

/** Takes a question apart by the rules that passages are taken apart by. */
export const analyseQuestion = (text: string): Question => {
  const cut = text.slice(0, MAX_WORDS * 20);
  const all = words(spaced(cut).replace(/['’]s\b/gu, '')).slice(0, MAX_WORDS);
  const content = all.filter((word) => !FUNCTION_WORDS.has(word));
  const terms = new Map<string, string>();
  const inLanguage = stemsAsWritten(cut);
  const stemOfWord = new Map(all.map((word) => [word, inLanguage.get(word) ?? stemOf(word)]));
  for (const word of content.length > 0 ? content : all) {
    const stem = stemOfWord.get(word)!;
    if (terms.size < MAX_TERMS && !terms.has(stem)) terms.set(stem, word);
  }
  for (const { key, text: written, words: parts } of identifiersIn(cut)) {
    for (const [stem, term] of [[key, written] as const, ...parts.map((part) => [stemOf(part), part] as const)])
      if (terms.size < MAX_TERMS && !terms.has(stem)) terms.set(stem, term);
  }
  const names = [...new Set(namesIn(cut).flatMap(({ key, wide }) => (wide ? [] : [key])))];
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

/** Stems by folded word, where the question's language has a stemmer. */
const stemsAsWritten = (text: string): Map<string, string> => {
  const stem = stemmerOf(languageOf(text));
  return new Map(
    stem
      ? Array.from(text.matchAll(/[\p{L}\p{M}]{3,}/gu), ([word]) => [words(word)[0] ?? word, stem(word)] as const)
      : [],
  );
};

/**
 * N-grams that may be titles: of at least two content words or two words in capitals ("He Knows You're Alone"), and single
 * words that are written as names (docs/search.md, ranking step 3).
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
