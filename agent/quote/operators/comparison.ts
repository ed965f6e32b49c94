import { labelsOf, type PageTable } from '../pages/tables.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import { stemOf, stemsOf } from '../words/stems.ts';
import type { Operation, Operator } from './operation.ts';
import { contentTerms, inHeads, shareOf } from './table-words.ts';

/** Words that ask for a comparison. */
const COMPARES =
  /\b(?:or|vs\.?|versus|compared?|comparison|differ\w*|between|both|against|oder|ou|o|than|\w+er than|cheaper|faster|slower|bigger|larger|smaller|longer|shorter|heavier|lighter|more|less|fewer|which (?:one )?(?:costs|opened|is) )\b/i;
const CONSUMED = new Set(
  'between compar comparison differ cheaper faster slower bigger larger smaller longer shorter heavier lighter more less fewer first one cost pay charge'
    .split(' ')
    .map(stemOf),
);
const MAX_SIDES = 4;
/** Comparing words and the column heads that they refer to. */
const COMPARED_BY: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:cheap\w*|expensive|costs?|price\w*|dear\w*)\b/i, /price|cost|fee|EUR|USD/i],
  [/\b(?:fast\w*|quick\w*|slow\w*|soon\w*)\b/i, /time|answer|response|speed|hours?|duration|update/i],
  [/\b(?:heav\w*|light\w*|weigh\w*)\b/i, /weight|mass|kg/i],
  [/\b(?:big\w*|large\w*|small\w*|more people)\b/i, /people|size|staff|seats|area|population|members/i],
  [/\b(?:deep\w*)\b/i, /depth/i],
  [/\b(?:old\w*|new\w*|first|earl\w*|longer|later)\b/i, /opened|joined|founded|since|year|date|released/i],
];
/** Factor for a table without the column that the question compares by. */
const MISSING_COLUMN_FACTOR = 0.55;
const columnFactor = (question: string, table: PageTable): number => {
  const by = COMPARED_BY.find(([word]) => word.test(question));
  return !by || table.columns.some((column) => by[1].test(column)) ? 1 : MISSING_COLUMN_FACTOR;
};

/** Asking words. "Insert or update if exists" names two things without comparing them. */
const ASKS = /\?\s*$|^\W*(?:who|what|which|where|when|how|is|are|do|does|did|can|should|was|were|has|have)\b/i;
const sideBySide = (question: string): boolean =>
  COMPARES.test(question) &&
  (ASKS.test(question) || COMPARES.test(question.replace(/\b(?:or|both|oder|ou|o)\b/gi, ' ')));

/** Selects two to four rows or columns that a question compares. */
export const comparison: Operator = (question, tables) => {
  if (!sideBySide(question.text)) return [];
  const stems = new Set(stemsOf(question.text));
  return tables.flatMap((table): Operation[] => {
    const whole = rowsNamed(table, stems);
    const sides = whole.length >= 2 ? whole : sidesNamed(table, question.text);
    const heads = sides.length < 2 ? columnsNamed(table, stems) : [];
    const consumed = new Set(CONSUMED);
    if (sides.length >= 2 && sides.length <= MAX_SIDES) {
      for (const { label } of sides) for (const stem of label) consumed.add(stem);
      const others = contentTerms(question.terms).filter(({ stem }) => !consumed.has(stem));
      if (others.length === 0 && !comparesAll(table, sides)) return [];
      const context = shareOf(others, (term) => inHeads(table, term));
      return [
        {
          operator: 'comparison',
          table,
          rows: sides.map(({ row }) => row),
          quality: columnFactor(question.text, table) * (others.length === 0 ? 0.9 : 0.4 + 0.6 * context),
          consumed,
        },
      ];
    }
    if (heads.length < 2 || heads.length > MAX_SIDES) return [];
    for (const { label } of heads) for (const stem of label) consumed.add(stem);
    const others = contentTerms(question.terms).filter(({ stem }) => !consumed.has(stem));
    let best: { row: number; share: number } | undefined;
    for (const row of table.rows.keys()) {
      const label = new Set(stemsOf(labelsOf(table, row).join(' ')));
      const share = shareOf(others, (term) => termMatch(term, label) >= MIN_TERM_MATCH);
      if (share > (best?.share ?? 0.49)) best = { row, share };
    }
    return best && others.length > 0
      ? [{ operator: 'comparison', table, rows: [best.row], quality: 0.4 + 0.6 * best.share, consumed }]
      : [];
  });
};

