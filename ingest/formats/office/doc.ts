import { extractText } from '../../extract/markdown/markdown.ts';
import { createPageBuilder } from '../../extract/page-builder.ts';
import { damaged } from '../errors.ts';
import type { Reader } from '../reader.ts';

let library: Promise<typeof import('word-extractor')['default']> | undefined;

/**
 * The library writes "undefined" for characters that its tables lack, such as the euro sign and the optional hyphen. It copies
 * the functions of its tables when it is loaded, so they are replaced before.
 */
const load = async () => {
  const { default: filters } = await import('word-extractor/lib/filters.js');
  const { clean } = filters;
  filters.binaryToUnicode = (text) => text.replace(/[\x80-\x9f]/g, (letter) => windowsLetter(letter));
  filters.clean = (text) => clean(text.replaceAll(OPTIONAL_HYPHEN, '').replaceAll(FIXED_HYPHEN, '\u2011'));
  return (await import('word-extractor')).default;
};

/** Word's own characters for hyphens (MS-DOC 2.4.1). */
const OPTIONAL_HYPHEN = '\x1f';
const FIXED_HYPHEN = '\x1e';

/** Reads a Word 97 to 2003 document: its text, then headers, notes and comments. Ignores styles, so there are no headings. */
export const readDoc: Reader = async (bytes) => {
  library ??= load();
  const WordExtractor = await library;
  const document = await new WordExtractor().extract(Buffer.from(bytes)).catch((cause: unknown) => {
    throw damaged('Word 97', cause);
  });
  const page = createPageBuilder();
  const parts: [name: string, text: string][] = [
    ['', document.getBody()],
    ['Footnotes', document.getFootnotes()],
    ['Endnotes', document.getEndnotes()],
    ['Comments', document.getAnnotations()],
    ['Headers', document.getHeaders({ includeFooters: false })],
    ['Footers', document.getFooters()],
    ['Text boxes', document.getTextboxes()],
  ];
  for (const [name, text] of parts) {
    const paragraphs = text
      .replace(/\r\n?/g, '\n')
      .split(/\n+/)
      .map((line) => line.trim());
    if (paragraphs.every((line) => line === '')) continue;
    if (name !== '') page.heading(2, name);
    for (const paragraph of paragraphs) page.page(extractText(new TextEncoder().encode(paragraph)));
  }
  return page.build('');
};

const WINDOWS = new TextDecoder('windows-1252');

/** Decodes a character from 0x80 to 0x9f as Windows-1252; unassigned ones become empty. */
const windowsLetter = (letter: string): string =>
  WINDOWS.decode(Uint8Array.of(letter.charCodeAt(0))).replace(/[\x80-\x9f]/, '');
