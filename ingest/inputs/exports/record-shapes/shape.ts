import { z } from 'zod';
import { isoDate } from '../../../extract/metadata.ts';

/** A page that a service's API answers or its export holds as JSON. */
export interface ExportedRecord {
  id: string;
  title: string;
  /** Texts in the order of reading; each may have a line about it. */
  parts: { about?: string; html?: string; markdown?: string }[];
  /** Lines above the texts: `State: open`. */
  fields?: string[];
  url?: string;
  updated?: string;
  author?: string;
  /** The reason for not reading it, as a person reads it: a draft. */
  whyNot?: string;
}

/** How a service writes its pages as JSON. */
export interface RecordShape {
  /** The service and its pages, as people call them: "articles of Zendesk". */
  what: string;
  /** How the first 16,000 characters of a file look. */
  head: RegExp;
  /** The records of a file; undefined for one of another form. A record that is not of the form is undefined. */
  records(json: unknown): (ExportedRecord | undefined)[] | undefined;
}

/** A text that may be missing. */
export const text = z.string().nullish();

/** An id, which some services write as a number. */
export const number = z.union([z.string(), z.number()]).transform(String);

/** Reads the rows at a place of the answer, or the one row that the answer is. */
export const rowsAt =
  <Row extends z.ZodType>(row: Row, names: readonly string[], write: (row: z.infer<Row>) => ExportedRecord) =>
  (json: unknown): (ExportedRecord | undefined)[] | undefined => {
    const held = names.map((name) => (json as Record<string, unknown> | null)?.[name]).find((one) => one !== undefined);
    const rows = Array.isArray(json) ? json : held === undefined ? [json] : Array.isArray(held) ? held : [held];
    return rows.map((one) => {
      const { data } = row.safeParse(one);
      return data === undefined ? undefined : write(data);
    });
  };

/** Why a page that its author has not published is not read. */
export const DRAFT = 'a draft';

/** Who said something, and on which day. */
export const saidBy = (who: string | null | undefined, when: string | null | undefined): string =>
  [who || 'somebody', isoDate(when ?? '')?.slice(0, 10)].filter(Boolean).join(', ');

/** Text of a service that writes HTML's signs as entities, in paragraphs. */
export const escapedLines = (markdown: string | null | undefined): string =>
  (markdown ?? '')
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${part.replaceAll('<', '&lt;').replaceAll('\n', '<br>')}</p>`)
    .join('');
