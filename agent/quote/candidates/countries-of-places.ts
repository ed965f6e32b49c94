import { cellStems } from '../operators/table-words.ts';
import { labelsOf, type PageTable } from '../pages/tables.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { countryNames } from '../words/named-kinds.ts';
import { stemsOf } from '../words/stems.ts';

/** Most words of a row's name that a place is known by: "Bergen (head office)". */
const MAX_LABEL_WORDS = 4;

/**
 * The question with the country of each place that it names, where a table of the found pages has it in the place's row: rules
 * are often given by country, and asked by whoever knows the office.
 */
export const withCountries = (question: ReadQuestion, tables: readonly PageTable[]): ReadQuestion => {
  const isCountry = (word: string) => countriesIn(word).length > 0;
  const countries = new Map<string, string[]>();
  for (const term of question.terms) {
    if (!term.proper || isCountry(term.word)) continue;
    const found = new Set(tables.flatMap((table) => countriesBeside(table, term.stem)));
    if (found.size === 1) countries.set(term.stem, [...found].flatMap(stemsOf));
  }
  if (countries.size === 0) return question;
  const terms = question.terms.map((term) => {
    const country = countries.get(term.stem);
    return country ? { ...term, synonyms: [...new Set([...term.synonyms, ...country])] } : term;
  });
  return { ...question, terms };
};

/** The countries in the rows that are called after a place. */
const countriesBeside = (table: PageTable, place: string): string[] =>
  [...table.rows.keys()].flatMap((row) => {
    const isCalled = table.labelColumns.some((column) => {
      const stems = cellStems(table, row, column);
      return stems.size <= MAX_LABEL_WORDS && stems.has(place);
    });
    if (!isCalled) return [];
    const labels = labelsOf(table, row);
    return (table.rows[row] ?? []).filter((cell) => !labels.includes(cell)).flatMap(countriesIn);
  });

const countriesIn = (text: string): string[] => [...(text.match(countryNames()) ?? [])];
