import type MarkdownIt from 'markdown-it';
import { parseHtml, textOf } from '../dom.ts';
import { extractWholeHtml } from '../html.ts';
import { dropUnseenText } from '../rewrites/unseen-text.ts';
import { CODE } from './markdown-comments.ts';
import { outsideCode } from './outside-code.ts';

/** Elements that people write into Markdown. Others, such as `<your-token>`, are words. */
const TAGS =
  'a|address|article|aside|b|blockquote|br|caption|center|code|dd|details|div|dl|dt|em|figcaption|figure|footer|h[1-6]|header|hr|i|iframe|img|kbd|li|main|nav|ol|p|picture|pre|script|section|small|source|span|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|tr|u|ul|video';
const STARTS = new RegExp(`^ {0,3}</?(?:${TAGS})(?=[\\s/>])`, 'i');
const ANY = new RegExp(STARTS.source, 'im');
/** Elements whose parts may have empty lines between them, at which Markdown ends a block of HTML. */
const WHOLE = /^ {0,3}<(table|ul|ol|dl|pre|figure|blockquote)\b/i;

/** Writes the HTML in a page of Markdown as Markdown: tables, lists, paragraphs with a style, tags in a line. Code stays as it is. */
export const htmlInMarkdown = (parser: InstanceType<typeof MarkdownIt>, markdown: string): string =>
  withoutInlineTags(blocksInMarkdown(parser, markdown));

const STYLED = new RegExp(`${CODE.source}|<(span|p|div|font|small)\\s([^<>\\n]{0,500})>([^<>]{1,2000})</\\4>`, 'gim');

/** Markdown without what an element around words hides from whoever reads the page. Code stays as it is. */
export const withoutUnseenSpans = (markdown: string): string =>
  /<[a-z]{1,5}\s[^<>\n]{0,500}?(?:style|hidden|color)/i.test(markdown)
    ? markdown.replace(STYLED, (found: string, _indent, fence, ticks, tag) => {
        if (fence !== undefined || ticks !== undefined || tag === undefined) return found;
        const document = parseHtml(found);
        dropUnseenText(document, found);
        return textOf(document) === '' ? '' : found;
      })
    : markdown;

const PAIR = /<(b|strong|i|em|code)>[ \t]{0,9}([^<>\n]{1,300}?)[ \t]{0,9}<\/(?:b|strong|i|em|code)>/;
const LINK = /<a\s[^<>\n]{0,300}?href=["']([^"'<>\s]{1,500})["'][^<>\n]{0,300}>([^<>\n]{1,300})<\/a>/;
/** A row of a table, whose cells may have lines; or the end of a line. */
const BREAK = /^[ \t]*\|[^\n]*$|[ \t]{0,9}<\/?br[ \t]*\/?>[ \t]{0,9}/;
/** Tags of which a reader sees nothing but what is between them. */
const SILENT =
  /<\/?(?:kbd|sub|sup|small|big|u|ins|mark|abbr|center|p|button|picture|source|img|wbr|nobr)(?:\s[^<>\n]{0,500})?\/?>/;
/** Tags in a cell, but for the end of a line. */
const IN_CELL =
  /[ \t]{0,9}<\/?(?:ul|ol|li|p|div|span|nobr|sup|sub|kbd|small|center|font|u)(?:\s[^<>\n]{0,300})?\/?>[ \t]{0,9}/;
/** An element that holds nothing: an icon, a mark by which an editor keeps a name from becoming a link. */
const EMPTY = /<(?<empty>[a-z][\w-]{0,30})(?:\s[^<>]{0,500})?>\s{0,9}<\/\k<empty>>/;
const INLINE = new RegExp(
  `${CODE.source}|${PAIR.source}|${LINK.source}|${BREAK.source}|${EMPTY.source}|${SILENT.source}`,
  'gm',
);
const MARKS: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '*', em: '*', code: '`' };

const withoutInlineTags = (markdown: string): string =>
  /<\/?[a-z]/.test(markdown)
    ? markdown.replace(INLINE, (found: string, ...rest: unknown[]) => {
        const [, fence, ticks, tag, words, href, label] = rest as (string | undefined)[];
        if (fence !== undefined || ticks !== undefined) return found;
        if (tag !== undefined) return `${MARKS[tag]}${words}${MARKS[tag]}`;
        if (href !== undefined) return `[${label}](${href})`;
        if (/^\s*\|/.test(found)) return cellsInMarkdown(found);
        return /^\s*<\/?br/.test(found) ? '  \n' : '';
      })
    : markdown;

const CELL = new RegExp(`${PAIR.source}|${LINK.source}|${EMPTY.source}|${IN_CELL.source}`);

/** A row of a table without tags in its cells, but for ends of lines. */
const cellsInMarkdown = (row: string): string => {
  const written = outsideCode(row, CELL, (found, _at, [tag, words, href, label]) => {
    if (tag !== undefined) return `${MARKS[tag]}${words}${MARKS[tag]}`;
    if (href !== undefined) return `[${label}](${href})`;
    return /^\s*<li/i.test(found) ? ' • ' : ' ';
  });
  return written === row ? row : written.replace(/(?<=[^\s`]) {2,}(?=•|\|$)|(?<=\|) {2,}(?=[^\s`])/g, ' ');
};

const blocksInMarkdown = (parser: InstanceType<typeof MarkdownIt>, markdown: string): string => {
  if (!ANY.test(markdown)) return markdown;
  const lines = markdown.split('\n');
  const written: string[] = [];
  const endOf = createEndOf(lines);
  let next = 0;
  for (const { type, map, level } of parser.parse(markdown, {})) {
    const [start, end] = map ?? [0, 0];
    if (type !== 'html_block' || level > 0 || start < next || !STARTS.test(lines[start] ?? '')) continue;
    const last = Math.max(end, endOf(start) ?? end);
    const html = lines.slice(start, last).join('\n');
    push(written, lines.slice(next, start));
    written.push('', extractWholeHtml(html).markdown, '');
    next = last;
  }
  push(written, lines.slice(next));
  return next === 0 ? markdown : written.join('\n').replace(/\n{3,}/g, '\n\n');
};

/** Maximum lines of an element, and lines that are read to find its end, by lines of the page: one that is never closed takes time. */
const MAX_LINES = 2000;
const MAX_READS = 8;

/** Finds the line behind the end of the element that begins a block; undefined if it has none soon. */
const createEndOf = (lines: readonly string[]) => {
  let left = MAX_READS * lines.length + MAX_LINES;
  return (start: number): number | undefined => {
    const tag = WHOLE.exec(lines[start] ?? '')?.[1];
    if (tag === undefined) return undefined;
    const tags = new RegExp(`<(/?)${tag}\\b`, 'gi');
    let depth = 0;
    for (let at = start; at < lines.length && at < start + MAX_LINES && left > 0; at++, left--) {
      for (const [, closes] of (lines[at] ?? '').matchAll(tags)) depth += closes === '' ? 1 : -1;
      if (depth <= 0) return at + 1;
    }
    return undefined;
  };
};

const push = (to: string[], lines: readonly string[]): void => {
  for (const line of lines) to.push(line);
};
