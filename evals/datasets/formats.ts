import { documentRowSchema, tripleRowSchema } from '../../core/document.ts';
import { crag } from './crag.ts';
import type { DatasetFormat } from './dataset-format.ts';
import { fever } from './fever.ts';
import { genMedGpt } from './genmedgpt.ts';
import { hotpotqa, twoWiki } from './hotpotqa.ts';
import { musique } from './musique.ts';
import { type EvalQuestion, questionRowSchema } from './question.ts';
import { webQuestions } from './webquestions.ts';

/** Parley's own question file (docs/evals.md): every row that no other format recognises. */
const parley: DatasetFormat<EvalQuestion> = {
  name: 'parley',
  recognises: () => true,
  schema: questionRowSchema,
  question: (question) => question,
};

/** All formats, in the order in which a file's first row is tried. */
const formats: readonly DatasetFormat[] = [musique, hotpotqa, twoWiki, crag, fever, genMedGpt, webQuestions];

/** The format of a file, by its first row. */
export const formatOf = (row: unknown): DatasetFormat => {
  const object = typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {};
  return formats.find((format) => format.recognises(object)) ?? (parley as DatasetFormat);
};

/** True for a row that ingest itself reads: a document or a triple (docs/sources.md). */
export const isCorpusRow = (row: unknown): boolean =>
  documentRowSchema.safeParse(row).success || tripleRowSchema.safeParse(row).success;
