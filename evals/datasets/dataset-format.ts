import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { DocumentRow } from '../../core/document.ts';
import type { EvalQuestion } from './question.ts';

/**
 * How one dataset's own files become questions and, where a row brings its own pages (HotpotQA's context), documents.
 * A format is told by its first row.
 */
export interface DatasetFormat<Row = unknown> {
  name: string;
  /** True for a row of this format; asked of formats in order, the most particular first. */
  recognises(row: Record<string, unknown>): boolean;
  /** What a row must hold; a row that does not is named with its line. */
  schema: z.ZodType<Row>;
  question?(row: Row): EvalQuestion;
  documents?(row: Row): DocumentRow[];
}

/** Keeps the row's type inside one format and out of the list of formats. */
export const defineFormat = <Row>(format: DatasetFormat<Row>): DatasetFormat => format as DatasetFormat;

/** The id of a paragraph that has none: its dataset and a hash of title and text, so equal paragraphs are one document. */
export const paragraphId = (dataset: string, title: string, text: string): string =>
  `${dataset}:${createHash('sha256').update(`${title}\n${text}`).digest('hex').slice(0, 16)}`;
