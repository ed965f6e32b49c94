import { stemmer } from 'stemmer';
import { words } from '../../core/text/words.ts';
import type { Asked } from './asked.ts';
import { holdsWanted } from './asked.ts';
import type { Scored } from './choose.ts';

/** The cell of a quoted row that answers: its column is named in the question, or it is of the kind asked for. */
export const answeringCell = ({ unit }: Scored, asked: Asked): { column: string; cell: string } | undefined => {
  if (!unit.row) return undefined;
  const { columns, cells } = unit.row;
  let best: { column: string; cell: string; score: number } | undefined;
  cells.forEach((cell, at) => {
    const column = columns[at] ?? '';
    if (cell === '') return;
    const share = (text: string) => words(text).filter((word) => asked.terms.has(stemmer(word))).length;
    // A cell that the question itself names (the row's label) is where the answer is looked up, not the answer.
    const named = share(cell) / Math.max(1, words(cell).length);
    const score =
      share(column) - 2 * named + 0.6 * (holdsWanted(asked, `${column} ${cell}`) ?? 0) - (at === 0 ? 0.3 : 0);
    if (!best || score > best.score) best = { column, cell, score };
  });
  return best;
};

/** The bare answer as far as quoting can tell: a row's cell, a short sentence, or the quoted sentence itself. */
export const shortAnswerOf = (best: Scored, asked: Asked): string =>
  answeringCell(best, asked)?.cell ?? best.unit.plain;
