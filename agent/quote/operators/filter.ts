import { words } from '../../../core/text/words.ts';
import type { PageTable } from '../pages/tables.ts';
import type { ReadQuestion } from '../reading/question.ts';
import type { Term } from '../reading/terms.ts';
import { rangeIn } from '../words/numbers.ts';
import { stemOf } from '../words/stems.ts';
import { type Bound, boundsIn, columnOfBound, coveredBy, isWithin } from './bounds.ts';
import { asksForCount, countedNoun, countOfAll, countsSomethingElse, isKindOfRow } from './counted.ts';
import { isDated } from './dated-rows.ts';
import type { Operation, Operator } from './operation.ts';
import {
  cellContains,
  distinguishesRows,
  isCalled,
  oneCellHas,
  phraseInCell,
  rowContains,
  rowsWithLabel,
} from './rows-with.ts';
import { columnOf, contentTerms, inHeads, shareOf } from './table-words.ts';

/** A question for several rows. One may start with them ("lorries with a crane"), but "is" and "does" are no plurals. */
const LISTS =
  /\b(?:which|what|who|list|show|all|everybody|everyone|anyone|people|those|welche|quels?|quelles?|qué|cuáles)\b|^\W*(?!(?:is|was|does|has|as|this|his|its|us|yes|always|whens?|wheres?|hows?|whys?)\b)\p{L}+s\b/iu;
/** Questions for a value that several rows may have: "How much is a Heron?". */
const MEASURES = /\bhow (?:much|long|deep|heavy|far|big|large|fast)\b|\b(?:price|cost|costs)\b/i;
const YES = /^(?:yes|y|allowed|ok|okay|included|available|✓|✔|true)\b|^[✓✔]/i;
const NO = /^(?:no|not|none|n|never|–|-|—|✗|false)(?:\b|$)|^[–—-]$/i;
const PERMITS = /\b(?:allow\w*|permit\w*|may|can|accept\w*|have|has|offer\w*|includ\w*)\b/i;
const NEGATED = /\b(?:not|no|don't|doesn't|forbid\w*|without)\b/i;
/** Maximum rows in an answer. */
const MAX_LISTED = 12;

/** A filter's result. */
interface Filtered {
  operation: Operation;
  /** The bounded columns and phrases. Tables of a page with the same ones are parts of one list. Empty without a bound. */
  key: string;
}

/** Selects the rows that meet the question's conditions, and counts them for "how many". */
export const filterRows: Operator = (question, tables, today) => {
  // A "How do I …" question asks for an action, even if table cells contain its words.
  if (question.types.includes('action')) return [];
  const counts = asksForCount(question);
  const asksForList = counts || LISTS.test(question.text);
  if (!asksForList && !MEASURES.test(question.text)) return [];
  const bounds = boundsIn(question);
  const found = tables.flatMap((table) => {
    if (isDated(question, table, today)) return [];
    const one = filterTable(question, table, bounds, counts);
    return one && (asksForList || isKind(one.operation, question)) ? [one] : [];
  });
  return found.map((one) => withOtherTables(one, found));
};

/** True for several rows whose labels start with a word of the question: a product and its variants. */
const isKind = ({ table, rows }: Operation, question: ReadQuestion): boolean =>
  rows.length > 1 &&
  rows.every((row) => {
    const [first] = words(table.rows[row]?.[0] ?? '').map(stemOf);
    return contentTerms(question.terms).some(({ stem }) => stem === first);
  });

/**
 * Adds the matching rows of the page's other tables with the same filter columns, since a page may split a list over
 * several tables.
 */
const withOtherTables = ({ operation, key }: Filtered, all: readonly Filtered[]): Operation => {
  const { table } = operation;
  const others = all.flatMap((other) =>
    other.operation.table !== table &&
    other.key === key &&
    other.operation.table.documentId === table.documentId &&
    other.operation.table.title === table.title
      ? [other.operation]
      : [],
  );
  if (key === '' || others.length === 0) return operation;
  const parts = [operation, ...others];
  const rows = parts.reduce((sum, part) => sum + part.rows.length, 0);
  const of = parts.reduce((sum, part) => sum + part.table.rows.length, 0);
  return {
    ...operation,
    with: others.map(({ table, rows }) => ({ table, rows })),
    says: operation.says === undefined ? undefined : `${rows} of ${of} rows`,
  };
};

