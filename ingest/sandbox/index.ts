import { extractMarkdown, extractText } from '../extract/markdown/markdown.ts';
import type { ExtractedPage } from '../extract/page.ts';
import type { PageSketch } from '../extract/template/page-sketch.ts';
import { type FileFormat, type FileHints, formatOf } from '../formats/detect.ts';
import type { Reader, ReaderContext } from '../formats/reader.ts';
import { createParserPool, type ParserPool } from './pool.ts';
import { type OcrOptions, readInPieces } from './read-in-pieces.ts';

/**
 * The libraries that read files, with their versions. An unreadable file is read again after any of them has changed. A test
 * compares them with package.json.
 */
export const PARSERS =
  '@e965/xlsx 0.20.3, @kenjiuno/msgreader 1.28.0, csv-parse 7.0.3, domhandler 6.0.1, fflate 0.8.3, htmlparser2 12.0.0, mammoth 1.13.0, markdown-it 15.0.3, postal-mime 4.0.0, unpdf 1.8.1, word-extractor 1.0.4, yaml 2.9.1';

/** Maximum bytes of Markdown that is read in this process: the slowest text of this length takes a tenth of a second. */
const MAX_LOCAL_MARKDOWN_BYTES = 16_384;

/** Maximum bytes of front matter that is read in this process: 16 kB of malicious YAML take 0.3 s. */
const MAX_LOCAL_FRONT_MATTER_BYTES = 2_048;

let pool: ParserPool | undefined;

/**
 * Finds the reader for a file. It reads in one of the shared parser processes, except for plain text and short Markdown, which
 * are read in this process.
 *
 * @param ocr set to read text in pictures, including picture files
 * @returns undefined for a format that Parley does not read
 */
export const readerFor = (file: FileHints, ocr?: OcrOptions): Reader | undefined => {
  const format = formatOf({ ...file, pictures: ocr !== undefined });
  return format && readerOf(format, ocr);
};

/** The reader of a format. */
export const readerOf =
  (format: FileFormat, ocr?: OcrOptions): Reader =>
  (bytes, context) =>
    ocr !== undefined && HOLD_PICTURES.has(format.name)
      ? readInPieces(bytes, ocr, (recognition) => readFile(format, bytes, { ...context, ocr: recognition }))
      : readFile(format, bytes, context);

/** Formats that can contain pictures with text. */
const HOLD_PICTURES: ReadonlySet<FileFormat['name']> = new Set(['pdf', 'image', 'email', 'docx', 'pptx']);

/** Parts of a file's content hash that depend on text recognition; empty for formats without pictures. */
export const recognitionHash = (file: FileHints, ocr: OcrOptions | undefined): string[] => {
  const format = ocr && formatOf({ ...file, pictures: true });
  return ocr && format && HOLD_PICTURES.has(format.name) ? [`ocr:${ocr.languages}`] : [];
};

/** Reads the sketch of an HTML page in a parser process; undefined for another format. */
export const sketchFile = async (file: FileHints, bytes: Uint8Array): Promise<PageSketch | undefined> => {
  const format = formatOf(file);
  return format?.name === 'html' ? (await readFile(format, bytes, { sketchOnly: true })).sketch : undefined;
};

const readFile = async (format: FileFormat, bytes: Uint8Array, context: ReaderContext = {}): Promise<ExtractedPage> => {
  if (!format.packed && format.name === 'text') return extractText(bytes, context);
  if (
    !format.packed &&
    format.name === 'markdown' &&
    bytes.length <= MAX_LOCAL_MARKDOWN_BYTES &&
    hasShortFrontMatter(bytes)
  )
    return extractMarkdown(bytes, context);
  pool ??= createParserPool();
  return (await pool.read({ format, context }, bytes)).page;
};

/** True for short or no front matter. */
const hasShortFrontMatter = (bytes: Uint8Array): boolean => {
  const opening = new TextDecoder().decode(bytes.subarray(0, MAX_LOCAL_FRONT_MATTER_BYTES)).replace(/\r\n?/g, '\n');
  return !opening.startsWith('---') || /\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.test(opening);
};
