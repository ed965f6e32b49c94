import { words } from '../../../core/text/words.ts';
import type { PageTable } from '../candidates/tables.ts';
import { yearsIn } from '../reading/dates.ts';
import { quantitiesAndWordsIn, quantitiesIn, rangeIn } from '../reading/numbers.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { stemOf } from '../reading/stems.ts';
import type { Term } from '../reading/terms.ts';
import type { Operation, Operator } from './operation.ts';
import { cellStems, columnOf, contentTerms, HOLDS, holds, inHeads, shareOf } from './table-words.ts';

/** A bound that a question sets on a number, a year or an amount. */
interface Bound {
  holds(value: number): boolean;
  value: number;
  year: boolean;
  unit?: string;
  /** The words as typed, so that their stems count as met. */
  consumed: readonly string[];
}

const LISTS =
  /\b(?:which|what|who|list|show|all|everybody|everyone|anyone|people|those|welche|quels?|quelles?|qué|cuáles)\b|^\W*\p{L}+s\b/iu;
const COUNTS = /\bhow many\b|\bnumber of\b|\bcount\b/i;
/** "How many offices": what is counted. */
const COUNTED = /\b(?:how many|number of|count)\s+(?:of\s+|the\s+|our\s+|different\s+)*([\p{L}-]+)/iu;
/** "How much is a Heron?", where several rows are Herons. */
const MEASURES = /\bhow (?:much|long|deep|heavy|far|big|large|fast)\b|\b(?:price|cost|costs)\b/i;
const BOUND =
  /\b(after|since|before|until|from|in|over|above|more than|greater than|at least|under|below|less than|fewer than|cheaper than|at most|up to|exactly|with)\s+(?:EUR |USD |NOK |[€$£])?(\d[\d,.]*)(?:\s?([\p{L}%]+))?/giu;
const YES = /^(?:yes|y|allowed|ok|okay|included|available|✓|✔|true)\b|^[✓✔]/i;
const NO = /^(?:no|not|none|n|never|–|-|—|✗|false)(?:\b|$)|^[–—-]$/i;
const PERMITS = /\b(?:allow\w*|permit\w*|may|can|accept\w*|have|has|offer\w*|includ\w*)\b/i;
/** More rows are not an answer to read. */
const MAX_LISTED = 12;

/** Rows that meet what the question says of them, counted where it asks how many. Bounds are strict where the word is. */
export const filterRows: Operator = (question, tables) => {
  // "How do I …" asks for what to do, whatever words of it a table's cells hold.
  if (question.types.includes('action')) return [];
  const counts = COUNTS.test(question.text);
  const lists = counts || LISTS.test(question.text);
  if (!lists && !MEASURES.test(question.text)) return [];
  const bounds = boundsIn(question);
  const found = tables.flatMap((table) => {
    const one = filtered(question, table, bounds, counts);
    return one && (lists || isKind(one, question)) ? [one] : [];
  });
  return found.map((operation) => joined(operation, found));
};

/** Several rows whose labels begin with a word of the question: a product and its variants. */
const isKind = ({ table, rows }: Operation, question: ReadQuestion): boolean =>
  rows.length > 1 &&
  rows.every((row) => {
    const [first] = words(table.rows[row]?.[0] ?? '').map(stemOf);
    return contentTerms(question.terms).some(({ stem }) => stem === first);
  });

/** A page may split what is asked about over several tables of the same columns: leaders, team leads. */
const joined = (operation: Operation & { key: string }, all: readonly (Operation & { key: string })[]): Operation => {
  const { key, ...rest } = operation;
  const others = all.filter(
    (other) =>
      other.table !== operation.table &&
      other.key === key &&
      other.table.documentId === operation.table.documentId &&
      other.table.title === operation.table.title,
  );
  if (key === '' || others.length === 0) return rest;
  const rows = operation.rows.length + others.reduce((sum, other) => sum + other.rows.length, 0);
  const of = operation.table.rows.length + others.reduce((sum, other) => sum + other.table.rows.length, 0);
  return {
    ...rest,
    with: others.map(({ table, rows }) => ({ table, rows })),
    says: rest.says === undefined ? undefined : `${rows} of ${of} rows`,
  };
};

