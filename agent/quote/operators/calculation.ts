import { words } from '../../../core/text/words.ts';
import type { PageTable } from '../pages/tables.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { quantitiesAndWordsIn, quantitiesIn } from '../words/numbers.ts';
import { stemOf, stemsOf } from '../words/stems.ts';
import { boundsIn } from './bounds.ts';
import { countedNoun } from './counted.ts';
import type { Operation, Operator } from './operation.ts';
import { distinguishesRows, rowContains } from './rows-with.ts';
import { inHeads, shareOf } from './table-words.ts';

/** What is calculated from the cells of a column. */
type Kind = 'sum' | 'average';

const KINDS: readonly (readonly [RegExp, Kind])[] = [
  [
    /\b(?:averages?|(?<=\bthe )mean|mittelwert\p{L}*|durchschnitt\p{L}*|im schnitt|moyenne|promedio)(?!\p{L})/iu,
    'average',
  ],
  [
    /\b(?:in total|totals?|sum(?= of)|altogether|all together|in all(?=\W*$)|combined|(?:put |taken )?together(?=\W*$)|insgesamt|zusammen(?=\W*$)|au total|en total|en tout)(?!\p{L})/iu,
    'sum',
  ],
];
/** A row that already says what the others make. */
const TOTAL_ROW = /^\W*(?:(?:grand |sub)?totals?|sum|overall|average|mean|all|gesamt|summe)\b/iu;
/** Columns whose numbers only name something. */
const NAMES_ROWS =
  /^\W*(?:no|nr|id|code|room|phone|telephone|mobile|extension|ext|post ?code|zip|version|year|rank|floor|since|opened|founded|joined|built)\W*$/iu;
/** "All offices", "together with": no row is meant by them. */
const ALL = ['all', 'every', 'each', 'whole', 'entire'];
/** Units that do not add up, though their average is one. */
const NO_SUM = new Set(['%', '°', 'c', 'f']);
const MIN_ROWS = 2;

/** What a question asks to calculate, and the words that say so. */
const calculationIn = (text: string): { kind: Kind; said: string } | undefined => {
  for (const [pattern, kind] of KINDS) {
    const said = pattern.exec(text)?.[0];
    if (said !== undefined) return { kind, said };
  }
  return undefined;
};

/** True if a text says that it gives a sum or an average. */
export const saysCalculated = (text: string): boolean => calculationIn(text) !== undefined;

/**
 * Adds up, or averages, the column that a question names, over all rows or over those whose cells it names. Calculates
 * nothing unless every cell is one number and all have the same unit and currency.
 */
export const calculation: Operator = (question, tables) => {
  const asked = calculationIn(question.text);
  if (!asked) return [];
  const found = tables.flatMap((table) => calculate(asked, question, table) ?? []);
  // Of two tables with such a column, none is meant more than the other.
  const best = Math.max(...found.map(({ quality }) => quality));
  const isAlone = found.filter(({ quality }) => quality === best).length === 1;
  return found.map((one) => (isAlone && one.quality === best ? one : { ...one, quality: one.quality * OF_SEVERAL }));
};
/** Share of its quality that is left to one of several calculations. */
const OF_SEVERAL = 0.5;

const calculate = (
  { kind, said }: { kind: Kind; said: string },
  question: ReadQuestion,
  table: PageTable,
): Operation | undefined => {
  const used = new Set([...words(said), ...ALL].map(stemOf));
  const counted = countedNoun(question.text);
  const terms = question.terms.filter(({ stem, light }) => !used.has(stem) && (!light || stem === counted));
  const named = columnsNamed(table, terms, counted);
  // A table that states sums or averages answers by itself.
  if (saysCalculated(`${table.name} ${table.columns.join(' ')}`)) return undefined;
  const isOfTable = (term: Term) =>
    [
      table.titleStems,
      table.nameStems,
      ...table.labelColumns.map((column) => table.columnStems[column] ?? new Set<string>()),
    ].some((stems) => termMatch(term, stems) >= MIN_TERM_MATCH);
  const values = terms.filter(
    (term) =>
      !named.by.has(term) &&
      // "All offices" are more than the row of the head office.
      (term.specific || !isOfTable(term)) &&
      table.rows.some((_, row) => rowContains(table, row, term)) &&
      distinguishesRows(table, term),
  );
  const rows = [...table.rows.keys()].filter((row) => values.every((term) => rowContains(table, row, term)));
  const isTotal = (row: number) => TOTAL_ROW.test(table.rows[row]?.[0] ?? '');
  if (rows.length < MIN_ROWS || rows.some(isTotal)) return undefined;
  const calculable = named.columns.flatMap((column) => {
    const result = calculated(
      kind,
      rows.map((row) => table.rows[row]?.[column] ?? ''),
      table.columns[column] ?? '',
    );
    // A discount on a price is no price.
    if (result?.includes('%') && question.types.includes('money')) return [];
    return result === undefined ? [] : [{ column, result }];
  });
  const [only, other] = calculable;
  // Of two prices of each row, none is meant more than the other.
  if (!only || other) return undefined;
  const isCounted = ({ word }: Term) => quantitiesAndWordsIn(word).some(({ value }) => value === rows.length);
  const isHeld = (term: Term) => named.by.has(term) || values.includes(term) || isOfTable(term) || isCounted(term);
  // "In 2026" may be said above the column. Rows within a bound are not selected here.
  const isBounded = boundsIn(question).some(
    ({ value, holds }) =>
      holds(value - 1) || holds(value + 1) || !terms.some((term) => term.word === String(value) && isHeld(term)),
  );
  if (isBounded) return undefined;
  // Whatever the table lacks may say which rows are meant.
  if (!terms.every((term) => isHeld(term) || inHeads(table, term))) return undefined;
  // A table of offices is rather meant by "all offices" than one with a column for them.
  const context = (1 + shareOf(terms, isHeld)) / 2;
  const head = table.columns[only.column] ?? '';
  return {
    operator: 'calculation',
    table,
    rows,
    quality: 0.5 + 0.5 * context,
    consumed: new Set([...used, ...terms.filter(isHeld).map(({ stem }) => stem)]),
    columns: [only.column],
    result: only.result,
    says: `calculated: ${kind} of ${rows.length === table.rows.length ? 'all ' : ''}${rows.length} by ${head}`,
  };
};

