import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { DocumentRow } from '../../core/document.ts';
import { ParleyError } from '../../core/errors.ts';
import type { PlacedQuestions } from './placed-questions.ts';
import { describe, hashOfFile, type RowProblem, readRows } from './rows.ts';

const querySchema = z.looseObject({ _id: z.coerce.string().min(1), text: z.string().min(1) });
const documentSchema = z.looseObject({
  _id: z.coerce.string().min(1),
  title: z.string().default(''),
  text: z.string(),
});

/**
 * A BEIR folder (Thakur et al. 2021): queries.jsonl and qrels/SPLIT.tsv (test, else dev, else the only one). Only queries that
 * have a judgement above 0 are asked, as BEIR does; there are no answers, so retrieval alone is graded.
 */
export const readBeirQuestions = async (folder: string): Promise<PlacedQuestions> => {
  const qrels = await qrelsFile(folder);
  const queries = inFolder(folder, 'queries.jsonl');
  const problems: RowProblem[] = [];
  const gold = await readQrels(qrels, problems);
  const rows: PlacedQuestions['rows'] = [];
  for await (const row of readRows(queries)) {
    if (!('value' in row)) {
      problems.push(row);
      continue;
    }
    const parsed = querySchema.safeParse(row.value);
    if (!parsed.success) {
      problems.push({ place: row.place, message: describe(parsed.error) });
      continue;
    }
    const { _id: id, text } = parsed.data;
    const supportingIds = gold.get(id);
    if (supportingIds === undefined) continue;
    rows.push({
      place: row.place,
      question: {
        id,
        question: text,
        answers: [],
        supportingIds,
        answerable: true,
        falsePremise: false,
        kind: 'query',
        rule: 'squad',
      },
    });
  }
  return { format: 'beir', rows, problems, hash: await hashOfFile(qrels) };
};

/** A row of BEIR's corpus.jsonl as a document, or undefined when the row has another form. */
export const beirDocument = (row: unknown): DocumentRow | undefined => {
  const parsed = documentSchema.safeParse(row);
  if (!parsed.success) return undefined;
  const { _id: id, title, text } = parsed.data;
  return { id, title, text };
};

/** The corpus of a BEIR folder. */
export const beirCorpus = (folder: string): string => inFolder(folder, 'corpus.jsonl');

const inFolder = (folder: string, name: string): string => {
  const path = [join(folder, name), join(folder, `${name}.gz`)].find((one) => existsSync(one));
  if (path !== undefined) return path;
  throw new ParleyError('INPUT_NOT_FOUND', {
    message: `${folder} is a folder without ${name}.`,
    remedy: 'A BEIR folder holds corpus.jsonl, queries.jsonl and qrels/test.tsv; or name a file.',
  });
};

const qrelsFile = async (folder: string): Promise<string> => {
  const names = (await readdir(join(folder, 'qrels')).catch(() => [])).filter((name) => name.endsWith('.tsv')).sort();
  const name = ['test.tsv', 'dev.tsv'].find((one) => names.includes(one)) ?? names[0];
  return inFolder(folder, name === undefined ? 'qrels/test.tsv' : join('qrels', name));
};

/** `query-id  corpus-id  score`, with or without that header; a score of 0 says "not relevant". */
const readQrels = async (path: string, problems: RowProblem[]): Promise<Map<string, string[]>> => {
  const gold = new Map<string, string[]>();
  const lines = (await readFile(path, 'utf8')).split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('query-id')) continue;
    const cells = line.split('\t');
    // TREC's own form has a second column that is always 0.
    const [query, document, score] = cells.length === 4 ? [cells[0], cells[2], cells[3]] : cells;
    if (!query || !document || !Number.isFinite(Number(score))) {
      problems.push({ place: `${path}:${index + 1}`, message: 'is not query-id, corpus-id, score' });
    } else if (Number(score) > 0) {
      gold.set(query, [...(gold.get(query) ?? []), document]);
    }
  }
  return gold;
};
