import { isAscii, words } from '../../../../core/text/words.ts';
import type { Candidate } from '../../candidates/candidate.ts';
import { holdsMeasure } from '../../reading/answer-types.ts';
import type { ReadQuestion } from '../../reading/question.ts';
import type { Term } from '../../reading/terms.ts';
import { MONTHS } from '../../words/dates.ts';
import { ofLast } from '../../words/of-last.ts';

// Whether a text has the figure that the question asks for.

/** A number in the unit asked for: 1 in the candidate's own words, .3 in the shown text, -1 nowhere, 0 if no unit is asked for. */
export const measureOf = ({ measure }: ReadQuestion, own: string, shown: string): number => {
  if (measure === undefined) return 0;
  if (holdsMeasure(measure, own)) return 1;
  return holdsMeasure(measure, shown) ? 0.3 : -1;
};

const TOKEN = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * The shown text without the question's own names and numbers: "ISO 17025" does not answer a question for the number of
 * that accreditation.
 */
export const withoutNames = (shown: string, terms: readonly Term[]): string => {
  const { names, inAscii } = namesOf(terms);
  if (names.size === 0) return shown;
  if (!isAscii(shown)) return shown.replace(TOKEN, (token) => (names.has(wordOf(token)) ? ' ' : token));
  return inAscii ? shown.replace(inAscii, ' ') : shown;
};

const wordOf = (token: string): string => (isAscii(token) ? token.toLowerCase() : (words(token)[0] ?? token));

const namesOf = ofLast((terms: readonly Term[]) => {
  const names = new Set(terms.flatMap(({ specific, word }) => (specific ? [word] : [])));
  const ascii = [...names].filter((name) => /^[a-z\d]+$/.test(name));
  return {
    names,
    /** Matches them in an ASCII text; absent if none can be in one. */
    inAscii: ascii.length > 0 ? new RegExp(`(?<![a-z\\d])(?:${ascii.join('|')})(?![a-z\\d])`, 'gi') : undefined,
  };
});

/** The counted noun: "tables" in "How many tables". */
const COUNTED = /\bhow many\s+(?:of\s+|the\s+|our\s+|different\s+)*([\p{L}-]+)/iu;
/** Without years, days of a date and times, and without "one" and "first", which often count nothing: "as well as one other column". */
const NUMBER = String.raw`(?:(?<![\p{L}\p{N}])(?!(?:19|20)\d\d(?!\d)|\d{1,2}(?::\d\d|\.? (?:${MONTHS.join('|')})))\p{N}+|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|unlimited)\b)`;

/**
 * Whether a number is next to the noun that the question counts: 1 in the candidate's own words, .3 in the shown text,
 * -1 nowhere.
 */
export const countedNumber = (
  question: ReadQuestion,
  own: string,
  shown: string,
  { table, operation }: Pick<Candidate, 'table' | 'operation'>,
): number => {
  const beside = besideNoun(question.text)?.[table ? 'row' : 'sentence'];
  if (beside === undefined || operation || question.measure !== undefined) return 0;
  return beside.test(own) ? 1 : beside.test(shown) ? 0.3 : -1;
};

/** A row's cell of how many there are. */
const QUANTITY = `·\\s(?:how many|quantity|qty|count|in stock|pieces|amount)\\s?:\\s*${NUMBER}`;

const PEOPLE = /^(?:people|persons?|guests?|visitors?)$/;
const WHO = '(?:people|persons?|guests?|visitors?|staff|members?|employees|passengers|participants)';
/** Matches a number next to the noun that the question counts, in a sentence and in a row ("Head: cell · Head: cell"). */
const besideNoun = ofLast((question: string): { sentence: RegExp; row: RegExp } | undefined => {
  const noun = COUNTED.exec(question)?.[1]?.toLowerCase();
  if (noun === undefined) return undefined;
  const stem = noun.replace(/(?:ies|es|s|y)$/, '');
  // Matches inside names such as MAX_COLUMN.
  const start = `(?<![\\p{L}\\p{N}])`;
  if (!PEOPLE.test(noun)) {
    const after = `${start}${stem}[^.;\\n]{0,24}${NUMBER}`;
    return {
      sentence: new RegExp(`${NUMBER}[^.;|\\n]{0,24}${start}${stem}|${after}`, 'iu'),
      // "3281 · Kind: Headset" counts no headsets, "Headset · Kept in: cage · Quantity: 6" does.
      row: new RegExp(
        `${NUMBER}[^.;|·\\n]{0,24}${start}${stem}|${after}|${start}${stem}[^\\n]{0,200}${QUANTITY}`,
        'iu',
      ),
    };
  }
  // People are often counted without the word: "the boat takes six."
  const alone = `(?<![€$£¥:.,]|\\b\\p{Lu}{3}\\s?)${NUMBER}(?=\\s*(?:[.;)](?!\\p{N})|$))`;
  return {
    sentence: new RegExp(`${alone}|${NUMBER}[^.;|\\n]{0,24}${start}${WHO}|${start}${WHO}[^.;\\n]{0,24}${NUMBER}`, 'iu'),
    // "Dogs: on floor 2 · Visitor parking: 4 spaces" counts no visitors.
    row: new RegExp(
      `${alone}|${NUMBER}[^.;|·\\n]{0,24}${start}${WHO}|${start}${WHO}(?:\\s*\\([^)]*\\))?\\s*:?\\s*${NUMBER}`,
      'iu',
    ),
  };
});