/** "Price 250 g" has "250g". */
const hasJoined = (head: string, { word, numeric }: Term): boolean =>
  numeric &&
  head
    .toLowerCase()
    .replace(/(\p{N})\s+(?=\p{L})/gu, '$1')
    .split(/[^\p{L}\p{N}.]+/u)
    .includes(word);

/** What follows only says more of the thing: "Discount on the 1 kg price" holds discounts. */
const PREPOSITION = /[\s(](?:on|of|in|per|for|at|from|by|with|to)\s/iu;
const NUMBER_OF = /^\W*(?:number|amount|count|total|no\.?) of\s/iu;

/**
 * The columns whose heads have most of the question's terms, and these terms. What is counted must be among them: "how many
 * accidents in October" does not ask for the bags that were sold in October.
 */
const columnsNamed = (
  table: PageTable,
  terms: readonly Term[],
  counted: string,
): { columns: readonly number[]; by: ReadonlySet<Term> } => {
  let best: { columns: number[]; by: ReadonlySet<Term> } = { columns: [], by: new Set() };
  for (const [column, stems] of table.columnStems.entries()) {
    if (table.labelColumns.includes(column)) continue;
    const head = table.columns[column] ?? '';
    const isIn = (term: Term, part: string, partStems: ReadonlySet<string>) =>
      termMatch(term, partStems) >= MIN_TERM_MATCH || hasJoined(part, term);
    const by = new Set(terms.filter((term) => isIn(term, head, stems)));
    const thing = (NUMBER_OF.test(head) ? head.replace(NUMBER_OF, '') : head).split(PREPOSITION)[0] ?? head;
    const thingStems = new Set(stemsOf(thing));
    if (!terms.some((term) => isIn(term, thing, thingStems))) continue;
    const isCounted =
      counted === '' || !terms.some(({ stem }) => stem === counted) || [...by].some(({ stem }) => stem === counted);
    if (by.size === 0 || !isCounted) continue;
    if (by.size > best.by.size) best = { columns: [column], by };
    else if (by.size === best.by.size) best.columns.push(column);
  }
  return best;
};

/** A cell that is one number and nothing else, as a value with its unit. */
const amountIn = (cell: string): { value: number; unit: string; decimals: number } | undefined => {
  const [quantity, second] = quantitiesIn(cell);
  if (!quantity || second) return undefined;
  const rest = `${cell.slice(0, quantity.start)}${cell.slice(quantity.end)}`.trim();
  if (rest !== '' && !/^[²³]$/u.test(rest)) return undefined;
  const unit = `${quantity.currency ?? ''} ${quantity.unit?.replace(/(?<=\p{L}{2})s$/u, '') ?? ''}${rest}`.trim();
  return { value: quantity.value, unit, decimals: /\.(\d+)/.exec(cell)?.[1]?.length ?? 0 };
};

/** The sum or the average of cells, written as they are; undefined if they are not all numbers of one kind. */
const calculated = (kind: Kind, cells: readonly string[], head: string): string | undefined => {
  if (NAMES_ROWS.test(head)) return undefined;
  const values = cells.map(amountIn);
  const [first] = values;
  if (!first || !values.every((one) => one?.unit === first.unit)) return undefined;
  const numbers = values.flatMap((one) => one?.value ?? []);
  const isYears = first.unit === '' && numbers.every((one) => Number.isInteger(one) && one >= 1900 && one <= 2100);
  // "1.240" is a thousand in some pages and a little more than one in others.
  const isUnclear = cells.some((cell) => /(?<!\d)\d{1,3}\.\d{3}(?!\d)/.test(cell));
  if (isYears || isUnclear || (kind === 'sum' && NO_SUM.has(first.unit))) return undefined;
  const sum = numbers.reduce((total, one) => total + one, 0);
  const decimals = Math.max(...values.map((one) => one?.decimals ?? 0));
  const result =
    kind === 'sum'
      ? format(sum, decimals, decimals)
      : format(sum / numbers.length, decimals, Math.max(decimals, MAX_DECIMALS));
  // Of "1 day" and "12 days", the larger one has the unit in the plural.
  const largest = cells[numbers.indexOf(Math.max(...numbers))] ?? '';
  return largest.trim().replace(WRITTEN_NUMBER, result);
};
const MAX_DECIMALS = 2;
const WRITTEN_NUMBER = /\d[\d., {2}’']*\d|\d/u;
const format = (value: number, minimumFractionDigits: number, maximumFractionDigits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits, maximumFractionDigits });
