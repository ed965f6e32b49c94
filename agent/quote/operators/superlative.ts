import { wordTable } from '../../../core/word-table.ts';
import { labelsOf, type PageTable, tableShown } from '../pages/tables.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { daysIn, yearsIn } from '../words/dates.ts';
import { quantitiesIn } from '../words/numbers.ts';
import { stemOf } from '../words/stems.ts';
import type { Operation, Operator } from './operation.ts';
import { cellStems, columnOf, contentTerms, inHeads, shareOf } from './table-words.ts';

interface Superlative {
  words: RegExp;
  /** Which end of the sorted column answers. */
  end: 'high' | 'low';
  /**
   * Stems of column heads that the word implies if the question names none. If empty, the question must name the
   * column.
   */
  columns: readonly string[];
}

const stems = (text: string) => text.split(' ').map(stemOf);
const SIZES = stems('people size seats staff employees area capacity population members headcount room inhabitants');
const SINCE = stems('joined opened founded since start started built established year born');
const PRICES = stems('price cost fee eur usd month');
const TIMES = stems('answer time duration response hours minutes');
const SUPERLATIVES: readonly Superlative[] = [
  { words: /\b(?:biggest|largest|greatest|größte\w*)\b/i, end: 'high', columns: SIZES },
  { words: /\b(?:smallest|tiniest)\b/i, end: 'low', columns: SIZES },
  { words: /\b(?:cheapest|least expensive|lowest[- ]price\w*)\b/i, end: 'low', columns: PRICES },
  { words: /\b(?:most expensive|priciest|dearest|costliest)\b/i, end: 'high', columns: PRICES },
  {
    words:
      /\b(?:oldest|earliest|longest ago|least recent(?:ly)?|been (?:here|with us|around) (?:the )?longest|longest[- ]serving|opened first|joined first|first to (?:open|join))\b/i,
    end: 'low',
    columns: SINCE,
  },
  { words: /\b(?:newest|youngest|latest|most recent(?:ly)?|joined last|opened last)\b/i, end: 'high', columns: SINCE },
  { words: /\bheaviest\b/i, end: 'high', columns: stems('weight mass kg') },
  { words: /\blightest\b/i, end: 'low', columns: stems('weight mass kg') },
  { words: /\bdeepest\b/i, end: 'high', columns: stems('depth') },
  { words: /\b(?:tallest|highest)\b/i, end: 'high', columns: stems('height elevation') },
  { words: /\bfastest|quickest|shortest\b/i, end: 'low', columns: TIMES },
  { words: /\bslowest\b/i, end: 'high', columns: TIMES },
  { words: /\blongest\b/i, end: 'high', columns: stems('length duration range life battery') },
  { words: /\b(?:most|highest|maximum)\b/i, end: 'high', columns: [] },
  { words: /\b(?:fewest|least|lowest|minimum)\b/i, end: 'low', columns: [] },
];
const GENERIC = new Set(stems('country office team person product plan company row one colleague city employee who'));
/** "The maximum I may spend" is a limit that pages state, and no row at the end of a column. */
const ASKS_A_LIMIT =
  /\b(?:most|maximum|minimum|highest|lowest) (?:amount )?(?:that )?(?:i|we|you|one|people) (?:may|can|must|could)\b/i;
/** Minimum share of a column's cells that have a comparable value. */
const MIN_VALUES = 0.6;

/** Selects the row at one end of a column: the largest team by people, the highest pension contribution by country. */
export const superlative: Operator = (question, tables) => {
  const asked = SUPERLATIVES.find(({ words }) => words.test(question.text));
  if (!asked || ASKS_A_LIMIT.test(question.text)) return [];
  const used = new Set(
    (question.text.match(asked.words)?.[0] ?? '')
      .toLowerCase()
      .split(/[\s-]+/)
      .map(stemOf),
  );
  const terms = contentTerms(question.terms).filter(({ stem }) => !used.has(stem));
  return [
    ...tables.flatMap((table) => alongColumn(asked, table, terms, question, used)),
    ...tables.flatMap((table) => alongRow(asked, table, question, used)),
  ];
};

