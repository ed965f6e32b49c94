import { extractMarkdown, extractText } from '../extract/markdown.ts';
import type { ExtractedPage } from '../extract/page.ts';
import type { PageSketch } from '../extract/template/page-sketch.ts';
import { type FileFormat, type FileHints, formatOf } from '../formats/detect.ts';
import type { Reader, ReaderContext } from '../formats/reader.ts';
import { createParserPool, type ParserPool } from './pool.ts';
import { type OcrOptions, readInPieces } from './read-in-pieces.ts';

/**
 * The libraries that read files. A file that could not be read is tried again once any of them is another; a test holds this
 * line to package.json.
 */
export const PARSERS =
  '@e965/xlsx 0.20.3, @kenjiuno/msgreader 1.28.0, csv-parse 7.0.3, domhandler 6.0.1, fflate 0.8.3, htmlparser2 12.0.0, mammoth 1.13.0, markdown-it 15.0.3, postal-mime 4.0.0, unpdf 1.8.1, word-extractor 1.0.4, yaml 2.9.1';

/** Markdown up to here is read in this process: the worst text of this length takes a tenth of a second. */
const MAX_LOCAL_MARKDOWN_BYTES = 16_384;

/** Front matter up to here is read in this process: 16 kB of YAML made to be slow take 0.3 s. */
const MAX_LOCAL_FRONT_MATTER_BYTES = 2_048;

let pool: ParserPool | undefined;

/**
 * The reader for a file. It reads the file in a parser process, which all callers share; plain text and short Markdown, which
 * need no such parser, are read here.
 *
 * @param ocr text in pictures is wanted too, and pictures are files to read
 * @returns undefined for a format that Parley does not read
 */
export const readerFor = (file: FileHints, ocr?: OcrOptions): Reader | undefined => {
  const format = formatOf({ ...file, pictures: ocr !== undefined });
  return format && readerOf(format, ocr);
};

/** The reader of a format that is known. */
export const readerOf =
  (format: FileFormat, ocr?: OcrOptions): Reader =>
  (bytes, context) =>
    ocr !== undefined && HOLD_PICTURES.has(format.name)
      ? readInPieces(bytes, ocr, (recognition) => readFile(format, bytes, { ...context, ocr: recognition }))
      : readFile(format, bytes, context);

/** Formats in which text is recognised where that is asked for. */
const HOLD_PICTURES: ReadonlySet<FileFormat['name']> = new Set(['pdf', 'image', 'email', 'docx', 'pptx']);

/** What the hash of a file's text depends on beside its bytes; nothing for formats without pictures. */
export const recognitionHash = (file: FileHints, ocr: OcrOptions | undefined): string[] => {
  const format = ocr && formatOf({ ...file, pictures: true });
  return ocr && format && HOLD_PICTURES.has(format.name) ? [`ocr:${ocr.languages}`] : [];
};

/** The sketch of an HTML page, read in a parser process; undefined for another format. */
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

/** True for a page without front matter too. */
const hasShortFrontMatter = (bytes: Uint8Array): boolean => {
  const opening = new TextDecoder().decode(bytes.subarray(0, MAX_LOCAL_FRONT_MATTER_BYTES)).replace(/\r\n?/g, '\n');
  return !opening.startsWith('---') || /\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.test(opening);
};
