import { mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { sha256 } from '../../core/sha256.ts';
import type { Parley } from '../../runtime/parley.ts';
import { convertCorpus, planCorpus } from '../datasets/corpus.ts';
import type { EvalQuestion } from '../datasets/question.ts';
import { hashOfFile, type RowProblem } from '../datasets/rows.ts';

/**
 * Takes a corpus into the run's own data folder; datasets' own files are written out as JSONL first. Doing it again changes
 * nothing, so a resumed run goes through here too.
 * @returns what could not be ingested
 * @throws BAD_INPUT when nothing at all is in the index afterwards
 */
export const indexCorpus = async (
  parley: Parley,
  inputs: readonly string[],
  { folder, signal, onProgress }: { folder: string; signal?: AbortSignal; onProgress?: (line: string) => void },
): Promise<RowProblem[]> => {
  const problems: RowProblem[] = [];
  const ready: string[] = [];
  for (const input of inputs) {
    const plan = await planCorpus(input);
    if (plan.kind === 'as-is') {
      ready.push(input);
      continue;
    }
    mkdirSync(join(folder, 'corpus'), { recursive: true });
    const name = `${basename(plan.input).replace(/\.jsonl?(\.(gz|bz2))?$/, '')}-${sha256(plan.input).slice(0, 8)}.jsonl.gz`;
    const target = join(folder, 'corpus', name);
    onProgress?.(`reading ${plan.input}`);
    problems.push(...(await convertCorpus(plan.input, target)).problems);
    ready.push(target);
  }
  const report = await parley.ingest(ready, {
    signal,
    onProgress: ({ done, total }) => onProgress?.(`indexing ${done}${total === undefined ? '' : ` of ${total}`}`),
  });
  for (const { input, message } of report.failed) problems.push({ place: input, message });
  const { documents } = await parley.stores.documents.count();
  if (documents === 0) {
    throw new ParleyError('BAD_INPUT', {
      message: `The corpus holds no page: ${problems[0]?.message ?? inputs.join(', ')}`.replace(/\.?$/, '.'),
      remedy: 'Each line of a corpus is a JSON object with id, title and text.',
      details: { problems },
    });
  }
  return problems;
};

/** A name for what a corpus is: the hash of its files' contents, and of the names of what is no file. */
export const hashCorpus = async (inputs: readonly string[]): Promise<string> => {
  const parts: string[] = [];
  for (const input of inputs) {
    const isFile = (await stat(input).catch(() => undefined))?.isFile() ?? false;
    parts.push(isFile ? await hashOfFile(input) : sha256(input));
  }
  return sha256(parts.join('\n'));
};

/** Gold ids that no document or passage of the index has, by question: no search could find these. */
export const findMissingGold = async (
  parley: Parley,
  questions: readonly EvalQuestion[],
): Promise<Map<string, string[]>> => {
  const wanted = [...new Set(questions.flatMap(({ supportingIds }) => supportingIds))];
  const present = new Set<string>();
  const scopes = await parley.stores.documents.scopes();
  for (let i = 0; i < wanted.length; i += BATCH) {
    const ids = wanted.slice(i, i + BATCH);
    for (const id of (await parley.stores.documents.stampsOf(ids)).keys()) present.add(id);
    const rest = ids.filter((id) => !present.has(id));
    if (rest.length > 0) for (const { id } of await parley.stores.documents.passages(rest, scopes)) present.add(id);
  }
  const missing = new Map<string, string[]>();
  for (const { id, supportingIds } of questions) {
    const lacking = supportingIds.filter((gold) => !present.has(gold));
    if (lacking.length > 0) missing.set(id, lacking);
  }
  return missing;
};

const BATCH = 500;