const filtered = (
  question: ReadQuestion,
  table: PageTable,
  bounds: readonly Bound[],
  counts: boolean,
): (Operation & { key: string }) | undefined => {
  const consumed = new Set<string>();
  // A table of ranges is read by its ranges.
  if (
    question.quantities.some(({ value }) => !question.years.includes(value)) &&
    table.columns.some(
      (_, column) => table.rows.filter((cells) => rangeIn(cells[column] ?? '') !== undefined).length >= 2,
    )
  )
    return undefined;
  let rows = [...table.rows.keys()];
  let conditions = 0;
  let key = '';

  for (const bound of bounds) {
    const column = columnOfBound(table, bound, question);
    if (column === undefined) return undefined;
    rows = rows.filter((row) => {
      const cell = table.rows[row]?.[column] ?? '';
      const value = bound.year ? yearsIn(cell)[0] : quantitiesAndWordsIn(cell)[0]?.value;
      return value !== undefined && bound.holds(value);
    });
    for (const stem of bound.consumed) consumed.add(stem);
    conditions += 1;
    key += `${table.columns[column]}|`;
  }

  const terms = contentTerms(question.terms).filter(({ stem }) => !consumed.has(stem));
  // A column that may be yes or no, and a question that asks where it is yes.
  if (PERMITS.test(question.text))
    for (const term of terms) {
      const column = columnOf(table, term);
      if (column <= 0) continue;
      const cells = table.rows.map((row) => row[column] ?? '');
      if (!cells.some((cell) => YES.test(cell)) || !cells.some((cell) => NO.test(cell))) continue;
      const refuses = /\b(?:not|no|don't|doesn't|forbid\w*|without)\b/i.test(question.text);
      rows = rows.filter((row) => (refuses ? NO : YES).test(cells[row] ?? ''));
      consumed.add(term.stem);
      conditions += 1;
      break;
    }

  // What cells say: a name, a building, a role. A column that the question names holds it, where one does.
  const columns = terms.map((term) => columnOf(table, term)).filter((column) => column >= 0);
  // What is counted names the rows, and says nothing about single ones.
  const counted = counts ? stemOf(COUNTED.exec(question.text)?.[1]?.toLowerCase() ?? '') : '';
  const rowsAreCounted =
    table.titleStems.has(counted) || table.nameStems.has(counted) || table.columnStems[0]?.has(counted) === true;
  if (counts && counted !== '' && !rowsAreCounted && question.terms.some(({ stem }) => stem === counted))
    return undefined;
  const values = terms.filter(
    (term) =>
      !consumed.has(term.stem) &&
      term.stem !== counted &&
      table.rows.some((_, row) => holdsIn(table, row, term)) &&
      (term.specific || !inHeads(table, term) || inCells(table, term)),
  );
  if (values.length > 0) {
    const all = rows.filter((row) => values.every((term) => holdsIn(table, row, term)));
    const inNamed = all.filter((row) =>
      columns.some((column) => values.every((term) => holds(term, cellStems(table, row, column)) >= HOLDS)),
    );
    if (all.length > 0) {
      rows = rowsCalled(table, rows, terms, values) ?? (inNamed.length > 0 ? inNamed : all);
      conditions += 1;
      for (const term of values) consumed.add(term.stem);
      // "Who leads Platform?": of its rows those that say so, where some do.
      for (const term of terms) {
        if (consumed.has(term.stem) || term.stem === counted) continue;
        const saying = rows.filter((row) => holdsIn(table, row, term));
        if (saying.length > 0 && saying.length < rows.length) rows = saying;
      }
    }
  }

  // Two words of the question that stand together in some cells name a kind of row: "team leads".
  for (const [at, first] of terms.entries()) {
    const second = terms[at + 1];
    if (!second || consumed.has(first.stem) || consumed.has(second.stem)) continue;
    const together = rows.filter((row) =>
      (table.rows[row] ?? []).some((_, column) => {
        const cell = cellStems(table, row, column);
        return cell.has(first.stem) && cell.has(second.stem);
      }),
    );
    if (together.length > 0 && together.length < rows.length && conditions > 0) {
      rows = together;
      key += `${first.stem} ${second.stem}|`;
    }
  }

  const context = shareOf(contentTerms(question.terms), (term) => consumed.has(term.stem) || inHeads(table, term));
  if (counts && conditions === 0) {
    // "How many teams are there?": all rows, where the table is called so.
    const named = terms.some(
      (term) =>
        holds(term, table.nameStems) >= HOLDS ||
        holds(term, table.titleStems) >= HOLDS ||
        holds(term, table.columnStems[0] ?? new Set()) >= HOLDS,
    );
    const labelled = terms.some((term) => holds(term, table.columnStems[0] ?? new Set()) >= HOLDS);
    if (!named || context < 0.99 || table.rows.length < 2) return undefined;
    const words = [...table.nameStems].filter((stem) => stem.length > 2);
    const share =
      words.length === 0 ? 0 : words.filter((stem) => terms.some((term) => term.stem === stem)).length / words.length;
    return {
      operator: 'count',
      table,
      rows,
      quality: labelled ? 0.95 : 0.3 + 0.5 * share,
      consumed,
      says: `${rows.length} rows`,
      key,
    };
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
    operator: counts ? 'count' : 'filter',
    table,
    rows,
    quality: context * (bounds.length > 0 ? 1 : rows.length > 1 ? 0.85 : 0.7),
    consumed,
    says: `${rows.length} of ${table.rows.length} rows`,
    key: bounds.length > 0 ? key : '',
  };
};

