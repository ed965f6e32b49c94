import type { PageTable } from '../pages/tables.ts';
import { withoutInnerQuestion } from '../reading/inner-question.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { MIN_TERM_MATCH, RELATED_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { stemOf } from '../words/stems.ts';
import type { Bound } from './bounds.ts';
import type { Operation } from './operation.ts';
import { cellStems } from './table-words.ts';

const COUNTS = /\bhow many\b|\bnumber of\b|\bcount\b/i;
/** The counted noun, the first plural of up to three words: "vans" in "How many electric vans have we". */
const COUNTED =
  /\b(?:how many|number of|count)\s+(?:of\s+|the\s+|our\s+|different\s+)*((?:[\p{L}-]+\s+){0,2}?(?:[\p{L}-]+s|people|staff|children|(?:wo)?men)(?![\p{L}-])|[\p{L}-]+)/iu;
const NOUN_OF = /[\p{L}-]+$/u;

/** True for a question for a number of things. */
export const asksForCount = ({ text }: ReadQuestion): boolean => COUNTS.test(withoutInnerQuestion(text));

/** The stem of the counted noun. It describes all rows, so it is no condition. */
export const countedNoun = (text: string): string =>
  stemOf(COUNTED.exec(text)?.[1]?.match(NOUN_OF)?.[0].toLowerCase() ?? '');

/** True for a column behind the rows' names with a number in each cell. */
const isOfNumbers = (table: PageTable, column: number): boolean =>
  !table.labelColumns.includes(column) && table.rows.every((cells) => /^\W{0,2}\p{N}/u.test(cells[column] ?? ''));

/** True for a table with a column that says how many of the counted noun there are: "People", beside a team of that name. */
export const hasColumnOf = (table: PageTable, counted: string): boolean =>
  table.columnStems.some((stems, column) => stems.has(counted) && isOfNumbers(table, column));

/** Maximum share of different cells of a column that says of which kind each row is. */
const MAX_KINDS = 0.7;
/** True if a column says which rows are what is counted: of a list of assets, those whose kind is "Headset". */
export const isKindOfRow = (table: PageTable, counted: string): boolean =>
  table.columns.some((_, column) => {
    const kinds = new Set(table.rows.map((cells) => cells[column] ?? ''));
    return (
      kinds.size <= table.rows.length * MAX_KINDS &&
      table.rows.some((_, row) => {
        const stems = cellStems(table, row, column);
        return stems.size === 1 && stems.has(counted);
      })
    );
  });

/** True if the rows of a table are not what is counted. "How many vans" counts the rows of a table of vehicles. */
export const countsSomethingElse = (
  { terms }: ReadQuestion,
  table: PageTable,
  counted: string,
  bounds: readonly Bound[],
): boolean => {
  const term = terms.find(({ stem }) => stem === counted);
  if (term === undefined) return false;
  // A column of hours says how many there are, whatever number of rows it has.
  if (hasColumnOf(table, term.stem)) return true;
  // "How many people joined in 2019" counts those rows, whatever the table calls them.
  if (term.light && bounds.some(({ year }) => year)) return false;
  return ![table.titleStems, table.nameStems, ...table.columnStems.slice(0, 1)].some(
    (stems) => termMatch(term, stems) >= RELATED_MATCH,
  );
};

/**
 * "How many teams are there?" counts all rows if the table's name matches.
 * @param context share of the question's content that the table's heads cover
 */
export const countOfAll = (
  table: PageTable,
  terms: readonly Term[],
  context: number,
  consumed: ReadonlySet<string>,
): Operation | undefined => {
  const isNamedBy = (stems: ReadonlySet<string>) => terms.some((term) => termMatch(term, stems) >= MIN_TERM_MATCH);
  const isLabelled = isNamedBy(table.columnStems[0] ?? new Set());
  const isNamed = isLabelled || isNamedBy(table.nameStems) || isNamedBy(table.titleStems);
  if (!isNamed || context < 0.99 || table.rows.length < 2) return undefined;
  const words = [...table.nameStems].filter((stem) => stem.length > 2);
  const share =
    words.length === 0 ? 0 : words.filter((stem) => terms.some((term) => term.stem === stem)).length / words.length;
  return {
    operator: 'count',
    table,
    rows: [...table.rows.keys()],
    quality: isLabelled ? 0.95 : 0.3 + 0.5 * share,
    consumed,
    says: `${table.rows.length} rows`,
  };
};
