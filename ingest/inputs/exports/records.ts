import { readFile, stat } from 'node:fs/promises';
import { asParleyError } from '../../../core/errors.ts';
import { decode } from '../../extract/decode.ts';
import { unescapeHtml } from '../../extract/escape-html.ts';
import { isoDate } from '../../extract/metadata.ts';
import type { ExtractedPage } from '../../extract/page.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { escapeMarkdown } from '../../extract/write-markdown.ts';
import { readerOf } from '../../sandbox/index.ts';
import { MAX_FILE_BYTES } from '../file-bounds.ts';
import { contentHash, failure, type Item } from '../item.ts';
import type { ExportedRecord, RecordShape } from './record-shapes/shape.ts';

/**
 * Yields the pages of a JSON file that a service's API answered or its export holds: articles of a help center, topics, issues.
 *
 * @param id the file's id; the id of a page is `FILE/RECORD`
 */
export const readRecords = (shape: RecordShape) =>
  async function* (file: string, id: string): AsyncGenerator<Item> {
    try {
      const { size } = await stat(file);
      if (size > MAX_FILE_BYTES) {
        const message = `The file has ${Math.round(size / 1e6)} MB; one of ${shape.what} may have ${MAX_FILE_BYTES / 1e6}.`;
        yield failure(undefined, file, 'INPUT_TOO_LARGE', message, 'Export fewer at once.');
        return;
      }
      const found = shape.records(JSON.parse(decode(await readFile(file))));
      const records = found ?? [];
      if (records.length > 0 && records.every((record) => record === undefined)) {
        yield { kind: 'skipped', input: file, reason: `JSON that begins like ${shape.what} and is none` };
        return;
      }
      const ids = new Set<string>();
      for (const [number, record] of records.entries()) {
        const input = `${file}:${number + 1}`;
        if (record === undefined)
          yield failure(
            undefined,
            input,
            'INPUT_UNREADABLE',
            `It is not of the form of ${shape.what}.`,
            'Export it again.',
          );
        else if (ids.has(record.id)) yield { kind: 'copy', input, of: `${file} (${record.id})` };
        else yield recordItem(record, input, id);
        if (record !== undefined) ids.add(record.id);
      }
      if (records.length === 0) yield { kind: 'skipped', input: file, reason: `a list of ${shape.what} that is empty` };
    } catch (error) {
      if (error instanceof SyntaxError) {
        const message = `The file is no whole JSON (${error.message}).`;
        yield failure(undefined, file, 'INPUT_UNREADABLE', message, 'Export it again.');
        return;
      }
      const { code, message, remedy } = asParleyError(error);
      yield failure(undefined, file, code, message, remedy);
    }
  };

/** The item of a record; skipped for a draft, and for one without text. @param id the file's */
export const recordItem = (record: ExportedRecord, input: string, id: string): Item => {
  const { title, url, whyNot } = record;
  const parts = record.parts.filter(({ html, markdown }) => (html ?? markdown ?? '').trim() !== '');
  if (whyNot !== undefined) return { kind: 'skipped', input: `${input} (${title})`, reason: whyNot };
  if (parts.length === 0) return { kind: 'skipped', input: `${input} (${title})`, reason: 'a page without text' };
  const page = `${id}/${record.id}`;
  const address = url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
  return {
    kind: 'page',
    input,
    id: page,
    ...(address !== undefined && { url: address }),
    hash: contentHash(page, JSON.stringify(record)),
    extract: () => readRecord({ ...record, parts }, address),
  };
};

const readHtml = readerOf({ name: 'html', packed: false });
const readMarkdown = readerOf({ name: 'markdown', packed: false });

const readRecord = async (record: ExportedRecord, url: string | undefined): Promise<ExtractedPage> => {
  const page = createPageBuilder();
  const fields = record.fields ?? [];
  page.block(fields.map((line) => `- ${escapeMarkdown(line)}`).join('\n'), fields.join('\n'));
  let language: string | undefined;
  for (const { about, html, markdown } of record.parts) {
    const read =
      html === undefined
        ? await readMarkdown(Buffer.from(markdown ?? ''), { url })
        : await readHtml(Buffer.from(`<body>${url === undefined ? withoutInnerLinks(html) : html}</body>`), {
            markup: 'text',
            url,
          });
    if (about !== undefined) page.block(`**${escapeMarkdown(about)}**`, about);
    page.page(read);
    language ??= read.metadata.language;
  }
  const updated = isoDate(record.updated ?? '');
  return page.build(unescapeHtml(record.title).trim(), {
    ...(language && { language }),
    ...(record.author && { author: record.author }),
    ...(updated && { updated }),
  });
};

/** Takes the places off that lead to the same site, whose address nobody states. */
const withoutInnerLinks = (html: string): string => html.replace(/\shref="[/.?#][^"]{0,2000}"/g, '');