/** "What is WAL mode?", "What does VACUUM do?": rows that mention it and are not called so do not say. */
const asksWhatOf = (
  { text }: ReadQuestion,
  table: PageTable,
  rows: readonly number[],
  values: readonly Term[],
): boolean =>
  /^\W*what(?:['’]?s| is| are| does| do)\b/i.test(text) &&
  !rows.every((row) => values.some((term) => holds(term, cellStems(table, row, 0)) >= HOLDS));

/** "The range of an integer": the rows that are called so, not every one that says so ("small-range integer"). */
const rowsCalled = (
  table: PageTable,
  rows: readonly number[],
  terms: readonly Term[],
  values: readonly Term[],
): number[] | undefined => {
  const called = rows.filter((row) => isCalled(table, row, terms));
  const others = values.filter(({ stem }) => !called.some((row) => cellStems(table, row, 0).has(stem)));
  return called.length > 0 && others.every((term) => inHeads(table, term)) ? called : undefined;
};

const holdsIn = (table: PageTable, row: number, term: Term, from = HOLDS): boolean =>
  (table.rows[row] ?? []).some((_, column) => holds(term, cellStems(table, row, column)) >= from);
/** A related word in one cell ("garage") does not pick its row where the head itself says what is asked ("Visitor parking"). */
const SAYS = 0.9;
/** The row's whole label is among the question's words. */
const isCalled = (table: PageTable, row: number, terms: readonly Term[]): boolean => {
  const label = cellStems(table, row, 0);
  return label.size > 0 && [...label].every((stem) => terms.some((term) => term.stem === stem));
};
/** A word of the table's own heads says something of a row only where not every row says it. */
const inCells = (table: PageTable, term: Term): boolean => {
  const held = table.rows.filter((_, row) => holdsIn(table, row, term, SAYS)).length;
  return held > 0 && held < table.rows.length / 2;
};

const boundsIn = (question: ReadQuestion): Bound[] => {
  const found: Bound[] = [];
  for (const [text, word = '', digits = '', unit] of question.text.matchAll(BOUND)) {
    const value = Number(digits.replace(/,(?=\d{3})/g, '').replace(/[.,]$/, ''));
    if (Number.isNaN(value)) continue;
    const year =
      /^(?:19|20)\d\d$/.test(digits) && (unit === undefined || !/^(?:eur|usd|euros?|people|employees)$/i.test(unit));
    const kind = word.toLowerCase();
    // "in 12 weeks" or "from 5" set no bound on a table, "in 2019" does.
    if (!year && /^(?:in|from|after|since|before|until)$/.test(kind)) continue;
    const test: Bound['holds'] = /^(?:after|over|above|more than|greater than)$/.test(kind)
      ? (one) => one > value
      : /^(?:since|from|at least)$/.test(kind)
        ? (one) => one >= value
        : /^(?:before|under|below|less than|fewer than|cheaper than)$/.test(kind)
          ? (one) => one < value
          : /^(?:until|at most|up to)$/.test(kind)
            ? (one) => one <= value
            : (one) => one === value;
    found.push({
      holds: test,
      value,
      year,
      ...(unit && !year && { unit: stemOf(unit.toLowerCase()) }),
      consumed:
        text
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu)
          ?.map(stemOf) ?? [],
    });
  }
  return found;
};

const SINCE = [
  'join',
  'open',
  'found',
  'sinc',
  'start',
  'year',
  'releas',
  'establish',
  'introduc',
  'built',
  'born',
  'hire',
];

/** The column that a bound is about: years stand in one of dates, a unit in one that has it, else one that the question names. */
const columnOfBound = (table: PageTable, bound: Bound, question: ReadQuestion): number | undefined => {
  const named = contentTerms(question.terms)
    .map((term) => columnOf(table, term))
    .filter((column) => column >= 0);
  const fits = (column: number) => {
    const cells = table.rows.map((row) => row[column] ?? '');
    const values = cells.filter((cell) =>
      bound.year ? yearsIn(cell).length > 0 && cell.length < 30 : quantitiesAndWordsIn(cell).length > 0,
    );
    return values.length >= cells.length * 0.6;
  };
  const candidates = [...table.columns.keys()].filter(fits);
  if (bound.year)
    return (
      candidates.find((column) => named.includes(column)) ??
      candidates.find((column) => SINCE.some((stem) => table.columnStems[column]?.has(stem)))
    );
  const withUnit = candidates.find(
    (column) =>
      bound.unit !== undefined &&
      (table.columnStems[column]?.has(bound.unit) ||
        table.rows.some((row) =>
          quantitiesIn(row[column] ?? '').some(({ unit }) => unit !== undefined && stemOf(unit) === bound.unit),
        )) &&
      (named.length === 0 || named.includes(column) || table.columnStems[column]?.has(bound.unit)),
  );
  return withUnit ?? candidates.find((column) => named.includes(column));
};
