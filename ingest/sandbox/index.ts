import { extractMarkdown, extractText } from '../extract/markdown.ts';
import type { ExtractedPage } from '../extract/page.ts';
import type { PageSketch } from '../extract/template/page-sketch.ts';
import { type FileFormat, type FileHints, formatOf } from '../formats/detect.ts';
import type { Reader, ReaderContext } from '../formats/reader.ts';
import { createParserPool, type ParserPool } from './pool.ts';

/**
 * The libraries that read files. A file that could not be read is tried again once any of them is another; a test holds this
 * line to package.json.
 */
export const PARSERS =
  '@e965/xlsx 0.20.3, @kenjiuno/msgreader 1.28.0, csv-parse 7.0.3, domhandler 6.0.1, fflate 0.8.3, htmlparser2 12.0.0, mammoth 1.13.0, markdown-it 15.0.3, postal-mime 4.0.0, unpdf 1.8.1, word-extractor 1.0.4, yaml 2.9.1';

/** Markdown up to here is read in this process: the worst text of this length takes a tenth of a second. */
const MAX_LOCAL_MARKDOWN_BYTES = 16_384;

let pool: ParserPool | undefined;

/**
 * The reader for a file. It reads the file in a parser process, which all callers share; plain text and short Markdown, which
 * need no such parser, are read here.
 *
 * @returns undefined for a format that Parley does not read
 */
export const readerFor = (file: FileHints): Reader | undefined => {
  const format = formatOf(file);
  return format && readerOf(format);
};

/** The reader of a format that is known. */
export const readerOf =
  (format: FileFormat): Reader =>
  (bytes, context) =>
    readFile(format, bytes, context);

/** The sketch of an HTML page, read in a parser process; undefined for another format. */
export const sketchFile = async (file: FileHints, bytes: Uint8Array): Promise<PageSketch | undefined> => {
  const format = formatOf(file);
  return format?.name === 'html' ? (await readFile(format, bytes, { sketchOnly: true })).sketch : undefined;
};

const readFile = async (format: FileFormat, bytes: Uint8Array, context: ReaderContext = {}): Promise<ExtractedPage> => {
  if (!format.packed && format.name === 'text') return extractText(bytes, context);
  if (!format.packed && format.name === 'markdown' && bytes.length <= MAX_LOCAL_MARKDOWN_BYTES)
    return extractMarkdown(bytes, context);
  pool ??= createParserPool();
  return (await pool.read({ format, context }, bytes)).page;
};
