import { extname } from 'node:path';
import { extractHtml, extractMarkdown, extractText } from '../extract/index.ts';
import { createEmailReader } from './email.ts';
import { damaged } from './errors.ts';
import type { Reader } from './reader.ts';

export type { Reader, ReaderContext } from './reader.ts';

/** Readers are loaded when the first file of their format comes; a handbook of Markdown never loads a PDF library. */
const readPdf: Reader = async (...file) => (await import('./pdf.ts')).readPdf(...file);
const readDocx: Reader = async (...file) => (await import('./docx.ts')).readDocx(...file);
const readXlsx: Reader = async (...file) => (await import('./xlsx.ts')).readXlsx(...file);
const readPptx: Reader = async (...file) => (await import('./pptx.ts')).readPptx(...file);
const readEpub: Reader = async (...file) => (await import('./epub.ts')).readEpub(...file);
const readCsv: Reader = async (...file) => (await import('./csv.ts')).readCsv(...file);
const readEmail: Reader = createEmailReader((name, contentType) => {
  const reader = readerFor({ name, contentType });
  return reader === readEmail ? undefined : reader;
});

/** One format: the endings and media types by which its files are known. */
interface Format {
  reader: Reader;
  endings: readonly string[];
  types: readonly string[];
}

const OFFICE = 'application/vnd.openxmlformats-officedocument';

const FORMATS: readonly Format[] = [
  { reader: extractMarkdown, endings: ['md', 'markdown', 'mdx'], types: ['text/markdown', 'text/x-markdown'] },
  { reader: extractText, endings: ['txt', 'text'], types: ['text/plain'] },
  { reader: extractHtml, endings: ['html', 'htm', 'xhtml'], types: ['text/html', 'application/xhtml+xml'] },
  { reader: readPdf, endings: ['pdf'], types: ['application/pdf', 'application/x-pdf'] },
  { reader: readDocx, endings: ['docx', 'docm'], types: [`${OFFICE}.wordprocessingml.document`] },
  {
    reader: readXlsx,
    endings: ['xlsx', 'xlsm', 'xlsb', 'xls', 'ods'],
    types: [
      `${OFFICE}.spreadsheetml.sheet`,
      'application/vnd.ms-excel',
      'application/vnd.oasis.opendocument.spreadsheet',
    ],
  },
  { reader: readPptx, endings: ['pptx', 'pptm'], types: [`${OFFICE}.presentationml.presentation`] },
  { reader: readEpub, endings: ['epub'], types: ['application/epub+zip'] },
  { reader: readCsv, endings: ['csv', 'tsv'], types: ['text/csv', 'text/tab-separated-values'] },
  { reader: readEmail, endings: ['eml'], types: ['message/rfc822'] },
];

/** A packed file is read as what it packs. Bounded, since a small file may unpack to any size. */
const packed =
  (reader: Reader): Reader =>
  async (bytes, context) => {
    const { gunzipSync } = await import('node:zlib');
    let unpacked: Uint8Array;
    try {
      unpacked = gunzipSync(bytes, { maxOutputLength: 200_000_000 });
    } catch (cause) {
      throw damaged('gzip', cause);
    }
    return reader(unpacked, context);
  };

/** Every ending that Parley reads, without the dot; each may be followed by `.gz`. */
export const READABLE_ENDINGS: readonly string[] = FORMATS.flatMap(({ endings }) => endings);

const byEnding = new Map(FORMATS.flatMap(({ endings, reader }) => endings.map((ending) => [ending, reader])));
const byType = new Map(FORMATS.flatMap(({ types, reader }) => types.map((type) => [type, reader])));

/**
 * The reader for a file: a PDF by its first bytes, others by media type, else by the name's ending, else by first bytes.
 *
 * @returns undefined for a format that Parley does not read.
 */
export const readerFor = ({
  name = '',
  contentType = '',
  bytes,
}: {
  name?: string;
  contentType?: string;
  bytes?: Uint8Array;
}): Reader | undefined => {
  if (/\.gz$/i.test(name)) {
    const reader = readerFor({ name: name.replace(/\.gz$/i, '') });
    return reader === undefined ? undefined : packed(reader);
  }
  // Whatever a server calls it.
  if (bytes !== undefined && isPdf(bytes)) return readPdf;
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  const ending = byEnding.get(
    extname(name.replace(/[?#].*$/, ''))
      .slice(1)
      .toLowerCase(),
  );
  // Servers call whatever they do not know plain text or bytes; then the name knows better.
  if (ending !== undefined && (type === '' || type === 'text/plain' || type === 'application/octet-stream'))
    return ending;
  return byType.get(type) ?? (type === '' || type === 'application/octet-stream' ? byFirstBytes(bytes) : undefined);
};

export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-';

const byFirstBytes = (bytes: Uint8Array | undefined): Reader | undefined => {
  const start = new TextDecoder('latin1').decode(bytes?.subarray(0, 1024) ?? new Uint8Array());
  if (/^\s*(?:<!doctype html|<html)/i.test(start)) return extractHtml;
  return undefined;
};
