import type { Passage, Table } from '../../../core/document.ts';
import { headerName } from '../../../core/tables/markdown.ts';
import type { GlossaryLanguage } from '../languages/glossary.ts';
import { inEnglish } from '../languages/in-english.ts';
import { languageOfPage } from '../languages/page-languages.ts';
import { withoutNumber } from '../pages/heading-stems.ts';
import { innerTopics, type Suggestion } from './suggestion.ts';
import { labelColumn } from './table-suggestions.ts';

/** How people ask in a language about a table's row, by what its column is called in English, and how to do something. */
interface Templates {
  columns: readonly (readonly [RegExp, (label: string) => string])[];
  /** The question of a heading that says what is to be done; undefined if it says none. */
  howTo(heading: string): string | undefined;
}

const PERSON = /^(?:people|person|persons|contact|responsible|name|manager|lead|staff)$/i;
const PHONE = /^(?:phone|telephone|mobile|number|extension)\b/i;
const PRICE = /\b(?:price|cost|fee|rate)\b/i;
const MAX_HEADING = 60;

const TEMPLATES: Readonly<Record<GlossaryLanguage, Templates>> = {
  de: {
    columns: [
      [PERSON, (label) => `Wer ist für ${label} zuständig?`],
      [PHONE, (label) => `Welche Nummer hat ${label}?`],
      [PRICE, (label) => `Was kostet ${label}?`],
    ],
    howTo: (heading) =>
      /^\p{Lu}[^?!.:]* \p{Ll}{3,}(?:en|ern|eln)$/u.test(heading) ? `Wie kann ich ${heading}?` : undefined,
  },
  // In a sentence of these two a label needs its article, unless it is a name.
  fr: {
    columns: [
      [PHONE, (label) => `Quel est le numéro de ${label} ?`],
      [PRICE, (label) => `${label}, c’est combien ?`],
    ],
    howTo: (heading) =>
      /^\p{Lu}\p{Ll}+(?:er|ir|re)(?= )[^?!.:]*$/u.test(heading) ? `Comment ${lower(heading)} ?` : undefined,
  },
  es: {
    columns: [
      [PHONE, (label) => `¿Cuál es el teléfono de ${label}?`],
      [PRICE, (label) => `${label}, ¿cuánto cuesta?`],
    ],
    howTo: (heading) =>
      /^\p{Lu}\p{Ll}+(?:ar|er|ir)(?= )[^?!.:]*$/u.test(heading) ? `¿Cómo ${lower(heading)}?` : undefined,
  },
};

const lower = (heading: string): string => heading.charAt(0).toLowerCase() + heading.slice(1);

/** The language of a page, if it tells one that is not English. */
export const foreignLanguageOf = (passages: readonly Passage[]): string | undefined => {
  const language = languageOfPage(passages);
  return language === 'en' ? undefined : language;
};

/** Rows of a table that questions are made of. */
const MAX_ROWS = 2;

/**
 * Questions about a page in another language than English, in that language: those that its headings ask, how to do what a
 * heading names, and about rows of its tables. None in a language without templates but the first.
 */
export const foreignSuggestions = (
  passages: readonly Passage[],
  tables: readonly Table[],
  language: string,
): Suggestion[] => {
  const documentId = passages[0]?.documentId ?? '';
  const topics = passages.flatMap((passage) => [
    ...passage.headings.map((heading) => ({ topic: withoutNumber(heading), holds: '' })),
    ...innerTopics(passage),
  ]);
  const asked = topics
    .filter(({ topic }) => ASKED.test(topic))
    .map(({ topic, holds }): Suggestion => ({ question: topic, documentId, holds, isFromPage: true }));
  const templates = TEMPLATES[language as GlossaryLanguage] as Templates | undefined;
  if (!templates) return asked;
  const howTo = topics.flatMap(({ topic, holds }) => {
    const question = topic.length > MAX_HEADING ? undefined : templates.howTo(topic);
    return question === undefined ? [] : [{ question, documentId, holds }];
  });
  return [
    ...asked,
    ...howTo,
    ...tables.flatMap((table) => rowQuestions(table, templates, language as GlossaryLanguage)),
  ];
};

/** A whole question of an FAQ: at least four words. */
const ASKED = /^(?:[^?？\s\p{L}]*\p{L}[^?？\s]*\s+){3,}[^?？]{2,60}[?？]$/u;

const rowQuestions = (
  { documentId, columns, rows }: Table,
  templates: Templates,
  language: GlossaryLanguage,
): Suggestion[] => {
  const heads = columns.map((path) => inEnglish(headerName(path).trim(), language));
  for (const [head, ask] of templates.columns) {
    const named = labelColumn(rows);
    const column = heads.findIndex((name, at) => at > named && head.test(name));
    if (column < 0) continue;
    return rows.slice(0, MAX_ROWS).flatMap((row) => {
      const [label = '', cell = ''] = [row[named]?.trim(), row[column]?.trim()];
      return label === '' || cell === '' || /[|:;?,]/.test(label)
        ? []
        : [{ question: ask(label), documentId, holds: cell }];
    });
  }
  return [];
};
