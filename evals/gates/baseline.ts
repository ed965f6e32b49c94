import { stat, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { ParleyError } from '../../core/errors.ts';
import { readRows } from '../datasets/rows.ts';
import { type ScoredRow, toScored } from '../run/row.ts';
import { readRunRows } from '../run/run-folder.ts';

/**
 * Rows of an earlier run: its folder, or the small file that `writeBaseline` made of it.
 * @throws INPUT_NOT_FOUND, BAD_INPUT
 */
export const readBaseline = async (path: string): Promise<ScoredRow[]> => {
  const rows: ScoredRow[] = [];
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) {
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no run at ${path}.`,
      remedy: 'Name the --out folder of a run, or a file that `parley eval baseline` wrote.',
    });
  }
  if (found.isDirectory()) {
    for await (const row of readRunRows(path)) rows.push(toScored(row));
  } else {
    for await (const row of readRows(path)) if ('value' in row) rows.push(row.value as ScoredRow);
  }
  if (rows.length > 0) return rows;
  throw new ParleyError('BAD_INPUT', {
    message: `There is no row of an eval in ${path}.`,
    remedy: 'Name the --out folder of a finished run, or a file that `parley eval baseline` wrote.',
  });
};

/** Keeps a run's scores as a file of one short line a row, small enough to be checked in. @returns the number of rows */
export const writeBaseline = async (folder: string, target: string): Promise<number> => {
  const rows = await readBaseline(folder);
  const lines = rows.map(({ id, strategy, kind, question, expected, scores, usage }) => {
    const kept: ScoredRow = { id, strategy, kind, question, expected, scores, usage };
    return `${JSON.stringify(kept)}\n`;
  });
  const text = lines.sort().join('');
  await writeFile(target, target.endsWith('.gz') ? gzipSync(text) : text);
  return rows.length;
};
