import { extractText } from '../extract/markdown.ts';
import { createPageBuilder } from '../extract/page-builder.ts';
import { damaged } from './errors.ts';
import type { Reader } from './reader.ts';

let library: Promise<typeof import('word-extractor')['default']> | undefined;

/**
 * The library writes the word "undefined" for signs that its tables lack, such as the euro and the optional hyphen. It takes
 * the functions of its tables once, when it is loaded: those that stand here do it right.
 */
const load = async () => {
  const { default: filters } = await import('word-extractor/lib/filters.js');
  const { clean } = filters;
  filters.binaryToUnicode = (text) => text.replace(/[\x80-\x9f]/g, (letter) => windowsLetter(letter));
  filters.clean = (text) => clean(text.replaceAll(OPTIONAL_HYPHEN, '').replaceAll(FIXED_HYPHEN, '\u2011'));
  return (await import('word-extractor')).default;
};

/** Hyphens as Word's own signs (MS-DOC 2.4.1). */
const OPTIONAL_HYPHEN = '\x1f';
const FIXED_HYPHEN = '\x1e';

/** A Word 97 to 2003 document: its text, then headers, notes and comments. Its styles are not read, so it has no headings. */
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

/** A letter between 0x80 and 0x9f as Windows for western Europe has it; what it has none for is left out. */
const windowsLetter = (letter: string): string =>
  WINDOWS.decode(Uint8Array.of(letter.charCodeAt(0))).replace(/[\x80-\x9f]/, '');
