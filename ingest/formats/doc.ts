import { extractText } from '../extract/markdown.ts';
import { createPageBuilder } from '../extract/page-builder.ts';
import { damaged } from './errors.ts';
import type { Reader } from './reader.ts';

/** A Word 97 to 2003 document: its text, then headers, notes and comments. Its styles are not read, so it has no headings. */
export const readDoc: Reader = async (bytes) => {
  const { default: WordExtractor } = await import('word-extractor');
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
