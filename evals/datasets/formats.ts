import { documentRowSchema, tripleRowSchema } from '../../core/document.ts';
import { crag } from './crag.ts';
import type { DatasetFormat } from './dataset-format.ts';
import { fever } from './fever.ts';
import { genMedGpt } from './genmedgpt.ts';
import { hotpotqa, twoWiki } from './hotpotqa.ts';
import { musique } from './musique.ts';
import { type EvalQuestion, questionRowSchema } from './question.ts';
import { webQuestions } from './webquestions.ts';

/** Our own question file (contracts.md): what no other format claims. */
const parley: DatasetFormat<EvalQuestion> = {
  name: 'parley',
  recognises: () => true,
  schema: questionRowSchema,
  question: (question) => question,
};

/** Formats in the order in which a file's first row is held against them. */
const formats: readonly DatasetFormat[] = [
  musique,
  hotpotqa,
  twoWiki,
  crag,
  fever,
  genMedGpt,
  webQuestions,
  parley as DatasetFormat,
];

/** The format of a file, by its first row. */
export const formatOf = (row: unknown): DatasetFormat => {
  const object = typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {};
  return formats.find((format) => format.recognises(object))!;
};

/** True for a row that ingest itself takes: a document or a triple of contracts.md. */
export const isCorpusRow = (row: unknown): boolean =>
  documentRowSchema.safeParse(row).success || tripleRowSchema.safeParse(row).success;