/** Minimum columns of a table that compares its rows in general. */
const MIN_COLUMNS = 4;
/** If the question names no property, a short table qualifies only if its name contains the compared things. */
const comparesAll = (table: PageTable, sides: readonly { label: readonly string[] }[]): boolean =>
  table.columns.length >= MIN_COLUMNS ||
  sides.every(({ label }) => label.some((stem) => table.nameStems.has(stem) || table.titleStems.has(stem)));

/** Rows whose whole label occurs in the question, without duplicates. */
const rowsNamed = (table: PageTable, question: ReadonlySet<string>): { row: number; label: readonly string[] }[] => {
  const named = [...table.rows.keys()].flatMap((row) =>
    labelsOf(table, row).flatMap((text) => {
      const label = stemsOf(text.replace(/\([^)]*\)/g, ''));
      return label.length > 0 &&
        label.length <= 5 &&
        label.every((stem) => question.has(stem)) &&
        !label.every((stem) => /^\d+$/.test(stem))
        ? [{ row, label }]
        : [];
    }),
  );
  const unique = new Map(named.map((side) => [side.label.join(' '), side]));
  return [...unique.values()];
};

/** The two sides of "A or B", "between A and B" and "A vs B", up to three words each. */
const SIDES =
  /((?:[\p{L}\p{N}-]+ ){0,2}[\p{L}\p{N}-]+)\s+(?:or|and|vs\.?|versus|than|against)\s+(?:an? |the )?((?:[\p{L}\p{N}-]+ ){0,2}[\p{L}\p{N}-]+)/giu;
/** Words that a label may have beyond the question: "Heron H4" matches "Heron", "Heron H4 Ice" does not. */
const MAX_MORE = 1;

/**
 * One row per side of a comparison, by a part of its label. Of several matching labels, takes the one with fewest extra
 * words.
 */
const sidesNamed = (table: PageTable, question: string): { row: number; label: readonly string[] }[] => {
  const name = table.labelColumns.at(-1) ?? 0;
  const labels = table.rows.map((cells) => [...new Set(stemsOf((cells[name] ?? '').replace(/\([^)]*\)/g, '')))]);
  const rowOf = (side: string): { row: number; label: readonly string[] } | undefined => {
    // The words next to "or" are the name; words further away may belong to the sentence.
    const stems = stemsOf(side);
    for (let from = 0; from < stems.length; from++)
      for (let to = stems.length; to > from; to--) {
        const named = stems.slice(from, to);
        const fitting = labels
          .map((label, row) => ({ label, row, more: label.length - named.length }))
          .filter(({ label, more }) => more >= 0 && more <= MAX_MORE && named.every((stem) => label.includes(stem)))
          .sort((a, b) => a.more - b.more);
        const [best, next] = fitting;
        if (best && best.more !== next?.more) return { row: best.row, label: named };
      }
    return undefined;
  };
  for (const [, left = '', right = ''] of question.matchAll(SIDES)) {
    const [first, second] = [rowOf(left), rowOf(right)];
    if (first && second && first.row !== second.row) return [first, second];
  }
  return [];
};

/** Units at the end of a head, which a question leaves out: "Care homes GBP", "Weight (kg)". */
const UNIT_OF_HEAD = /[\s(,]+(?:EUR|USD|GBP|CHF|NOK|SEK|DKK|CAD|AUD|[€$£¥%]|kg|km|cm|mm|min|hours?|days?)\)?\s*$/iu;

const columnsNamed = (table: PageTable, question: ReadonlySet<string>) =>
  table.columns.flatMap((column, at) => {
    const label = stemsOf(column.replace(UNIT_OF_HEAD, ''));
    const lacking = label.filter((stem) => !question.has(stem)).length;
    return !table.labelColumns.includes(at) &&
      label.length > 0 &&
      label.length <= 3 &&
      lacking <= (label.length > 1 ? MAX_MORE : 0)
      ? [{ label }]
      : [];
  });
