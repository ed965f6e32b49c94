import type { Passage } from '../../../core/document.ts';
import { languageOf } from '../../../core/text/language.ts';
import type { GlossaryLanguage } from './glossary.ts';

/** Characters of each passage that tell its page's language. */
const SAMPLE = 600;

/** The language of a page by passages of it; undefined if they do not tell. */
export const languageOfPage = (passages: readonly Pick<Passage, 'title' | 'headings' | 'text'>[]): string | undefined =>
  languageOf(
    passages
      .map(({ title, headings, text }, at) =>
        [...(at === 0 ? [title] : []), ...headings, text.slice(0, SAMPLE)].join('\n'),
      )
      .join('\n'),
  );

/** The language of a passage's page, if it is read in English. */
export type PageLanguage = (passage: Pick<Passage, 'documentId'>) => GlossaryLanguage | undefined;

/**
 * Tells which of the found pages are in the language of the question. A page that does not tell by itself, such as a table, has
 * the language of most others.
 * @param asked undefined if no page is to be read in another language than English
 */
export const pagesIn = (asked: GlossaryLanguage | undefined, passages: readonly Passage[]): PageLanguage => {
  if (asked === undefined) return () => undefined;
  const pages = Map.groupBy(passages, ({ documentId }) => documentId);
  const languages = new Map(Array.from(pages, ([id, own]) => [id, languageOfPage(own)] as const));
  const told = [...languages.values()].filter((language) => language !== undefined);
  const areMost = told.filter((language) => language === asked).length * 2 > told.length;
  return ({ documentId }) => {
    const language = languages.get(documentId);
    return language === asked || (language === undefined && areMost) ? asked : undefined;
  };
};
