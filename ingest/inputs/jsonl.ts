import { documentRowSchema, type TripleRow, tripleRowSchema } from '../../core/document.ts';
import { asParleyError } from '../../core/errors.ts';
import { FACTS_FORMAT } from '../../stores/index.ts';
import { extractText } from '../extract/markdown/markdown.ts';
import type { ExtractedPage } from '../extract/page.ts';
import { readerOf } from '../sandbox/index.ts';
import { contentHash, failure, type Item, type PageItem } from './item.ts';
import { numberedLines } from './numbered-lines.ts';

/** Maximum rows of unknown form that are reported one by one. In a file of another kind, all rows are. */
const MAX_NAMED_ROWS = 5;
/** Number of triples per item. A change of one line ingests that many again. */
const TRIPLES_PER_UNIT = 1000;

/** True for the name of a JSONL file, compressed or not. */
export const isJsonl = (name: string): boolean => /\.jsonl(\.gz)?$/i.test(name);

/**
 * Streams a JSONL(.gz) file of documents or of triples (docs/sources.md). A broken line becomes a failure with its number, and
 * the other lines are ingested.
 */
export async function* readJsonl(file: string, sourceId: string): AsyncGenerator<Item> {
  const triples: TripleRow[] = [];
  let unit = 0;
  let unknown = 0;
  const flush = (): Item[] => triplesItems(file, sourceId, unit++, triples.splice(0));
  try {
    for await (const { number, text, tooLong } of numberedLines(file)) {
      const input = `${file}:${number}`;
      if (tooLong) {
        yield failure(undefined, input, 'INPUT_TOO_LARGE', 'The line is longer than 64 MB.', 'Split the document.');
        continue;
      }
      if (text.trim() === '') continue;
      let value: unknown;
      try {
        value = JSON.parse(text);
      } catch (error) {
        yield failure(
          undefined,
          input,
          'BAD_INPUT',
          `The line is not JSON (${(error as Error).message}).`,
          'Fix the line and ingest again.',
        );
        continue;
      }
      const triple = tripleRowSchema.safeParse(value);
      if (triple.success) {
        triples.push(triple.data);
        if (triples.length === TRIPLES_PER_UNIT) yield* flush();
        continue;
      }
      const row = documentRowSchema.safeParse(value);
      if (row.success) yield documentItem(input, row.data, text);
      else if (++unknown <= MAX_NAMED_ROWS) {
        const why = row.error.issues
          .map((issue) => [issue.path.join('.'), issue.message].filter(Boolean).join(': '))
          .join('; ');
        yield failure(
          undefined,
          input,
          'BAD_INPUT',
          `The row is neither a document nor a triple (${why}).`,
          'A row is {id, title, text} or {subject, predicate, object}.',
        );
      }
    }
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    const damaged = /gzip|zlib|incorrect|unexpected end/i.test(message);
    yield damaged
      ? failure(
          undefined,
          file,
          'INPUT_UNREADABLE',
          `The file ends early or is damaged (${(error as Error).message}).`,
          'What came before is in; get the file again.',
        )
      : failure(undefined, file, code, message, remedy);
  }
  if (unknown > MAX_NAMED_ROWS)
    yield failure(
      undefined,
      file,
      'BAD_INPUT',
      `${unknown - MAX_NAMED_ROWS} more rows are neither documents nor triples.`,
      'If it is a file of another kind, leave it out of the folder.',
    );
  if (triples.length > 0) yield* flush();
}

type DocumentRow = ReturnType<typeof documentRowSchema.parse>;

const documentItem = (input: string, row: DocumentRow, line: string): PageItem => ({
  kind: 'page',
  input,
  id: row.id,
  hash: contentHash(line),
  url: row.url,
  scopes: row.scopes,
  format: row.html === undefined && row.markdown === undefined ? 'text' : 'markdown',
  extract: async () => {
    const page = await readRow(row);
    return {
      ...page,
      title: row.title || page.title,
      metadata: { ...page.metadata, updated: row.updated_at ?? page.metadata.updated },
    };
  },
});

/** Reads a row's HTML or Markdown like a file of that format. */
const readRow = async ({ html, markdown, text = '', url }: DocumentRow): Promise<ExtractedPage> => {
  const read = html !== undefined ? readHtml : markdown !== undefined ? readMarkdown : extractText;
  return read(Buffer.from(html ?? markdown ?? text), { url });
};
const readHtml = readerOf({ name: 'html', packed: false });
const readMarkdown = readerOf({ name: 'markdown', packed: false });

/** Creates an item for the triples about each document, whose scopes they get, and one for triples without a document. */
const triplesItems = (file: string, sourceId: string, unit: number, rows: TripleRow[]): Item[] => {
  const input = `${file} (triples ${unit * TRIPLES_PER_UNIT + 1} to ${unit * TRIPLES_PER_UNIT + rows.length})`;
  const id = `${sourceId}/triples/${String(unit).padStart(5, '0')}`;
  const title = `Stated facts of ${sourceId}`;
  return [...Map.groupBy(rows, (row) => row.document_id)].map(([about, rows]) => ({
    kind: 'triples',
    input,
    id: about === undefined ? id : `${id}/${about}`,
    // Includes the format, so that facts of an older format are stated again from an unchanged file.
    hash: contentHash(JSON.stringify(rows), String(FACTS_FORMAT)),
    title,
    about,
    rows,
  }));
};
