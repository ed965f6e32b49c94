import { wordTable } from '../../../core/word-table.ts';
import { decode } from '../../extract/decode.ts';
import { unescapeHtml } from '../../extract/escape-html.ts';
import { createPageBuilder, type PageBuilder } from '../../extract/page-builder.ts';
import { escapeMarkdown, fencedCode, indentLines, markdownLink } from '../../extract/write-markdown.ts';
import type { Reader } from '../reader.ts';

/** Maximum formatting codes inside of one another, and characters of one. */
const MAX_DEPTH = 20;
const MAX_CODE_CHARS = 10_000;

/** Reads Perl's documentation (perlpod): headings, lists, terms, code, and the formatting codes of a line. */
export const readPod: Reader = (bytes, { contentType } = {}) => {
  const page = createPageBuilder();
  let title = '';
  let heading = '';
  const lists = openLists(page);
  let skipped = '';
  for (const paragraph of paragraphsOf(decode(bytes, contentType))) {
    const [, command = '', rest = ''] = /^=([a-zA-Z]\w*)\s*([\s\S]*)$/.exec(paragraph) ?? [];
    if (skipped !== '') {
      if (command === 'end' && rest.trim().startsWith(skipped)) skipped = '';
      continue;
    }
    const level = Number(/^head([1-6])$/.exec(command)?.[1] ?? 0);
    if (level > 0) {
      lists.close();
      heading = plain(rest);
      // "NAME" is above the page's own.
      if (heading.toUpperCase() !== 'NAME') page.heading(level + 1, heading);
    } else if (command === 'over') lists.open();
    else if (command === 'back') lists.back();
    else if (command === 'item') lists.item(rest.trim());
    else if (command === 'begin') {
      const format = rest.trim().split(/\s/, 1)[0] ?? '';
      // What begins with a colon is Pod.
      if (!format.startsWith(':')) skipped = format || 'none';
    } else if (command !== '') continue;
    else if (/^[ \t]/.test(paragraph)) lists.block(fencedCode(withoutIndent(paragraph), ''), paragraph.trim());
    else {
      const words = plain(paragraph);
      if (heading.toUpperCase() === 'NAME' && title === '') title = words.split(/\s+(?:-{1,2}|–|—)\s+/, 1)[0] ?? '';
      lists.block(inline(paragraph), words);
    }
  }
  lists.close();
  return page.build(title);
};

/**
 * The paragraphs of a file's Pod, which stands between a command and `=cut`. Lines of code that only an empty line parts are one.
 */
const paragraphsOf = (source: string): string[] => {
  const paragraphs: string[] = [];
  let isPod = false;
  for (const paragraph of source.replace(/\r\n?/g, '\n').split(/\n[ \t]*(?:\n[ \t]*)*\n|^\n+/)) {
    const trimmed = paragraph.replace(/^\n+|\s+$/g, '');
    if (/^=[a-zA-Z]/.test(trimmed)) isPod = !trimmed.startsWith('=cut');
    if (!isPod || trimmed === '') continue;
    const before = paragraphs.at(-1);
    if (before !== undefined && /^[ \t]/.test(trimmed) && /^[ \t]/.test(before))
      paragraphs[paragraphs.length - 1] = `${before}\n\n${trimmed}`;
    else paragraphs.push(trimmed);
  }
  return paragraphs;
};

const withoutIndent = (code: string): string => {
  const lines = code.replaceAll('\t', '        ').split('\n');
  const least = lines
    .filter((line) => line.trim() !== '')
    .reduce((min, line) => Math.min(min, line.length - line.trimStart().length), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(least)).join('\n');
};

