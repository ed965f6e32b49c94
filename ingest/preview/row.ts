import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import type { ExtractedPage, PageMetadata } from '../extract/page.ts';
import { READABLE_ENDINGS } from '../formats/detect.ts';
import { isUnnamed } from '../formats/text/plain-text.ts';
import { isReadByContent } from '../inputs/export-parts.ts';
import { MAX_FILE_BYTES, mustBeText } from '../inputs/file-bounds.ts';
import type { FolderTemplates } from '../inputs/folder-templates.ts';
import { type IncludeFolder, withIncludedFiles } from '../inputs/included-files.ts';
import { whyTrashed } from '../inputs/keep-note.ts';
import { whyNoPage } from '../inputs/no-page.ts';
import { whyUnnamed } from '../inputs/unnamed.ts';
import { languageOf } from '../language/detect.ts';
import { readerFor, readerOf } from '../sandbox/index.ts';
import type { OcrOptions } from '../sandbox/read-in-pieces.ts';

/** What ingest would read of one page. `extract --json` prints these rows. */
export interface PreviewRow {
  /** The file, URL or `file.jsonl:LINE`. */
  input: string;
  /** The file's name up to its first dot, the row's id, or the URL. */
  id: string;
  title: string;
  text: string;
  markdown: string;
  tables: { caption: string; markdown: string }[];
  metadata: PageMetadata;
}

/** Converts a page to a row. Detects the language as ingest does. */
export const toRow = async (
  input: string,
  id: string,
  { title, text, markdown, tables, metadata }: ExtractedPage,
): Promise<PreviewRow> => ({
  input,
  id,
  title,
  text,
  markdown,
  tables: tables.map((table) => ({ caption: table.caption, markdown: table.markdown })),
  metadata: { ...metadata, language: await languageOf(markdown, metadata.language) },
});

/**
 * Reads one file.
 *
 * @param context.templates set for a file of a folder
 * @param context.folder where the files lie that the page may show; by default, beside it
 * @returns the reason for passing it over, of a file of a folder that is no page
 * @throws INPUT_UNREADABLE, INPUT_TOO_LARGE
 */
export const previewFile = async (
  file: string,
  { templates, ocr, folder }: { templates?: FolderTemplates; ocr?: OcrOptions; folder?: IncludeFolder } = {},
): Promise<PreviewRow | { reason: string }> => {
  const reason = await whyUnnamed(file);
  const isRead = isUnnamed(file) || readerFor({ name: file }, ocr) !== undefined || (await isReadByContent(file));
  if (reason !== undefined || !isRead)
    throw new ParleyError('INPUT_UNREADABLE', {
      message:
        reason === undefined
          ? 'Parley does not read files of this kind.'
          : `Parley does not read this file: ${reason}.`,
      remedy: `It reads ${READABLE_ENDINGS.join(', ')}, mbox and jsonl, and these packed by gzip; plain text under names without an ending too.`,
    });
  const { size } = await stat(file);
  if (size > MAX_FILE_BYTES)
    throw new ParleyError('INPUT_TOO_LARGE', {
      message: `The file has ${Math.round(size / 1e6)} MB; a page may have ${MAX_FILE_BYTES / 1e6}.`,
      remedy: 'Split it.',
    });
  const ownBytes = await readFile(file);
  mustBeText(file, ownBytes);
  const bytes = await withIncludedFiles(file, ownBytes, folder ?? { root: dirname(file) });
  const noPage = templates && (whyNoPage(file, bytes) ?? (await whyTrashed(file)));
  if (noPage !== undefined) return { reason: noPage };
  const reader = readerFor({ name: file, bytes }, ocr) ?? readerOf({ name: 'text', packed: false });
  return toRow(file, basename(file).split('.')[0]!, await reader(bytes, { template: await templates?.of(file) }));
};
