import type { ErrorCode } from '../../core/errors.ts';
import type { ExtractedPage } from '../extract/page.ts';
import type { FileFormat } from '../formats/detect.ts';
import type { ReaderContext } from '../formats/reader.ts';

/** A request to a parser process. The file's bytes follow it. */
export interface ReadRequest {
  format: FileFormat;
  context: ReaderContext;
}

/**
 * A reply of a parser process: any number of parts, then the page without them, or a failure. Parts are small, so that neither
 * process holds the whole page as one JSON text, and parsing never blocks the event loop for long.
 */
export type Reply =
  | { kind: 'text'; field: 'markdown' | 'text'; text: string }
  | { kind: 'rows'; table: number; rows: string[][] }
  | { kind: 'links'; links: ExtractedPage['links'] }
  /** `cpu`: seconds of processor time that the process has used since it started. */
  | { kind: 'page'; page: SentPage; cpu: number }
  | { kind: 'failure'; code: ErrorCode; message: string; remedy: string; cpu: number };

/** A page in transfer. A table lacks its Markdown if that is a part of the page's Markdown. */
export type SentPage = Omit<ExtractedPage, 'tables'> & {
  tables: (Omit<ExtractedPage['tables'][number], 'markdown'> & { markdown?: string })[];
};

const PART_CHARACTERS = 1 << 18;
const PART_ROWS = 2000;
const PART_LINKS = 5000;

/** Splits a page into replies. The last one contains the page without the parts. */
export function* pageReplies(page: ExtractedPage, cpu: () => number): Generator<Reply> {
  for (const field of ['markdown', 'text'] as const)
    for (let at = 0; at < page[field].length; at += PART_CHARACTERS)
      yield { kind: 'text', field, text: page[field].slice(at, at + PART_CHARACTERS) };
  for (const [table, { rows }] of page.tables.entries())
    for (let at = 0; at < rows.length; at += PART_ROWS)
      yield { kind: 'rows', table, rows: rows.slice(at, at + PART_ROWS) };
  for (let at = 0; at < page.links.length; at += PART_LINKS)
    yield { kind: 'links', links: page.links.slice(at, at + PART_LINKS) };
  const tables = page.tables.map(({ markdown, ...table }) => ({
    ...table,
    rows: [],
    ...(markdown !== page.markdown.slice(table.start, table.end) && { markdown }),
  }));
  yield { kind: 'page', page: { ...page, markdown: '', text: '', links: [], tables }, cpu: cpu() };
}

/** Assembles a page from its replies. */
export const createPageReceiver = () => {
  const texts = { markdown: [] as string[], text: [] as string[] };
  const rows = new Map<number, string[][]>();
  const links: ExtractedPage['links'] = [];
  return {
    /** Adds a part. For the last reply, returns the whole page. */
    receive(reply: Exclude<Reply, { kind: 'failure' }>): ExtractedPage | undefined {
      switch (reply.kind) {
        case 'text':
          texts[reply.field].push(reply.text);
          return undefined;
        case 'rows': {
          const all = rows.get(reply.table);
          if (all === undefined) rows.set(reply.table, reply.rows);
          else for (const row of reply.rows) all.push(row);
          return undefined;
        }
        case 'links':
          for (const link of reply.links) links.push(link);
          return undefined;
        case 'page': {
          const markdown = texts.markdown.join('');
          const tables = reply.page.tables.map((table, index) => ({
            ...table,
            rows: rows.get(index) ?? [],
            markdown: table.markdown ?? markdown.slice(table.start, table.end),
          }));
          return { ...reply.page, markdown, text: texts.text.join(''), links, tables };
        }
      }
    },
  };
};