/** Writes lists, whose items hold paragraphs, code and other lists. An item with words of its own is a term. */
const openLists = (page: PageBuilder) => {
  /** The lines of the open items, outermost first; `text` is the same without markup. */
  const open: { sign: string; parts: string[]; text: string[] }[] = [];
  const write = (markdown: string, text: string): void => {
    const inside = open.at(-1);
    if (inside === undefined) page.block(markdown, text);
    else {
      inside.parts.push(markdown);
      inside.text.push(text);
    }
  };
  const flush = (): void => {
    const item = open.at(-1);
    if (item === undefined || item.parts.length === 0) return;
    open.pop();
    const { sign, parts, text } = item;
    const indent = ' '.repeat(sign.length);
    write(
      sign === '' ? parts.join('\n\n') : sign + indentLines(parts.join('\n\n'), indent).trimStart(),
      text.join('\n'),
    );
    open.push({ sign: '', parts: [], text: [] });
  };
  const back = (): void => {
    flush();
    open.pop();
  };
  return {
    open: () => {
      if (open.length < MAX_DEPTH) open.push({ sign: '', parts: [], text: [] });
    },
    back,
    close: () => {
      while (open.length > 0) back();
    },
    item(rest: string): void {
      flush();
      const item = open.at(-1);
      const [, sign = '', words = ''] = /^(\*|\d{1,4}\.?)(?:\s+|$)([\s\S]*)$/.exec(rest) ?? [];
      const shown = inline(sign === '' ? rest : words);
      const markdown = sign === '' && !/[*`]/.test(shown) ? `**${shown}**` : shown;
      if (item !== undefined) item.sign = /^\d/.test(sign) ? `${Number.parseInt(sign, 10)}. ` : '- ';
      if ((sign === '' ? rest : words) !== '') write(markdown, plain(sign === '' ? rest : words));
    },
    block: write,
  };
};

const plain = (text: string): string =>
  format(text, () => undefined, 0)
    .replace(/\s+/g, ' ')
    .trim();

const inline = (text: string): string =>
  format(
    text,
    (code, inner, address) => {
      if (address !== undefined) return markdownLink(inner, address);
      if (code === 'C') return `\`${inner.replaceAll('`', "'")}\``;
      if (code === 'B') return inner.trim() === '' ? inner : `**${inner}**`;
      return code === 'I' || code === 'F' ? (inner.trim() === '' ? inner : `*${inner}*`) : undefined;
    },
    0,
    escapeMarkdown,
  )
    .replace(/\s+/g, ' ')
    .trim();

/** What a code writes around what is inside of it; undefined for nothing. @param address of a link out of the page */
type Mark = (code: string, inner: string, address?: string) => string | undefined;

/** Writes the formatting codes of a text out: `B<bold>`, `C<< a > b >>`, `L<words|page>`, `E<gt>`. */
const format = (text: string, mark: Mark, depth: number, quote: (text: string) => string = (one) => one): string => {
  let written = '';
  let at = 0;
  const opening = /([A-Z])(<+)(\s?)/g;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const [whole, code = '', angles = '', space = ''] = found;
    const many = angles.length > 1 && space !== '';
    const start = many ? found.index + whole.length : found.index + 2;
    const end = many ? closeOfMany(text, start, angles) : closeOfOne(text, start);
    if (end === undefined || depth >= MAX_DEPTH) continue;
    written += quote(text.slice(at, found.index));
    at = end.after;
    opening.lastIndex = at;
    written += codeOf(code, text.slice(start, end.at), mark, depth, quote);
  }
  return written + quote(text.slice(at));
};

const codeOf = (code: string, content: string, mark: Mark, depth: number, quote: (text: string) => string): string => {
  if (code === 'X' || code === 'Z') return '';
  if (code === 'E') return quote(entityOf(content));
  const shown = code === 'L' ? wordsOfLink(content) : content;
  const inner = format(shown, mark, depth + 1, code === 'C' ? (one) => one : quote);
  const address = code === 'L' ? /\|\s*(https?:\/\/[^\s<>]+)$/.exec(content)?.[1] : undefined;
  return mark(code, inner, address) ?? inner;
};

/** The place of the `>` that closes one `<`, with those of other codes inside passed over. */
const closeOfOne = (text: string, start: number): { at: number; after: number } | undefined => {
  let depth = 1;
  for (let at = start; at < Math.min(text.length, start + MAX_CODE_CHARS); at++) {
    if (text[at] === '>') {
      depth--;
      if (depth === 0) return { at, after: at + 1 };
    } else if (text[at] === '<' && /[A-Z]/.test(text[at - 1] ?? '')) depth++;
  }
  return undefined;
};

/** The place of a space before as many `>` as there were `<`. */
const closeOfMany = (text: string, start: number, angles: string): { at: number; after: number } | undefined => {
  const closing = '>'.repeat(angles.length);
  const part = text.slice(0, start + MAX_CODE_CHARS);
  for (let at = part.indexOf(closing, start); at !== -1; at = part.indexOf(closing, at + 1))
    if (/\s/.test(text[at - 1] ?? '')) return { at: at - 1, after: at + angles.length };
  return undefined;
};

const wordsOfLink = (content: string): string => {
  const bar = content.indexOf('|');
  if (bar !== -1) return content.slice(0, bar);
  if (/^\w+:[^:\s]/.test(content)) return content;
  const [page = '', section = ''] = content.split('/', 2).map((part) => part.replace(/^"|"$/g, ''));
  return section === '' ? page : page === '' ? `"${section}"` : `"${section}" in ${page}`;
};

const OWN_ENTITIES = wordTable<string>({ sol: '/', verbar: '|', lchevron: '«', rchevron: '»' });
const entityOf = (name: string): string => {
  const code = /^0?x([\da-f]{1,6})$/i.exec(name)?.[1];
  const number =
    code === undefined
      ? /^\d{1,7}$/.test(name)
        ? Number.parseInt(name, name.startsWith('0') ? 8 : 10)
        : undefined
      : Number.parseInt(code, 16);
  if (number !== undefined) return number <= 0x10ffff ? String.fromCodePoint(number) : '';
  return OWN_ENTITIES[name] ?? unescapeHtml(`&${name};`);
};
