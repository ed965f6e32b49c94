import { words } from '../../core/text/words.ts';
import { type Candidate, excerpt } from './candidates/candidate.ts';
import { shareOfSigns } from './reading/answer-types.ts';
import type { ReadQuestion } from './reading/question.ts';
import { stemOf } from './reading/stems.ts';

/** The short answer: a row's cell, a count, or the quoted sentence. */
export const shortAnswerOf = (candidate: Candidate, question: ReadQuestion): string => {
  const { table, rows = [], operation, sentence } = candidate;
  if (sentence) return excerpt(candidate).sentences[excerpt(candidate).answer]?.plain ?? candidate.plain;
  if (!table) return candidate.plain;
  const total = rows.length + (operation?.with ?? []).reduce((sum, part) => sum + part.rows.length, 0);
  if (operation?.operator === 'count') return String(total);
  if (total > 1 || operation?.operator === 'superlative') {
    const parts = [{ table, rows }, ...(operation?.with ?? [])];
    return parts.flatMap((part) => part.rows.map((row) => part.table.rows[row]?.[0] ?? '')).join(', ');
  }
  return answeringCell(candidate, question)?.cell ?? candidate.plain;
};

/** Minimum score of a cell shown in bold. A cell whose column the question names scores at least this. */
const MIN_SCORE = 0.5;
/** Minimum lead over the next cell: in "Norway: 30 · Portugal: 27" neither is bold. */
const MIN_LEAD = 0.05;

/** Operators that answer with whole rows or a count. */
const WHOLE_ROWS: ReadonlySet<string> = new Set(['superlative', 'count', 'comparison']);

/** The shown row with its answering cell in bold. */
export const withAnsweringCellBold = (shown: string, candidate: Candidate, question: ReadQuestion): string => {
  const { table, rows = [], operation } = candidate;
  const isWhole = operation && (WHOLE_ROWS.has(operation.operator) || operation.with !== undefined);
  if (!table || rows.length !== 1 || isWhole) return shown;
  const best = answeringCell(candidate, question);
  const label = best && `${table.columns[best.at]}: ${best.cell}`;
  if (!best || !label || best.at === 0 || best.score < MIN_SCORE || best.lead < MIN_LEAD || /[*`_[\]]/.test(best.cell))
    return shown;
  const parts = shown.split(label);
  return parts.length === 2 ? parts.join(`${table.columns[best.at]}: **${best.cell}**`) : shown;
};

/** The answering cell of a row: its column is named in the question, or its content has the kind asked for. */
const answeringCell = (
  { table, rows = [] }: Candidate,
  question: ReadQuestion,
): { cell: string; at: number; score: number; lead: number } | undefined => {
  const asked = new Set(question.terms.flatMap(({ stem, synonyms }) => [stem, ...synonyms]));
  const share = (text: string) => words(text).filter((word) => asked.has(stemOf(word))).length;
  let best: { cell: string; at: number; score: number; lead: number } | undefined;
  for (const [at, cell] of (table?.rows[rows[0] ?? -1] ?? []).entries()) {
    const column = table?.columns[at] ?? '';
    if (cell === '') continue;
    // A cell that the question names, such as the row's label, is not the answer.
    const named = share(cell) / Math.max(1, words(cell).length);
    const score =
      share(column) - 2 * named + 0.6 * (shareOfSigns(question.types, `${column} ${cell}`) ?? 0) - (at === 0 ? 0.3 : 0);
    if (!best || score > best.score)
      best = { cell, at, score, lead: score - (best?.score ?? Number.NEGATIVE_INFINITY) };
    else best.lead = Math.min(best.lead, best.score - score);
  }
  return best;
};