/** Compares the rows of a column. */
const alongColumn = (
  asked: Superlative,
  table: PageTable,
  terms: readonly Term[],
  question: ReadQuestion,
  used: ReadonlySet<string>,
): Operation[] => {
  if (table.rows.length < 2) return [];
  const named = measureFirst(question, asked)
    .filter(({ stem }) => !used.has(stem))
    .flatMap((term) => [measuredColumn(table, term), ...columnsWith(table, term)])
    .filter((column) => column > 0)
    // Of "Dose, dog" and "Dose, cat", "the highest dose for cats" measures the one that it names more of.
    .toSorted((a, b) => namedIn(table, b, terms) - namedIn(table, a, terms));
  const meant = table.columnStems.flatMap((head, column) =>
    column > 0 &&
    (asked.columns.some((stem) => head.has(stem)) || (asked.columns === PRICES && holdsMoney(table, column)))
      ? [column]
      : [],
  );
  for (const [column, explicit] of [
    ...named.map((one) => [one, true] as const),
    ...meant.map((one) => [one, false] as const),
  ]) {
    const values = valuesOf(table.rows.map((cells) => cells[column] ?? ''));
    if (!values) continue;
    const compared = rowsNamed(table, terms);
    const row = extreme(values, asked.end, compared.rows);
    if (row === undefined) continue;
    const value = values[row];
    const ties = compared.rows.filter((at) => values[at] === value);
    const context = shareOf(terms, (term) => inHeads(table, term) || compared.by.includes(term));
    if (terms.length > 0 && context === 0) continue;
    const merged = ties.length > 3 ? undefined : ties;
    if (!merged) continue;
    return [
      {
        operator: 'superlative',
        table,
        rows: merged,
        quality: (explicit ? 0.6 : 0.5) + 0.4 * context,
        consumed: used,
        says: `${asked.end === 'high' ? 'highest' : 'lowest'} of ${compared.rows.length} by ${tableShown(table).columns[column] ?? ''}`,
      },
    ];
  }
  return [];
};

/**
 * The question's terms, those after the superlative first: "Which year had the most hours?" compares hours, and asks for
 * a year.
 */
const measureFirst = ({ text, terms }: ReadQuestion, { words }: Superlative): readonly Term[] => {
  const behind = text.slice(text.search(words)).toLowerCase();
  const isBehind = ({ word }: Term) => behind.includes(word);
  return [...terms.filter(isBehind), ...terms.filter((term) => !isBehind(term))];
};

/** True if most of a column's cells are amounts of money, whatever its head says: "New" and "Used". */
const holdsMoney = (table: PageTable, column: number): boolean => {
  const cells = table.rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  const amounts = cells.filter((cell) => quantitiesIn(cell).some(({ currency }) => currency !== undefined));
  return cells.length > 1 && amounts.length >= cells.length * MIN_VALUES;
};

const TOTAL = stems('total sum overall');

/** The column that a term names; the total if several columns are parts of it ("Cost Parts", "Cost Total"). */
const measuredColumn = (table: PageTable, term: Term): number => {
  const column = columnOf(table, term);
  const match = termMatch(term, table.columnStems[column] ?? new Set());
  const total = table.columnStems.findIndex(
    (head) => TOTAL.some((stem) => head.has(stem)) && termMatch(term, head) >= match,
  );
  return column >= 0 && total >= 0 ? total : column;
};

/** The columns whose heads contain a term, of which `measuredColumn` is the first. */
const columnsWith = (table: PageTable, term: Term): number[] =>
  table.columnStems.flatMap((head, column) => (termMatch(term, head) >= MIN_TERM_MATCH ? [column] : []));

/** Number of terms that a column's head contains. */
const namedIn = (table: PageTable, column: number, terms: readonly Term[]): number =>
  terms.filter((term) => termMatch(term, table.columnStems[column] ?? new Set()) >= MIN_TERM_MATCH).length;

/**
 * The rows that a superlative compares: those with a cell that the question names in full ("the most hours from frost"),
 * or all rows if fewer than two have one. A cell that merely shares a word ("unknown bird" in a table of bird strikes)
 * names nothing.
 */
