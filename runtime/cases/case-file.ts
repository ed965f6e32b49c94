import { createReadStream } from 'node:fs';
import { access, rename, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import { type CaseStatus, caseStatuses, type EvalCase } from '../../core/eval-case.ts';
import { assertFolderWritable } from '../../core/output-place.ts';
import { sha256 } from '../../core/sha256.ts';
import type { EvalCaseStore } from '../../stores/index.ts';
import type { Cases } from './cases.ts';
import type { CaseChanges } from './edit-case.ts';
import { questionKey } from './question-key.ts';

/** The format of a line. Files with a higher number are from a newer version of Parley. */
const CASE_FORMAT = 1;

/** A line of a case file: the fields of a question (docs/evals.md), and those that are needed to import edits again. */
const lineSchema = z.looseObject({
  case_format: z.number().int(),
  id: z.string().min(1),
  status: z.enum(caseStatuses),
  question: z.string().min(1),
  answers: z.array(z.coerce.string()),
  supporting_ids: z.array(z.string()).default([]),
  answerable: z.boolean().nullish(),
  rejected: z.array(z.string()).default([]),
  kind: z.string().default('question'),
  as_of: z.string().nullish(),
  scopes: z.array(z.string().min(1)).default(['everyone']),
  history: z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
  owner: z.string().nullish(),
  note: z.string().nullish(),
  base: z.string().optional(),
});
type Line = z.infer<typeof lineSchema>;

/** A hash of the fields that can be edited in a file. */
const contentOf = ({ status, owner, note, ...found }: CaseChanges): string =>
  sha256(
    JSON.stringify([
      status,
      found.question,
      found.answers,
      found.supportingIds,
      found.answerable ?? null,
      found.rejected,
      found.kind,
      found.asOf ?? null,
      found.scopes,
      found.thread?.map(({ question, answer }) => ({ question, answer })),
      owner ?? null,
      note ?? null,
    ]),
  ).slice(0, 12);

/** A case as a line of a file, which is also a row for `eval --questions`. Fixed order of fields; without people. */
export const caseLine = (found: EvalCase): string =>
  JSON.stringify({
    id: found.id,
    question: found.question,
    answers: found.answers,
    supporting_ids: found.supportingIds,
    ...(found.answerable !== undefined && { answerable: found.answerable }),
    rejected: found.rejected,
    kind: found.kind,
    ...(found.asOf !== undefined && { as_of: found.asOf }),
    scopes: found.scopes,
    history: found.thread.map(({ question, answer }) => ({ question, answer })),
    status: found.status,
    ...(found.owner !== undefined && { owner: found.owner }),
    ...(found.note !== undefined && { note: found.note }),
    case_format: CASE_FORMAT,
    base: contentOf(found),
  });

/**
 * Writes the cases with these statuses to a file, atomically, by id.
 * @returns how many, and how many lack a gold answer
 * @throws BAD_USAGE if there is no folder for the file
 */
export const exportCases = async (
  store: Pick<EvalCaseStore, 'all'>,
  target: string,
  { statuses = ['reviewed'] }: { statuses?: readonly CaseStatus[] } = {},
): Promise<{ cases: number; needGold: number }> => {
  assertFolderWritable(target);
  const lines: string[] = [];
  let needGold = 0;
  for await (const found of store.all()) {
    if (!statuses.includes(found.status)) continue;
    lines.push(`${caseLine(found)}\n`);
    if (found.status === 'needs-answer') needGold += 1;
  }
  await writeFile(`${target}.new`, lines.join(''));
  await rename(`${target}.new`, target);
  return { cases: lines.length, needGold };
};

/** The result of importing a file of cases. */
export interface ImportReceipt {
  added: number;
  changed: number;
  unchanged: number;
  /** Cases that were edited both here and in the file. They stay as they are here. */
  conflicts: { id: string; place: string }[];
  problems: { place: string; message: string }[];
}

/**
 * Imports edits from a file. A line that was not edited since its export changes nothing, even if its case was edited here.
 * A case that was edited in both places stays unchanged and is reported as a conflict.
 * @throws INPUT_NOT_FOUND; DATA_NEWER for a file of a newer version, of which nothing is imported
 */
export const importCases = async (
  cases: Cases,
  store: Pick<EvalCaseStore, 'get' | 'withKey'>,
  path: string,
  { by }: { by?: string } = {},
): Promise<ImportReceipt> => {
  const receipt: ImportReceipt = { added: 0, changed: 0, unchanged: 0, conflicts: [], problems: [] };
  const lines: { place: string; line: Line }[] = [];
  const seen = new Set<string>();
  for await (const { place, value } of linesOf(path)) {
    refuseNewer(value, path);
    const parsed = lineSchema.safeParse(withDefaults(value));
    if (!parsed.success) receipt.problems.push({ place, message: z.prettifyError(parsed.error).replace(/\s+/g, ' ') });
    else if (seen.has(parsed.data.id))
      receipt.problems.push({ place, message: `repeats the id ${parsed.data.id}; the first one stays` });
    else {
      seen.add(parsed.data.id);
      lines.push({ place, line: parsed.data });
    }
  }
  for (const { place, line } of lines) {
    const changes = changesOf(line);
    try {
      const byId = await store.get(line.id);
      const found = byId ?? (await sameQuestionIn(store, line));
      if (found === undefined) {
        await cases.add({ ...changes, question: line.question }, { id: line.id, by, what: 'imported' });
        receipt.added += 1;
        continue;
      }
      const [here, there] = [contentOf(found), contentOf(changes)];
      // Without `base`, a case that was found by its question is only changed if nobody has edited it here.
      const base = line.base ?? (byId || found.edits.length === 0 ? here : '');
      if (here === there || line.base === there) receipt.unchanged += 1;
      else if (base !== here) receipt.conflicts.push({ id: found.id, place });
      else {
        await cases.edit(found.id, changes, { by, version: found.version, what: 'imported' });
        receipt.changed += 1;
      }
    } catch (error) {
      if (!(error instanceof ParleyError)) throw error;
      if (error.code === 'CASE_CHANGED') receipt.conflicts.push({ id: line.id, place });
      else receipt.problems.push({ place, message: error.oneLine });
    }
  }
  return receipt;
};

/** Finds the case of the same question, because files of earlier versions have other ids. */
const sameQuestionIn = async (store: Pick<EvalCaseStore, 'withKey'>, line: Line): Promise<EvalCase | undefined> => {
  const key = questionKey(line.question, line.scopes, line.history);
  return key === '' ? undefined : (await store.withKey(key)).find(({ status }) => status !== 'retired');
};

/** The fields of a line as changes. Optional fields that the line lacks are deleted. */
const changesOf = (line: Line): Required<CaseChanges> => ({
  question: line.question,
  answers: line.answers,
  supportingIds: line.supporting_ids,
  answerable: line.answerable ?? null,
  rejected: line.rejected,
  kind: line.kind,
  asOf: line.as_of ?? null,
  scopes: line.scopes,
  thread: line.history,
  status: line.status,
  owner: line.owner ?? null,
  note: line.note ?? null,
});

/** Adds defaults to a row of any question file or of an earlier version's export. With a gold answer it counts as reviewed. */
const withDefaults = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || 'case_format' in value) return value;
  const { answers, answerable } = value as { answers?: unknown; answerable?: unknown };
  const isGold = (Array.isArray(answers) && answers.length > 0) || answerable === false;
  return { status: isGold ? 'reviewed' : 'needs-answer', answers: [], ...value, case_format: CASE_FORMAT };
};

/** @throws DATA_NEWER for a row from a newer version of Parley */
export const refuseNewer = (row: unknown, path: string): void => {
  const { case_format: format } = (typeof row === 'object' && row !== null ? row : {}) as { case_format?: unknown };
  if (typeof format !== 'number' || format <= CASE_FORMAT) return;
  throw new ParleyError('DATA_NEWER', {
    message: `${path} was exported by a newer Parley (case format ${format}, this one reads ${CASE_FORMAT}).`,
    remedy: 'Update Parley, then run the same again. Nothing was read.',
  });
};

async function* linesOf(path: string): AsyncGenerator<{ place: string; value: unknown }> {
  await access(path).catch((cause: unknown) => {
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no file at ${path}.`,
      remedy: 'Write one with `parley cases export FILE`.',
      cause,
    });
  });
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (text.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    yield { place: `line ${number}`, value };
  }
}
