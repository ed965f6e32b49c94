import { decode } from '../../extract/decode.ts';
import { escapeHtml } from '../../extract/escape-html.ts';
import { extractWholeHtml } from '../../extract/html.ts';
import type { ExtractedPage } from '../../extract/page.ts';
import type { Reader } from '../reader.ts';
import { createInlineWriter, withStrings } from './inline.ts';
import { createNames, type RoffLine, readRoffLines, splitArguments } from './lines.ts';
import { isManMacro, writeMan } from './man-macros.ts';
import { isMdocMacro, writeMdoc } from './mdoc-macros.ts';
import { createRoffPage } from './page.ts';

/** Reads a manual page as roff source, of the macros of man or mdoc: headings, lists, code, tables, terms. Follows no includes. */
export const readMan: Reader = (bytes, { contentType } = {}): ExtractedPage => {
  const source = decode(bytes, contentType)
    .replace(/\r\n?/g, '\n')
    .replace(/^\uFEFF/, '');
  const isMdoc = /^[.'][ \t]*(?:Dd|Dt|Sh)\b/m.test(source) && !/^[.'][ \t]*TH\b/m.test(source);
  const names = createNames();
  const inline = createInlineWriter(names);
  const lines = readRoffLines(source, names, isMdoc ? isMdocMacro : isManMacro);
  const page = createRoffPage();
  const included: string[] = [];
  const context = { page, inline, lines, included: (name: string) => void included.push(name) };
  (isMdoc ? writeMdoc : writeMan)(context);
  const title = titleOf(lines, (text) => inline.plain(withStrings(text, names)));
  const { metadata, ...read } = extractWholeHtml(
    `<html><head><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1>\n${page.build()}</body></html>`,
  );
  const notices = included.map((name) => `The page includes ${name}, which was not read.`);
  const { language: _, ...kept } = metadata;
  return { ...read, metadata: notices.length === 0 ? kept : { ...kept, notices } };
};

/** "git-add(1)": the name as the page's first words write it, and the section. */
const titleOf = (lines: readonly RoffLine[], plain: (text: string) => string): string => {
  const head = lines.find(({ macro }) => macro === 'TH' || macro === 'Dt');
  if (head === undefined) return '';
  const [name = '', section = ''] = splitArguments(head.rest).map(plain);
  const heading = lines.findIndex(({ macro }) => macro === 'SH' || macro === 'Sh');
  const words = lines
    .slice(heading, heading + 8)
    .flatMap(({ macro, rest }) =>
      plain(macro === '' || macro === 'Nm' || macro in { B: 1, BR: 1 } ? rest : '').split(/[\s,]+/),
    );
  const written = words.find((word) => word.toLowerCase() === name.toLowerCase());
  const called = written ?? (/[a-z]/.test(name) ? name : name.toLowerCase());
  return section === '' ? called : `${called}(${section.toLowerCase()})`;
};
