import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { refuseNewer } from '../../runtime/cases/case-file.ts';
import { seededRank } from '../metrics/random.ts';
import { readBeirQuestions } from './beir.ts';
import type { DatasetFormat } from './dataset-format.ts';
import { formatOf } from './formats.ts';
import type { PlacedQuestions } from './placed-questions.ts';
import type { EvalQuestion } from './question.ts';
import { describe, hashOfFile, type RowProblem, readRows } from './rows.ts';

/** The questions of a file, and the rows that could not be read. */
export interface QuestionSet {
  name: string;
  format: string;
  questions: EvalQuestion[];
  /** Broken rows, rows without an id, repeated ids: each with its line. */
  problems: RowProblem[];
  /** SHA-256 of the file. */
  hash: string;
}

/**
 * Reads a question file of any known format, recognised by its first row: Parley's JSONL, HotpotQA, MuSiQue, 2WikiMultihopQA, CRAG,
 * WebQuestions, FEVER, GenMedGPT; or a BEIR folder. Rows that cannot be taken are named, the rest is read.
 * @throws INPUT_NOT_FOUND, INPUT_UNREADABLE; DATA_NEWER for cases of a newer Parley; BAD_INPUT when there is no question in it
 */
export const readQuestions = async (path: string): Promise<QuestionSet> => {
  const found = await stat(path).catch(() => undefined);
  const set = found?.isDirectory() ? await readBeirQuestions(path) : await readFile(path);
  const questions = new Map<string, EvalQuestion>();
  for (const { place, question } of set.rows) {
    if (questions.has(question.id)) {
      set.problems.push({ place, message: `repeats the id ${question.id}; the first one stays` });
    } else {
      questions.set(question.id, question);
    }
  }
  if (questions.size === 0) {
    const first = set.problems[0];
    throw new ParleyError('BAD_INPUT', {
      message: `There is no question in ${path}${first ? `: ${first.place} ${first.message}` : ''}.`,
      remedy: 'Each line is a JSON object with id, question and answers; docs/evals.md lists the other formats.',
      details: { problems: set.problems },
    });
  }
  return {
    name: basename(path).replace(/\.(jsonl|json)(\.(gz|bz2))?$/, ''),
    format: set.format,
    questions: [...questions.values()],
    problems: set.problems,
    hash: set.hash,
  };
};

/**
 * The first `limit` questions by a seeded hash of their ids, in the file's order: the same subset whatever the order of the
 * file, and a smaller one is a part of a bigger one.
 */
export const subset = (questions: readonly EvalQuestion[], limit: number, seed: number): EvalQuestion[] => {
  if (limit >= questions.length) return [...questions];
  const chosen = new Set(
    questions
      .map(({ id }) => ({ id, rank: seededRank(seed, id) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id),
  );
  return questions.filter(({ id }) => chosen.has(id));
};

const readFile = async (path: string): Promise<PlacedQuestions> => {
  const rows: PlacedQuestions['rows'] = [];
  const problems: RowProblem[] = [];
  let format: DatasetFormat | undefined;
  for await (const row of readRows(path)) {
    if (!('value' in row)) {
      problems.push(row);
      continue;
    }
    refuseNewer(row.value, path);
    format ??= formatOf(row.value);
    const parsed = format.schema.safeParse(row.value);
    if (parsed.success) rows.push({ place: row.place, question: format.question!(parsed.data) });
    else problems.push({ place: row.place, message: describe(parsed.error) });
  }
  return { format: format?.name ?? 'empty', rows, problems, hash: await hashOfFile(path) };
};
