import { decode } from '../../extract/decode.ts';
import { includesOf } from '../../extract/includes/in-text.ts';
import { withLeftOut } from '../../extract/includes/left-out.ts';
import { extractMarkdownText } from '../../extract/markdown/markdown.ts';
import type { Reader } from '../reader.ts';
import { asciidocTable, TABLE_BORDER } from './asciidoc-tables.ts';

/** Reads an AsciiDoc file by converting it to Markdown: headings, lists, code, tables, notes, links. Names what it includes. */
export const readAsciidoc: Reader = (bytes, context = {}) => {
  const source = decode(bytes);
  return withLeftOut(extractMarkdownText(asciidocToMarkdown(source), context), includesOf('asciidoc', source));
};

const FENCE = /^(?:-{4,}|\.{4,}|```\w*)$/;
/** Delimiters of examples, sidebars and open blocks, whose content is text. */
const BORDER = /^(?:={4,}|\*{4,}|_{4,}|--)$/;

/** A value of attributes that name each other grows no longer than this. */
const MAX_VALUE = 500;

const asciidocToMarkdown = (source: string): string => {
  const lines = withAttributes(source.replace(/\r\n?/g, '\n').split('\n'));
  const out: string[] = [];
  let language = '';
  let isHead = true;
  let attributes = '';
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const text = line.trim();
    if (/^\/{4,}$/.test(text)) {
      at = endOf(lines, at, text);
      continue;
    }
    if (FENCE.test(text)) {
      const end = endOf(lines, at, text.startsWith('```') ? '```' : text);
      out.push('', `\`\`\`\`${language}`, ...lines.slice(at + 1, end), '````', '');
      language = '';
      at = end;
      continue;
    }
    if (TABLE_BORDER.test(text)) {
      const end = endOf(lines, at, text);
      out.push('', ...asciidocTable(text, lines.slice(at + 1, end), attributes, inline), '');
      attributes = '';
      at = end;
      continue;
    }
    // The attributes of a table may stand above its title.
    if (/^\[[^\]]*\]$/.test(text)) attributes = text;
    else if (!/^\.[^.\s]/.test(text)) attributes = '';
    // A box is called by its kind: what stands in it is read as a warning or a tip.
    const box = /^\[(NOTE|TIP|IMPORTANT|WARNING|CAUTION)(?:[,.#%][^\]]*)?\]$/.exec(text)?.[1];
    if (box !== undefined) {
      const title = /^\.([^\s.].*)$/.exec((lines[at + 1] ?? '').trim())?.[1];
      out.push('', `**${titled(box)}${title === undefined ? '' : `: ${inline(title)}`}**`, '');
      if (title !== undefined) at++;
      continue;
    }
    const source = /^\[(?:source|listing)?,\s*(?:language=)?"?([\w+#-]+)/.exec(text)?.[1];
    if (source !== undefined) language = source;
    const next = (lines[at + 1] ?? '').trim();
    const underlined = /^(?:={4,}|-{4,}|~{4,}|\^{4,}|\+{4,})$/.test(next) && Math.abs(next.length - text.length) <= 2;
    if (underlined && /^[\p{L}\p{N}]/u.test(text)) {
      out.push('', `${'#'.repeat('=-~^+'.indexOf(next.charAt(0)) + 1)} ${inline(text)}`, '');
      at++;
      continue;
    }
    if (
      BORDER.test(text) ||
      /^\/\/(?!\/)/.test(text) ||
      /^\[[^\]]*\]$/.test(text) ||
      /^(?:include|image|ifdef|ifndef|endif|ifeval|toc)::/.test(text)
    )
      continue;
    if (isHead && /^:!?[\w-]+!?:/.test(text)) continue;
    if (/^:!?[\w-]+!?:(?:\s|$)/.test(text)) continue;
    if (text !== '' && !text.startsWith('=')) isHead = false;
    out.push(lineOf(line));
  }
  return out.join('\n');
};

/** Puts the values of the attributes that a page defines (`:product: Heron`) where it names them (`{product}`). Not in code. */
const withAttributes = (lines: readonly string[]): string[] => {
  const values = new Map<string, string>();
  let fence = '';
  return lines.map((line) => {
    const text = line.trim();
    if (fence !== '') {
      if (text === fence) fence = '';
      return line;
    }
    if (FENCE.test(text)) fence = text.startsWith('```') ? '```' : text;
    const named = line.replace(/\{([\w-]{1,60})\}/g, (all, name: string) => values.get(name.toLowerCase()) ?? all);
    const [, name, value = ''] = /^:([\w-]{1,60}):[ \t]+(\S.*)$/.exec(named) ?? [];
    if (name !== undefined && value.length <= MAX_VALUE) values.set(name.toLowerCase(), value.trim());
    return named;
  });
};

const endOf = (lines: readonly string[], at: number, border: string): number => {
  const end = lines.findIndex((line, i) => i > at && line.trim() === border);
  return end === -1 ? lines.length : end;
};

/** "Tip" of `TIP`. */
const titled = (kind: string): string => kind.charAt(0) + kind.slice(1).toLowerCase();

const lineOf = (line: string): string => {
  const text = line.trim();
  const heading = /^(={1,6})\s+(.+?)(?:\s+=+)?$/.exec(text);
  if (heading) return `\n${heading[1]?.replaceAll('=', '#')} ${inline(heading[2] ?? '')}\n`;
  const bullet = /^([*-]+)\s+(.*)$/.exec(text);
  if (bullet) return `${'  '.repeat((bullet[1] ?? '').length - 1)}- ${inline(bullet[2] ?? '')}`;
  const numbered = /^(\.{1,5})\s+(.*)$/.exec(text);
  if (numbered) return `${'   '.repeat((numbered[1] ?? '').length - 1)}1. ${inline(numbered[2] ?? '')}`;
  const note = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION)::?\s+(.*)$/.exec(text);
  if (note) return `\n**${titled(note[1] ?? '')}:** ${inline(note[2] ?? '')}`;
  const term = /^(\S.*?)(?:::+|;;)(?:\s+(.*))?$/.exec(text);
  if (term && !/^\w+:\/\//.test(text)) return `\n**${inline(term[1] ?? '')}**${term[2] ? ` ${inline(term[2])}` : ''}\n`;
  const title = /^\.([^\s.].*)$/.exec(text);
  if (title) return `\n**${inline(title[1] ?? '')}**\n`;
  return text === '+' ? '' : inline(text);
};

const inline = (text: string): string =>
  text
    .replace(/\[\[[^\]]*\]\]/g, '')
    .replace(/"`([^`\n]{1,300})`"/g, '"$1"')
    .replace(/'`([^`\n]{1,300})`'/g, "'$1'")
    .replace(/`\+([^`+\n]+)\+`/g, '`$1`')
    // A link whose address only the site's settings know.
    .replace(/(?<!\S)\{[\w-]{1,60}\}[^\s[\]{}]{0,300}\[([^\]\n]{1,300})\]/g, '$1')
    .replace(/<<[^,>]+,\s*([^>]+)>>/g, '$1')
    .replace(/<<([^>]+)>>/g, '$1')
    .replace(/(?:link:|xref:)([^\s[]+)\[([^\]]*)\]/g, (_, to: string, words: string) => `[${words || to}](${to})`)
    .replace(/\b(https?:\/\/[^\s[\]]+)\[([^\]]*)\]/g, (_, to: string, words: string) => `[${words || to}](${to})`)
    .replace(/(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])/g, '**$1**')
    .replace(/(?<![\w`])[`+]([^`+\n]+)[`+](?![\w`])/g, '`$1`')
    .replace(/\s\+$/, '');
