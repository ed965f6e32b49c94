import { words } from '../../../core/text/words.ts';
import type { PageTable } from '../candidates/tables.ts';
import { yearsIn } from '../reading/dates.ts';
import { quantitiesAndWordsIn, quantitiesIn, rangeIn } from '../reading/numbers.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { stemOf } from '../reading/stems.ts';
import { MIN_TERM_MATCH, RELATED_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { isDated } from './dated-rows.ts';
import type { Operation, Operator } from './operation.ts';
import { cellStems, columnOf, contentTerms, inHeads, shareOf } from './table-words.ts';

/** A bound in a question on a number, a year or an amount. */
interface Bound {
  holds(value: number): boolean;
  value: number;
  year: boolean;
  unit?: string;
  /** ISO 4217 code of an amount of money. */
  currency?: string;
  /** Stems of its words, which then count as covered. */
  consumed: readonly string[];
}

/** A question for several rows. One may start with them ("lorries with a crane"), but "is" and "does" are no plurals. */
const LISTS =
  /\b(?:which|what|who|list|show|all|everybody|everyone|anyone|people|those|welche|quels?|quelles?|qué|cuáles)\b|^\W*(?!(?:is|was|does|has|as|this|his|its|us|yes|always|whens?|wheres?|hows?|whys?)\b)\p{L}+s\b/iu;
const COUNTS = /\bhow many\b|\bnumber of\b|\bcount\b/i;
/** The counted noun, the first plural of up to three words: "vans" in "How many electric vans have we". */
const COUNTED =
  /\b(?:how many|number of|count)\s+(?:of\s+|the\s+|our\s+|different\s+)*((?:[\p{L}-]+\s+){0,2}?(?:[\p{L}-]+s|people|staff|children|(?:wo)?men)(?![\p{L}-])|[\p{L}-]+)/iu;
const NOUN_OF = /[\p{L}-]+$/u;
/** Questions for a value that several rows may have: "How much is a Heron?". */
const MEASURES = /\bhow (?:much|long|deep|heavy|far|big|large|fast)\b|\b(?:price|cost|costs)\b/i;
const BOUND =
  /\b(after|since|before|until|from|in|over|above|more than|greater than|at least|under|below|less than|fewer than|cheaper than|at most|up to|exactly|with)\s+(?:(EUR |USD |GBP |NOK )|([€$£]))?(\d[\d,.]*)(?:\s?([\p{L}%€$£]+))?/giu;
const YES = /^(?:yes|y|allowed|ok|okay|included|available|✓|✔|true)\b|^[✓✔]/i;
const NO = /^(?:no|not|none|n|never|–|-|—|✗|false)(?:\b|$)|^[–—-]$/i;
const PERMITS = /\b(?:allow\w*|permit\w*|may|can|accept\w*|have|has|offer\w*|includ\w*)\b/i;
/** Maximum rows in an answer. */
const MAX_LISTED = 12;

/**
 * Selects the rows that meet the question's conditions, and counts them for "how many". "More than" excludes the bound,
 * "at least" includes it.
 */
export const filterRows: Operator = (question, tables, today) => {
  // A "How do I …" question asks for an action, even if table cells contain its words.
  if (question.types.includes('action')) return [];
  const asksForCount = COUNTS.test(question.text);
  const asksForList = asksForCount || LISTS.test(question.text);
  if (!asksForList && !MEASURES.test(question.text)) return [];
  const bounds = boundsIn(question);
  const found = tables.flatMap((table) => {
    if (isDated(question, table, today)) return [];
    const one = filterTable(question, table, bounds, asksForCount);
    return one && (asksForList || isKind(one, question)) ? [one] : [];
  });
  return found.map((operation) => withOtherTables(operation, found));
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
const withOtherTables = (
  operation: Operation & { key: string },
  all: readonly (Operation & { key: string })[],
): Operation => {
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

const filterTable = (
  question: ReadQuestion,
  table: PageTable,
  bounds: readonly Bound[],
  counts: boolean,
): (Operation & { key: string }) | undefined => {
  const consumed = new Set<string>();
  // `rangeRow` handles tables of ranges.
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
      const value = bound.year ? yearOf(cell) : quantitiesAndWordsIn(cell)[0]?.value;
      return value !== undefined && bound.holds(value);
    });
    for (const stem of bound.consumed) consumed.add(stem);
    // "Who joined before 2018?" reads the column "Since".
    if (bound.year && SINCE.some((stem) => table.columnStems[column]?.has(stem)))
      for (const stem of SINCE) consumed.add(stem);
    conditions += 1;
    key += `${table.columns[column]}|`;
  }

  const terms = contentTerms(question.terms).filter(({ stem }) => !consumed.has(stem));
  // Filters by a yes/no column that the question refers to.
  if (PERMITS.test(question.text))
    for (const term of terms) {
      const column = columnOf(table, term);
      if (column <= 0) continue;
      const cells = table.rows.map((row) => row[column] ?? '');
      if (!cells.some((cell) => YES.test(cell)) || !cells.some((cell) => NO.test(cell))) continue;
      const isNegated = /\b(?:not|no|don't|doesn't|forbid\w*|without)\b/i.test(question.text);
      rows = rows.filter((row) => (isNegated ? NO : YES).test(cells[row] ?? ''));
      consumed.add(term.stem);
      conditions += 1;
      break;
    }

  // Filters by cell values such as names, buildings and roles. Prefers columns that the question names.
  const columns = terms.map((term) => columnOf(table, term)).filter((column) => column >= 0);
  const counted = counts ? countedNoun(question.text) : '';
  if (counts && countsSomethingElse(question, table, counted, bounds)) return undefined;
  const named = terms.filter(
    (term) =>
      !consumed.has(term.stem) &&
      term.stem !== counted &&
      table.rows.some((_, row) => rowContains(table, row, term)) &&
      (term.specific || !inHeads(table, term) || inCells(table, term)),
  );
  const values = heldTogether(table, rows, terms, named);
  if (values.length > 0) {
    const all = rows.filter((row) => values.every((term) => rowContains(table, row, term)));
    const inNamed = all.filter((row) =>
      columns.some((column) =>
        values.every((term) => termMatch(term, cellStems(table, row, column)) >= MIN_TERM_MATCH),
      ),
    );
    if (all.length > 0) {
      // "barrier washer B" in one cell is that machine, and the words in several cells need not be.
      const inOneCell = all.filter((row) =>
        (table.rows[row] ?? []).some((_, column) =>
          values.every((term) => termMatch(term, cellStems(table, row, column)) >= MIN_TERM_MATCH),
        ),
      );
      rows =
        rowsWithLabel(table, rows, terms, values) ??
        (inNamed.length > 0 ? inNamed : values.length > 1 && inOneCell.length > 0 ? inOneCell : all);
      conditions += 1;
      for (const term of values) consumed.add(term.stem);
      // Narrows the rows by further words, as in "Who leads Platform?".
      for (const term of terms) {
        if (consumed.has(term.stem) || term.stem === counted) continue;
        const saying = rows.filter((row) => rowContains(table, row, term));
        if (saying.length > 0 && saying.length < rows.length) rows = saying;
      }
    }
  }

  // Two neighbouring words of the question in one cell name a kind of row: "team leads".
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
    return countOfAll(table, terms, context, { consumed, key });
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

/** The stem of the counted noun. It describes all rows, so it is no condition. */
const countedNoun = (text: string): string => stemOf(COUNTED.exec(text)?.[1]?.match(NOUN_OF)?.[0].toLowerCase() ?? '');

/** True if the rows of a table are not what is counted. "How many vans" counts the rows of a table of vehicles. */
const countsSomethingElse = (
  { terms }: ReadQuestion,
  table: PageTable,
  counted: string,
  bounds: readonly Bound[],
): boolean => {
  const term = terms.find(({ stem }) => stem === counted);
  if (term === undefined) return false;
  // "How many people joined in 2019" counts those rows, whatever the table calls them.
  if (term.light && bounds.some(({ year }) => year)) return false;
  return ![table.titleStems, table.nameStems, ...table.columnStems.slice(0, 1)].some(
    (stems) => termMatch(term, stems) >= RELATED_MATCH,
  );
};

/**
 * The terms that rows hold. If no row holds all of them, those that stand side by side in one cell: "barrier washer B" of
 * "runs on barrier washer B".
 */
const heldTogether = (
  table: PageTable,
  rows: readonly number[],
  terms: readonly Term[],
  named: readonly Term[],
): readonly Term[] =>
  rows.some((row) => named.every((term) => rowContains(table, row, term)))
    ? named
    : (phraseInCell(table, rows, terms) ?? named);

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
  /^\W*what(?:['’]?s| is| are| does| do)\b/i.test(text) &&
  !rows.every((row) => values.some((term) => inLabel(table, row, (label) => termMatch(term, label) >= MIN_TERM_MATCH)));

/** Prefers rows whose label matches to rows that merely contain the word: "integer", not "small-range integer". */
const rowsWithLabel = (
  table: PageTable,
  rows: readonly number[],
  terms: readonly Term[],
  values: readonly Term[],
): number[] | undefined => {
  const called = rows.filter((row) => hasAskedLabel(table, row, terms));
  const others = values.filter(({ stem }) => !called.some((row) => inLabel(table, row, (label) => label.has(stem))));
  return called.length > 0 && others.every((term) => inHeads(table, term)) ? called : undefined;
};

const rowContains = (table: PageTable, row: number, term: Term, from = MIN_TERM_MATCH): boolean =>
  (table.rows[row] ?? []).some((_, column) => termMatch(term, cellStems(table, row, column)) >= from);
/**
 * Minimum match for a cell to distinguish rows. A related word ("garage") does not suffice if the head matches better
 * ("Visitor parking").
 */
const MIN_DISTINGUISHING_MATCH = 0.9;
/** True if one of a row's names passes a test. */
const inLabel = (table: PageTable, row: number, test: (label: ReadonlySet<string>) => boolean): boolean =>
  table.labelColumns.some((column) => test(cellStems(table, row, column)));
/** True if the question contains the row's whole label. */
const hasAskedLabel = (table: PageTable, row: number, terms: readonly Term[]): boolean => {
  return inLabel(
    table,
    row,
    (label) => label.size > 0 && [...label].every((stem) => terms.some((term) => term.stem === stem)),
  );
};
/** The longest run of neighbouring words of the question, two at least, that one cell holds. */
const phraseInCell = (table: PageTable, rows: readonly number[], terms: readonly Term[]): Term[] | undefined => {
  const isInCell = (run: readonly Term[]) =>
    rows.some((row) =>
      (table.rows[row] ?? []).some((_, column) => run.every(({ stem }) => cellStems(table, row, column).has(stem))),
    );
  let run: Term[] = [];
  let longest: Term[] = [];
  for (const term of terms) {
    run = isInCell([...run, term]) ? [...run, term] : isInCell([term]) ? [term] : [];
    if (run.length > longest.length) longest = run;
  }
  return longest.length > 1 ? longest : undefined;
};

/**
 * True if fewer than half of the rows contain a word, so that it distinguishes rows although it is also in the heads.
 */
const inCells = (table: PageTable, term: Term): boolean => {
  const held = table.rows.filter((_, row) => rowContains(table, row, term, MIN_DISTINGUISHING_MATCH)).length;
  return held > 0 && held < table.rows.length / 2;
};

/** "How many teams are there?" counts all rows if the table's name matches. */
const countOfAll = (
  table: PageTable,
  terms: readonly Term[],
  context: number,
  rest: Pick<Operation, 'consumed'> & { key: string },
): (Operation & { key: string }) | undefined => {
  const named = terms.some(
    (term) =>
      termMatch(term, table.nameStems) >= MIN_TERM_MATCH ||
      termMatch(term, table.titleStems) >= MIN_TERM_MATCH ||
      termMatch(term, table.columnStems[0] ?? new Set()) >= MIN_TERM_MATCH,
  );
  const labelled = terms.some((term) => termMatch(term, table.columnStems[0] ?? new Set()) >= MIN_TERM_MATCH);
  if (!named || context < 0.99 || table.rows.length < 2) return undefined;
  const words = [...table.nameStems].filter((stem) => stem.length > 2);
  const share =
    words.length === 0 ? 0 : words.filter((stem) => terms.some((term) => term.stem === stem)).length / words.length;
  return {
    operator: 'count',
    table,
    rows: [...table.rows.keys()],
    quality: labelled ? 0.95 : 0.3 + 0.5 * share,
    says: `${table.rows.length} rows`,
    ...rest,
  };
};

const boundsIn = (question: ReadQuestion): Bound[] => {
  const found: Bound[] = [];
  for (const [text, word = '', code, sign, digits = '', unit] of question.text.matchAll(BOUND)) {
    const value = Number(digits.replace(/,(?=\d{3})/g, '').replace(/[.,]$/, ''));
    if (Number.isNaN(value)) continue;
    const [amount] = quantitiesIn(`${code ?? sign ?? ''}${digits} ${unit ?? ''}`);
    const currency = amount?.currency;
    const year =
      /^(?:1[5-9]|20)\d\d$/.test(digits) &&
      currency === undefined &&
      (unit === undefined || !/^(?:people|employees)$/i.test(unit));
    const kind = word.toLowerCase();
    // "in 12 weeks" and "from 5" do not bound a column, "in 2019" does.
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
      ...(currency && { currency }),
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

/**
 * The column that a bound applies to. A year needs a date column, a unit a column with that unit; otherwise the
 * question must name the column.
 */
const columnOfBound = (table: PageTable, bound: Bound, question: ReadQuestion): number | undefined => {
  const named = contentTerms(question.terms)
    .map((term) => columnOf(table, term))
    .filter((column) => column >= 0);
  const fits = (column: number) => {
    const cells = table.rows.map((row) => row[column] ?? '');
    const values = cells.filter((cell) =>
      bound.year ? yearOf(cell) !== undefined && cell.length < 30 : quantitiesAndWordsIn(cell).length > 0,
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
  return (
    withUnit ??
    candidates.find((column) => named.includes(column)) ??
    (bound.currency === undefined
      ? undefined
      : candidates.find((column) => column > 0 && holdsMoney(table, column, bound.currency)))
  );
};

/** A cell's year. A number from 1500 on that is all of its cell is one too: what an engine or a house was built in. */
const yearOf = (cell: string): number | undefined => {
  const whole = /^\W*(1[5-8]\d\d)\W*$/.exec(cell)?.[1];
  return yearsIn(cell)[0] ?? (whole === undefined ? undefined : Number(whole));
};

/** Heads of columns with amounts of money. */
const MONEY = /\b(?:prices?|costs?|fees?|charges?|rates?|fares?|amounts?|preis|prix|precio)\b/iu;
/** True if a column holds amounts of money, and in no other currency than the one asked for. */
const holdsMoney = (table: PageTable, column: number, currency: string | undefined): boolean => {
  const head = table.columns[column] ?? '';
  const stated = new Set(
    [`1 ${head.match(/[€$£¥]|\b[A-Z]{3}\b/)?.[0] ?? ''}`, ...table.rows.map((row) => row[column] ?? '')].flatMap(
      (text) => quantitiesIn(text).flatMap((one) => one.currency ?? []),
    ),
  );
  return stated.size === 0 ? MONEY.test(head) : stated.has(currency ?? '');
};