const rowsNamed = (table: PageTable, terms: readonly Term[]): { rows: readonly number[]; by: readonly Term[] } => {
  const namers = terms.filter((term) => !inHeads(table, term));
  const by = new Set<Term>();
  const rows = [...table.rows.keys()].filter((row) => {
    const namersOf = (table.rows[row] ?? []).map((_, column) => namersInFull(cellStems(table, row, column), namers));
    for (const term of namersOf.flat()) by.add(term);
    return namersOf.some((found) => found.length > 0);
  });
  return rows.length < 2 ? { rows: [...table.rows.keys()], by: [] } : { rows, by: [...by] };
};

/** The terms that name a cell; none if one of its words is not among them. */
const namersInFull = (cell: ReadonlySet<string>, terms: readonly Term[]): Term[] => {
  const namers = [...cell].map((stem) => terms.find((term) => termMatch(term, new Set([stem])) >= MIN_TERM_MATCH));
  return namers.every((term) => term !== undefined) ? namers : [];
};

/** Compares the columns of a row, for tables whose rows are properties ("Employer pension contribution"). */
const alongRow = (
  asked: Superlative,
  table: PageTable,
  question: ReadQuestion,
  used: ReadonlySet<string>,
): Operation[] => {
  if (table.columns.length < 3) return [];
  const terms = contentTerms(question.terms).filter(({ stem }) => !used.has(stem) && !GENERIC.has(stem));
  if (terms.length === 0) return [];
  let best: { row: number; share: number } | undefined;
  for (const row of table.rows.keys()) {
    const label = new Set(
      labelsOf(table, row)
        .join(' ')
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.map(stemOf),
    );
    const share = shareOf(terms, (term) => termMatch(term, label) >= MIN_TERM_MATCH);
    if (share > (best?.share ?? 0.49)) best = { row, share };
  }
  const [label] = table.rows[best?.row ?? 0] ?? [];
  // A label of several rows makes them records, whose columns hold unlike things, such as a year and a count.
  if (!best || table.rows.filter((cells) => cells[0] === label).length > 1) return [];
  const values = valuesOf((table.rows[best.row] ?? []).slice(1));
  const at = values && extreme(values, asked.end);
  if (at === undefined) return [];
  return [
    {
      operator: 'superlative',
      table,
      rows: [best.row],
      quality: 0.35 + 0.6 * best.share,
      consumed: new Set([...used, ...GENERIC]),
      says: `${asked.end === 'high' ? 'highest' : 'lowest'}: ${tableShown(table).columns[at + 1] ?? ''}`,
    },
  ];
};

const extreme = (
  values: readonly (number | undefined)[],
  end: 'high' | 'low',
  places: Iterable<number> = values.keys(),
): number | undefined => {
  let best: number | undefined;
  for (const at of places) {
    const value = values[at];
    if (value === undefined) continue;
    const leader = best === undefined ? undefined : values[best];
    if (leader === undefined || (end === 'high' ? value > leader : value < leader)) best = at;
  }
  return best;
};

const MINUTES = wordTable<number>({
  second: 1 / 60,
  minute: 1,
  min: 1,
  hour: 60,
  day: 1440,
  week: 10080,
  month: 43_800,
  year: 525_600,
});

/**
 * Cells as comparable numbers: days since 1970, durations in minutes, otherwise their first number. Undefined if too
 * few cells have one.
 */
const valuesOf = (cells: readonly string[]): (number | undefined)[] | undefined => {
  const values = cells.map((cell): number | undefined => {
    const [day] = daysIn(cell, 0);
    if (day && !day.anyYear) return day.from;
    const [quantity] = quantitiesIn(cell);
    if (!quantity) return yearsIn(cell)[0];
    const unit = MINUTES[(quantity.unit ?? '').replace(/s$/, '')];
    return unit === undefined ? quantity.value : quantity.value * unit;
  });
  return values.filter((value) => value !== undefined).length >= Math.max(2, MIN_VALUES * cells.length)
    ? values
    : undefined;
};
