import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import { sha256 } from '../../core/sha256.ts';
import { describe } from '../datasets/rows.ts';
import { judgements } from './judge.ts';

const rubricSchema = z.strictObject({
  /** What the answer must meet, in words. */
  asks: z.string().trim().min(1).max(4000),
  /** What the judge reads beside question and answer. */
  sees: z.array(z.enum(['sources', 'gold'])).default([]),
  /** Which answers are judged: those that answer, those that refuse, or both. */
  of: z.enum(['answers', 'refusals', 'all']).default('answers'),
  /** Answers that a person judged, as examples. */
  examples: z
    .array(
      z.strictObject({
        question: z.string(),
        answer: z.string(),
        met: z.boolean(),
        because: z.string().optional(),
      }),
    )
    .max(10)
    .default([]),
});

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const MAX_RUBRICS = 20;

/** One thing that a team wants every answer to meet. */
export interface Rubric extends z.infer<typeof rubricSchema> {
  /** Its score is the metric `judge_NAME`, with underscores. */
  name: string;
}

/** The rubrics of a file. */
export interface RubricFile {
  rubrics: Rubric[];
  /** Tells one wording from another: a run is resumed only with the same rubrics. */
  hash: string;
}

/**
 * Reads a team's rubrics: YAML, a name and what it asks for each (docs/evals.md).
 * @throws INPUT_NOT_FOUND; BAD_INPUT where it is no such file, with the place
 */
export const readRubrics = async (path: string): Promise<RubricFile> => {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no rubric file at ${path}.`,
      remedy: 'Name a YAML file; docs/evals.md shows one.',
      cause,
    });
  });
  const bad = (message: string) =>
    new ParleyError('BAD_INPUT', { message: `${path}: ${message}.`, remedy: 'docs/evals.md shows a rubric file.' });
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    throw bad(`it is not YAML: ${(error as Error).message.split('\n', 1)[0]}`);
  }
  const file = z.record(z.string(), z.unknown()).safeParse(value);
  if (!file.success || Object.keys(file.data).length === 0) throw bad('it holds no rubric');
  const entries = Object.entries(file.data);
  if (entries.length > MAX_RUBRICS) throw bad(`it holds ${entries.length} rubrics; ${MAX_RUBRICS} are the most`);
  const rubrics = entries.map(([name, given]): Rubric => {
    if (!NAME.test(name)) throw bad(`"${name}" is no name: small letters, digits and hyphens, 40 at most`);
    if ((judgements as readonly string[]).includes(name)) throw bad(`"${name}" is the name of a judgement of Parley`);
    const parsed = rubricSchema.safeParse(given);
    if (!parsed.success) throw bad(`${name}: ${describe(parsed.error)}`);
    return { name, ...parsed.data };
  });
  return { rubrics, hash: sha256(JSON.stringify(rubrics)).slice(0, 12) };
};
