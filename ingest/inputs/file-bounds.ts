import path from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { utf16Order, utf32Order } from '../extract/decode.ts';
import { isTextName } from '../formats/text/plain-text.ts';

/** Maximum bytes of a file that is one page. A JSONL file is streamed and may have any size. */
export const MAX_FILE_BYTES = 50_000_000;

/** Formats that are text. A file of them with a NUL byte has the wrong name. */
const TEXT = /^\.(?:md|markdown|mdx|qmd|rmd|txt|text|html?|xhtml|csv|tsv|rst|rest|adoc|asciidoc|asc|org)$/i;

/** @throws INPUT_UNREADABLE for a binary file with the name of a text file */
export const mustBeText = (name: string, bytes: Uint8Array): void => {
  if ((TEXT.test(path.extname(name)) || isTextName(name)) && isBinary(bytes)) throw notText('file');
};

/** True for bytes that are not text: a NUL byte near the start, except in UTF-16 and UTF-32. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8192).includes(0) && !isWide(bytes);

/** The error for a file or page of a text format that holds other bytes. */
export const notText = (what: 'file' | 'page'): ParleyError =>
  new ParleyError('INPUT_UNREADABLE', {
    message: `The ${what} holds bytes that are not text.`,
    remedy: 'Check what it is.',
  });

const isWide = (bytes: Uint8Array): boolean =>
  utf32Order(bytes) !== undefined ||
  (bytes[0] === 0xff && bytes[1] === 0xfe) ||
  (bytes[0] === 0xfe && bytes[1] === 0xff) ||
  utf16Order(bytes) !== undefined;