/** The rows that are left after some conditions of a question. */
interface Selection {
  rows: readonly number[];
  /** Number of conditions so far. */
  conditions: number;
  key: string;
  /** Stems of the question that the conditions cover. */
  consumed: ReadonlySet<string>;
}

const filterTable = (
  question: ReadQuestion,
  table: PageTable,
  bounds: readonly Bound[],
  counts: boolean,
): Filtered | undefined => {
  if (isForRanges(question, table)) return undefined;
  const noun = counts ? countedNoun(question.text) : '';
  // The kind of a row is a condition, unlike what all rows are.
  const counted = noun !== '' && isKindOfRow(table, noun) ? '' : noun;
  if (counted !== '' && countsSomethingElse(question, table, counted, bounds)) return undefined;
  const bounded = withinBounds(question, table, bounds);
  if (!bounded) return undefined;

  const content = contentTerms(question.terms);
  const terms = content.filter(({ stem }) => !bounded.consumed.has(stem));
  const columns = terms.map((term) => columnOf(table, term)).filter((column) => column >= 0);
  const permitted = ofPermission(bounded, question, table, terms);
  const values = valuesNamed(permitted, table, terms, counted);
  const named = ofValues(permitted, { table, terms, columns, values, counted });
  const { rows, conditions, key, consumed } = ofPhrases(named, table, terms);

  const context = shareOf(content, (term) => consumed.has(term.stem) || inHeads(table, term));
  if (counts && conditions === 0) {
    const operation = countOfAll(table, terms, context, consumed);
    return operation && { operation, key };
  }
  if (
    conditions === 0 ||
    rows.length === 0 ||
    rows.length === table.rows.length ||
    rows.length > MAX_LISTED ||
    context < 0.5 ||
    (bounds.length === 0 && columns.length === 0 && asksWhatOf(question, table, rows, values))
  )
    return undefined;
  return {
    operation: {
      operator: counts ? 'count' : 'filter',
      table,
      rows,
      quality: context * (bounds.length > 0 ? 1 : rows.length > 1 ? 0.85 : 0.7),
      consumed,
      says: `${rows.length} of ${table.rows.length} rows`,
      columns: columnsToList(table, rows, columns),
    },
    key: bounds.length > 0 ? key : '',
  };
};

/** Rows from which on a list of them shows only some columns of a wide table, and the columns that make a table wide. */
const MANY_ROWS = 3;
const WIDE = 7;
/** The first columns say what a row is: a registration and a kind, beside the fleet's number. */
const FIRST_COLUMNS = 4;

/**
 * The columns to show of a long list from a wide table: the first ones, those asked for, and those that all rows were
 * chosen by, in which they are alike. Undefined for a list that can be read whole.
 */
const columnsToList = (
  table: PageTable,
  rows: readonly number[],
  asked: readonly number[],
): readonly number[] | undefined => {
  if (rows.length < MANY_ROWS || table.columns.length <= WIDE) return undefined;
  return [...table.columns.keys()].filter((column) => {
    const isAlike = new Set(rows.map((row) => table.rows[row]?.[column] ?? '')).size === 1;
    return column < FIRST_COLUMNS || isAlike || asked.includes(column);
  });
};

/** True for a question with an amount over a table of ranges, which `rangeRow` answers. */
const isForRanges = ({ quantities, years }: ReadQuestion, table: PageTable): boolean =>
  quantities.some(({ value }) => !years.includes(value)) &&
  table.columns.some(
    (_, column) => table.rows.filter((cells) => rangeIn(cells[column] ?? '') !== undefined).length >= 2,
  );

/** The rows within all bounds; undefined if the table has no column for one of them. */
const withinBounds = (question: ReadQuestion, table: PageTable, bounds: readonly Bound[]): Selection | undefined => {
  let rows = [...table.rows.keys()];
  let key = '';
  const consumed = new Set<string>();
  for (const bound of bounds) {
    const column = columnOfBound(table, bound, question);
    if (column === undefined) return undefined;
    rows = rows.filter((row) => isWithin(bound, table, row, column));
    key += `${table.columns[column]}|`;
    for (const stem of coveredBy(bound, table, column)) consumed.add(stem);
  }
  return { rows, conditions: bounds.length, key, consumed };
};

