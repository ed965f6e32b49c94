import { words } from '../../../core/text/words.ts';
import { type Candidate, excerpt } from '../candidates/candidate.ts';
import { type PageTable, tableShown } from '../pages/tables.ts';
import { type AnswerType, shareOfSigns } from '../reading/answer-types.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { stemOf } from '../words/stems.ts';

/** The short answer: a row's cell, a count, or the quoted sentence. */
export const shortAnswerOf = (candidate: Candidate, question: ReadQuestion): string => {
  const { table, rows = [], operation, sentence } = candidate;
  if (sentence) return excerpt(candidate).sentences[excerpt(candidate).answer]?.plain ?? candidate.plain;
  if (!table) return candidate.plain;
  const total = countOf(candidate);
  if (operation?.operator === 'count') return String(total);
  if (total > 1 || operation?.operator === 'superlative') {
    // What the joined row is reached by says nothing of what is asked.
    const parts = [{ table, rows }, ...(operation?.operator === 'join' ? [] : (operation?.with ?? []))];
    const all = parts.flatMap((part) => part.rows.map((row) => ({ table: part.table, row })));
    const cells = operation?.operator === 'superlative' ? [] : cellsAsked(all, question);
    return (cells.length > 0 ? cells : all.map((one) => tableShown(one.table).rows[one.row]?.[0] ?? '')).join(', ');
  }
  return answeringCell({ table, rows }, question)?.cell ?? (tableShown(table).rows[rows[0] ?? -1] ?? []).join(' ');
};

/** The number of a candidate's rows. */
export const countOf = ({ rows = [], operation }: Candidate): number =>
  rows.length + (operation?.with ?? []).reduce((sum, part) => sum + part.rows.length, 0);

/** The cells asked for of several rows, with the rows' labels where they differ; empty if the question names no column. */
const cellsAsked = (rows: readonly { table: PageTable; row: number }[], question: ReadQuestion): string[] => {
  const found = rows.flatMap(({ table, row }) => {
    const best = answeringCell({ table, rows: [row] }, question);
    return best !== undefined && isSure(best)
      ? [{ label: tableShown(table).rows[row]?.[0] ?? '', cell: best.cell }]
      : [];
  });
  const cells = [...new Set(found.map(({ cell }) => cell))];
  return cells.length < 2 ? cells : found.map(({ label, cell }) => `${label}: ${cell}`);
};

/** Minimum score of a cell shown in bold. A cell whose column the question names scores at least this. */
const MIN_SCORE = 0.5;
/** Minimum lead over the next cell: in "Norway: 30 · Portugal: 27" neither is bold. */
const MIN_LEAD = 0.05;

/** True for a cell beside the row's label that leads the others. */
const isSure = ({ at, score, lead }: { at: number; score: number; lead: number }): boolean =>
  at > 0 && score >= MIN_SCORE && lead >= MIN_LEAD;

/** Operators that answer with whole rows or a count. */
const WHOLE_ROWS: ReadonlySet<string> = new Set(['superlative', 'count', 'comparison']);

/** The shown row with its answering cell in bold. */
export const withAnsweringCellBold = (shown: string, candidate: Candidate, question: ReadQuestion): string => {
  const { table, rows = [], operation } = candidate;
  const isWhole = operation && (WHOLE_ROWS.has(operation.operator) || operation.with !== undefined);
  if (!table || rows.length !== 1 || isWhole) return shown;
  const best = answeringCell(candidate, question);
  const column = best && tableShown(table).columns[best.at];
  const label = best && `${column}: ${best.cell}`;
  if (!best || !label || !isSure(best) || /[*`_[\]]/.test(best.cell)) return shown;
  const parts = shown.split(label);
  return parts.length === 2 ? parts.join(`${column}: **${best.cell}**`) : shown;
};

/** What columns are called that hold the kind of a question. */
const COLUMN_OF: Readonly<Partial<Record<AnswerType, RegExp>>> = {
  person: /\b(?:who|whom|owner|lead|leader|contact|person|name|responsible|approv\w*|signs?|manager|head|captain)\b/i,
  place: /\b(?:where|place|office|location|city|address|site|room|building|floor|country|kept|stored)\b/i,
  date: /\b(?:when|date|since|joined|from|until|due|day|start\w*|ends?)\b/i,
  time: /\b(?:time|hours|opens?|closes?|from|until)\b/i,
  money: /\b(?:price|cost|costs|amount|fee|rate|budget|pay|limit)\b/i,
};
/** More than a column that only the question before names. */
const COLUMN_OF_KIND = 0.7;

/** A cell that says that there is nothing of what its column is called, or that it is not settled. */
const SAYS_NOTHING =
  /^\W*(?:vacant|none|nobody|no[- ]one|nothing|n\/?a|not applicable|tb[acd]|by arrangement|on request|to be (?:announced|confirmed|decided)|unfilled|open|closed|vakant|unbesetzt|keine?r?|niemand|auf anfrage|nach vereinbarung|geschlossen|aucune?|personne|vacante?|sur demande|fermé|ningun[oa]?|nadie|a convenir|cerrado)\W*$|^\s*[–—-]\s*$/iu;

/**
 * The answering cell of a row: its column is named in the question, or its content has the kind asked for. A question that goes
 * on with the one before names its column first: "and in Portugal?" after one about Norway.
 */
const answeringCell = (
  { table, rows = [] }: Pick<Candidate, 'table' | 'rows'>,
  question: ReadQuestion,
): { cell: string; at: number; score: number; lead: number } | undefined => {
  const asked = new Map<string, number>();
  for (const { stem, synonyms, share } of question.terms)
    for (const one of [stem, ...synonyms]) asked.set(one, Math.max(share, asked.get(one) ?? 0));
  const share = (text: string) => words(text).reduce((sum, word) => sum + (asked.get(stemOf(word)) ?? 0), 0);
  const ofKind = (column: string) =>
    question.types.some((type) => COLUMN_OF[type]?.test(column)) ? COLUMN_OF_KIND : 0;
  const cells = table?.rows[rows[0] ?? -1] ?? [];
  const shown = table && tableShown(table).rows[rows[0] ?? -1];
  const isNamed = (cell: string) => share(cell) >= words(cell).length / 2;
  // The row's label is asked for where another cell of it is known: "which trip does Ann approve".
  const asksLabel = cells.length < 2 || cells.some((cell, at) => at > 0 && cell !== '' && isNamed(cell));
  let best: { cell: string; at: number; score: number; lead: number } | undefined;
  for (const [at, cell] of cells.entries()) {
    const column = table?.columns[at] ?? '';
    if (cell === '') continue;
    // A cell that the question names, such as the row's label, is not the answer.
    const named = share(cell) / Math.max(1, words(cell).length);
    const isLabel = at === 0 && !asksLabel;
    // "Deputy: vacant" answers who the deputy is.
    const isNothing = SAYS_NOTHING.test(cell) && share(column) > 0;
    const score =
      (isLabel ? 0 : share(column) + (isNothing ? COLUMN_OF_KIND : ofKind(column))) -
      2 * named +
      0.6 * (isNothing ? 1 : (shareOfSigns(question.types, `${column} ${cell}`) ?? 0)) -
      (at === 0 ? 0.3 : 0);
    if (!best || score > best.score)
      best = { cell: shown?.[at] ?? cell, at, score, lead: score - (best?.score ?? Number.NEGATIVE_INFINITY) };
    else best.lead = Math.min(best.lead, best.score - score);
  }
  return best;
};
