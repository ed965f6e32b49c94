import type { z } from 'zod';
import type { DocumentRow } from '../../core/document.ts';
import { sha256 } from '../../core/sha256.ts';
import type { EvalQuestion } from './question.ts';

/**
 * How one dataset's own files become questions and, where a row brings its own pages (HotpotQA's context), documents.
 * A file's format is recognised by its first row.
 */
export interface DatasetFormat<Row = unknown> {
  name: string;
  /** True for a row of this format; asked of formats in order, the most particular first. */
  recognises(row: Record<string, unknown>): boolean;
  /** The schema of a row; a row that does not match is reported with its line. */
  schema: z.ZodType<Row>;
  question?(row: Row): EvalQuestion;
  documents?(row: Row): DocumentRow[];
}

/** Defines a format with its own row type, which the list of formats does not show. */
export const defineFormat = <Row>(format: DatasetFormat<Row>): DatasetFormat => format as DatasetFormat;

/** The id of a paragraph without one: dataset and hash of title and text, so that equal paragraphs are one document. */
export const paragraphId = (dataset: string, title: string, text: string): string =>
  `${dataset}:${sha256(`${title}\n${text}`).slice(0, 16)}`;
