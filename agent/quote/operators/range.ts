import { words } from '../../../core/text/words.ts';
import { boundBefore, type NumberRange, type Quantity, quantitiesIn, rangeIn, within } from '../words/numbers.ts';
import { stemOf } from '../words/stems.ts';
import type { Operation, Operator } from './operation.ts';
import { cellOf, contentTerms, inHeads, shareOf } from './table-words.ts';

/** Minimum cells of a column that are ranges. */
const MIN_RANGES = 2;

/**
 * Selects the row whose range contains a number of the question, such as "12 stations" in "up to 20". Of several, the
 * narrowest.
 */
export const rangeRow: Operator = (question, tables) =>
  tables.flatMap((table): Operation[] => {
    const found: Operation[] = [];
    for (const quantity of question.quantities) {
      if (question.years.includes(quantity.value)) continue;
      for (const column of table.columns.keys()) {
        const ranges = rangesOf(table.rows.map((cells) => cells[column] ?? ''));
        if (ranges.filter(Boolean).length < MIN_RANGES) continue;
        const fitting = ranges.flatMap((range, row) =>
          range &&
          (range.unit !== '%' || quantity.unit === '%') &&
          reaches(range, quantity, question.text) &&
          (!quantity.currency || !range.currency || quantity.currency === range.currency)
            ? [{ row, range }]
            : [],
        );
        // Prefers the higher start of open ranges ("twenty-five or more" over "ten or more") and the lower end of
        // others ("up to 20" over "up to 150").
        const best = fitting.sort((a, b) => a.range.to - b.range.to || b.range.from - a.range.from)[0];
        if (!best) continue;
        const unit = quantity.unit === undefined ? undefined : stemOf(quantity.unit);
        const units = new Set([
          ...(table.columnStems[column] ?? []),
          ...ranges.flatMap((range) => (range?.unit ? [stemOf(range.unit)] : [])),
        ]);
        const exact =
          (unit !== undefined && units.has(unit)) ||
          (quantity.currency !== undefined && ranges.some((range) => range?.currency === quantity.currency));
        const numbers = new Set(quantitiesIn(question.text).map(({ value }) => String(value)));
        const others = contentTerms(question.terms).filter(
          ({ numeric, stem, word }) => !numeric && stem !== unit && !numbers.has(word),
        );
        const context = shareOf(others, (term) => inHeads(table, term) || cellOf(table, best.row, term) >= 0);
        if (!exact && context < 0.34) continue;
        found.push({
          operator: 'range',
          table,
          rows: [best.row],
          quality: Math.min(1, (exact ? 0.6 : 0.35) + 0.4 * context),
          consumed: new Set([
            ...question.terms.filter(({ numeric }) => numeric).map(({ stem }) => stem),
            // The number may be a word: "after six years".
            ...words(question.text.slice(quantity.start, quantity.end)).slice(0, 1).map(stemOf),
            ...(unit && exact ? [unit] : []),
            ...(quantity.currency ? CURRENCY_STEMS : []),
          ]),
        });
      }
    }
    return found;
  });

/** The ranges of a column's cells. "Anything more" begins where the highest of the others ends. */
const rangesOf = (cells: readonly string[]): (NumberRange | undefined)[] => {
  const ranges = cells.map((cell) => rangeIn(cell));
  const last = ranges
    .filter((range) => range !== undefined && Number.isFinite(range.to))
    .sort((a, b) => (a?.to ?? 0) - (b?.to ?? 0))
    .at(-1);
  return ranges.map((range, at) =>
    range === undefined && last !== undefined && ANYTHING_MORE.test(cells[at] ?? '')
      ? { ...last, from: last.to, openFrom: true, to: Number.POSITIVE_INFINITY, openTo: false }
      : range,
  );
};
const ANYTHING_MORE =
  /^\W*(?:anything|everything|all|any(?:thing)?|whatever is|what is)?\s*(?:more|above|over|beyond|higher|larger|bigger|longer)(?: that| than that| this)?\W*$/i;

/** Whether a range holds a number, or for "over 15 %" something above it. */
const reaches = (range: NumberRange, { value, start }: Quantity, question: string): boolean => {
  const bound = boundBefore(question.slice(0, start));
  if (bound === 'above') return value >= range.from && value < range.to;
  if (bound === 'below') return value > range.from && value <= range.to;
  return within(value, range);
};

const CURRENCY_STEMS = ['eur', 'usd', 'gbp', 'nok', 'cad', 'aud', 'euro', 'dollar', 'pound'].map(stemOf);
