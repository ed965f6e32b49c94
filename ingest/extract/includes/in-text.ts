import { indentOf } from '../../../core/text/list-items.ts';
import { includesInMarkdown, partOf } from './in-markdown.ts';
import type { Include, IncludedPart } from './include.ts';

/** Formats whose builders put other files into a page. */
export type IncludingFormat = 'markdown' | 'rst' | 'asciidoc';

/** Finds what a page shows of other files. An example of such a line, in code, is none where its builder shows it as code. */
export const includesOf = (format: IncludingFormat, text: string): Include[] =>
  MAY_INCLUDE[format].test(text) ? READ[format](linesIn(text)) : [];

/** The lines that places of includes count. */
export const linesIn = (text: string): string[] => text.replace(/\r\n?/g, '\n').split('\n');

/** A sign of a directive; most pages have none. */
const MAY_INCLUDE: Readonly<Record<IncludingFormat, RegExp>> = {
  markdown:
    /#include|#rustdoc_include|#playground|8<-|<<<|@include|\{%-?[ \t]*include|readfile|\{!|\{(?:literal)?include\}|[<{%][ \t]*include|^import[ \t].*\.mdx?['"]/m,
  rst: /^[ \t]*\.\.[ \t]+(?:literal)?include::/m,
  asciidoc: /^include::/m,
};

const RST = /^([ \t]*)\.\.[ \t]+(include|literalinclude)::[ \t]+(\S.*?)[ \t]*$/;
/** What is followed by lines that are shown as they stand. */
const RST_CODE =
  /^[ \t]*\.\.[ \t]+(?:code|code-block|sourcecode|parsed-literal|prompt)::|^(?![ \t]*\.\.(?:[ \t]|$)).*::[ \t]*$/;

const includesInRst = (lines: readonly string[]): Include[] => {
  const found: Include[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (RST_CODE.test(line)) {
      at = endOfBody(lines, at) - 1;
      continue;
    }
    const [, indent, name, target] = RST.exec(line) ?? [];
    if (indent === undefined || target === undefined) continue;
    const end = endOfBody(lines, at);
    const options = new Map<string, string>();
    for (const one of lines.slice(at + 1, end)) {
      const [, key, value = ''] = /^[ \t]*:([\w-]+):[ \t]*(.*?)[ \t]*$/.exec(one) ?? [];
      if (key !== undefined) options.set(key, value);
    }
    const isCode = name === 'literalinclude' || options.has('literal') || options.has('code');
    const language = options.get('language') || options.get('code') || /\.(\w+)$/.exec(target)?.[1];
    found.push({
      from: at,
      to: end,
      indent,
      target,
      as: isCode ? 'code' : 'text',
      part: partOf(options),
      ...(isCode && language !== undefined && { language }),
    });
    at = end - 1;
  }
  return found;
};

/** The line behind those that are set in below a line. */
const endOfBody = (lines: readonly string[], at: number): number => {
  const own = indentOf(lines[at] ?? '');
  let end = at + 1;
  while (end < lines.length && ((lines[end] ?? '').trim() === '' || indentOf(lines[end] ?? '') > own)) end++;
  while (end > at + 1 && (lines[end - 1] ?? '').trim() === '') end--;
  return end;
};

const ASCIIDOC = /^include::([^[\]\s][^[\]]*)\[([^\]]*)\][ \t]*$/;

const includesInAsciidoc = (lines: readonly string[]): Include[] =>
  lines.flatMap((line, at) => {
    const [, target, attributes = ''] = ASCIIDOC.exec(line) ?? [];
    if (target === undefined) return [];
    const value = (name: string) => {
      const [, quoted, bare] =
        new RegExp(`(?:^|,)[ \\t]*${name}[ \\t]*=[ \\t]*(?:"([^"]*)"|([^,"]*))`).exec(attributes) ?? [];
      return quoted ?? bare;
    };
    const names = (value('tags?') ?? '')
      .split(/[,;]/)
      .map((name) => name.trim())
      .filter((name) => /^[\w.-]+$/.test(name));
    const numbers = value('lines');
    const part: IncludedPart = {
      ...(numbers !== undefined && { lines: numbers }),
      ...(names.length > 0 && { named: names }),
    };
    const deeper = Number(value('leveloffset') ?? 0);
    return [{ from: at, to: at + 1, indent: '', target, as: 'text' as const, part, ...(deeper > 0 && { deeper }) }];
  });

const READ: Readonly<Record<IncludingFormat, (lines: readonly string[]) => Include[]>> = {
  markdown: includesInMarkdown,
  rst: includesInRst,
  asciidoc: includesInAsciidoc,
};