/** Filters by a yes/no column that the question refers to: "Which sites allow dogs?" */
const ofPermission = (
  selection: Selection,
  { text }: ReadQuestion,
  table: PageTable,
  terms: readonly Term[],
): Selection => {
  if (!PERMITS.test(text)) return selection;
  for (const term of terms) {
    const column = columnOf(table, term);
    if (column <= 0) continue;
    const cells = table.rows.map((row) => row[column] ?? '');
    if (!cells.some((cell) => YES.test(cell)) || !cells.some((cell) => NO.test(cell))) continue;
    const asked = NEGATED.test(text) ? NO : YES;
    return {
      ...selection,
      rows: selection.rows.filter((row) => asked.test(cells[row] ?? '')),
      conditions: selection.conditions + 1,
      consumed: new Set([...selection.consumed, term.stem]),
    };
  }
  return selection;
};

/**
 * The terms that say which rows are meant, such as names, buildings and roles. If no row has all of them, those that stand
 * side by side in one cell: "barrier washer B" of "runs on barrier washer B".
 */
const valuesNamed = (
  { rows, consumed }: Selection,
  table: PageTable,
  terms: readonly Term[],
  counted: string,
): readonly Term[] => {
  const named = terms.filter(
    (term) =>
      !consumed.has(term.stem) &&
      term.stem !== counted &&
      table.rows.some((_, row) => rowContains(table, row, term)) &&
      distinguishesRows(table, term),
  );
  return rows.some((row) => named.every((term) => rowContains(table, row, term)))
    ? named
    : (phraseInCell(table, rows, terms) ?? named);
};

interface Values {
  table: PageTable;
  /** What the question says that no bound covers. */
  terms: readonly Term[];
  /** The columns that it names. */
  columns: readonly number[];
  /** Those of the terms that say which rows are meant. */
  values: readonly Term[];
  /** The stem of the counted noun. */
  counted: string;
}

/** Filters by cell values. Prefers rows that they name, columns that the question names, and one cell to several. */
const ofValues = (selection: Selection, { table, terms, columns, values, counted }: Values): Selection => {
  const all = selection.rows.filter((row) => values.every((term) => rowContains(table, row, term)));
  if (values.length === 0 || all.length === 0) return selection;
  const inNamed = all.filter((row) => columns.some((column) => cellContains(table, row, column, values)));
  // "barrier washer B" in one cell is that machine, and the words in several cells need not be.
  const inOneCell = all.filter((row) =>
    (table.rows[row] ?? []).some((_, column) => cellContains(table, row, column, values)),
  );
  let rows =
    rowsWithLabel(table, selection.rows, terms, values) ??
    (inNamed.length > 0 ? inNamed : values.length > 1 && inOneCell.length > 0 ? inOneCell : all);
  const consumed = new Set([...selection.consumed, ...values.map(({ stem }) => stem)]);
  // Narrows the rows by further words, as in "Who leads Platform?".
  for (const term of terms) {
    if (consumed.has(term.stem) || term.stem === counted) continue;
    const saying = rows.filter((row) => rowContains(table, row, term));
    if (saying.length > 0 && saying.length < rows.length) rows = saying;
  }
  return { ...selection, rows, conditions: selection.conditions + 1, consumed };
};

/** Narrows the rows by two neighbouring words of the question in one cell, which name a kind of row: "team leads". */
const ofPhrases = (selection: Selection, table: PageTable, terms: readonly Term[]): Selection => {
  if (selection.conditions === 0) return selection;
  let { rows, key } = selection;
  for (const [at, first] of terms.entries()) {
    const second = terms[at + 1];
    if (!second || selection.consumed.has(first.stem) || selection.consumed.has(second.stem)) continue;
    const together = rows.filter((row) => oneCellHas(table, row, [first, second]));
    if (together.length > 0 && together.length < rows.length) {
      rows = together;
      key += `${first.stem} ${second.stem}|`;
    }
  }
  return { ...selection, rows, key };
};

/**
 * True for "What is …" questions unless all rows have the subject as their label. Rows that only mention it do not
 * define it.
 */
const asksWhatOf = (
  { text }: ReadQuestion,
  table: PageTable,
  rows: readonly number[],
  values: readonly Term[],
): boolean =>
  /^\W*what(?:['’]?s| is| are| does| do)\b/i.test(text) && !rows.every((row) => isCalled(table, row, values));
