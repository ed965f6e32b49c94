import { markdownTable } from '../write-markdown.ts';
import { withoutWikiSigns } from './wiki-text.ts';

/** A page's first heading, which has five or six signs in DokuWiki and one or two in other wikis. */
const TITLE = /^(?:\s|~~[A-Z:]{1,40}~~)*={5,6}[ \t]*[^=\s][^\n]*={5,6}[ \t]*(?:\n|$)/;
const HEADING = /^[ \t]*(={2,6})[ \t]*([^=\s](?:[^\n]*[^=\s])?)[ \t]*\1[ \t]*$/;
const ITEM = /^((?: {2})+|\t+)([*-])[ \t]*(.*)$/;
const ROW = /^[|^].*[|^][ \t]*$/;
/** Lines that say something to the wiki alone: `~~NOTOC~~`, `{{tag>oil press}}`. */
const CONTROL =
  /^[ \t]*(?:~~[^~\n]{1,80}~~|\{\{(?:tag|topic|page|section|indexmenu|backlinks|blog|changes|rss)>[^{}\n]*\}\})[ \t]*$/;
const CODE = /<(code|file)\b[^<>\n]{0,200}>/;
/** A line that spaces set in is shown as it is. */
const SET_IN = /^(?: {2}|\t)[ \t]*\S/;
/** Boxes of the plugins Wrap and Note. */
const BOX = /<(?:WRAP|wrap|block|div|note)\b([^<>\n]{0,200})>/;
const BOX_END = /<\/(?:WRAP|wrap|block|div|note)>/g;
const KIND = /\b(warning|important|danger|alert|caution|tip|help|info|todo)\b/i;

/** A page of DokuWiki as Markdown; undefined for any other text. */
export const dokuWikiMarkdown = (source: string): string | undefined => {
  if (!TITLE.test(source)) return undefined;
  const lines = source.split('\n');
  const written: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const code = codeIn(line);
    if (ROW.test(line)) {
      const rows: string[] = [];
      for (; ROW.test(lines[at] ?? ''); at++) rows.push(lines[at] ?? '');
      at--;
      written.push('', tableOf(rows), '');
    } else if (SET_IN.test(line) && !ITEM.test(line)) {
      const inside: string[] = [];
      for (; SET_IN.test(lines[at] ?? '') && !ITEM.test(lines[at] ?? ''); at++)
        inside.push((lines[at] ?? '').trimEnd());
      at--;
      written.push('', '```', ...inside, '```', '');
    } else if (code !== undefined) {
      const before = line.slice(0, code.index);
      if (before.trim() !== '') writeLine(before, written);
      const end = endOfCode(lines, at, code[1] ?? '');
      const inside = [line.slice(code.index + code[0].length), ...lines.slice(at + 1, end + 1)].join('\n');
      written.push(
        '',
        '```',
        inside.replace(new RegExp(`</${code[1]}>[^\\n]*$`), '').replace(/^\n|\n$/g, ''),
        '```',
        '',
      );
      at = end;
    } else writeLine(line, written);
  }
  return `${numbered(written)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
};

/** A heading, an item, a box or a line of text. */
const writeLine = (line: string, written: string[]): void => {
  const heading = HEADING.exec(line);
  const item = ITEM.exec(line);
  if (heading !== null) {
    written.push('', `${'#'.repeat(7 - (heading[1] ?? '').length)} ${inline(heading[2] ?? '')}`, '');
  } else if (item !== null) {
    const [, indent = '', sign, words = ''] = item;
    const depth = (indent.startsWith('\t') ? indent.length : indent.length / 2) - 1;
    const before = written.at(-1);
    if (before !== '' && before !== undefined && !/^ *(?:-|1\.) /.test(before)) written.push('');
    written.push(`${'   '.repeat(depth)}${sign === '-' ? '1.' : '-'} ${inline(words)}`);
  } else if (!CONTROL.test(line)) {
    const box = BOX.exec(line);
    const kind = box && (KIND.exec(box[1] ?? '')?.[1] ?? (box[0].startsWith('<note') ? 'note' : undefined));
    if (kind) written.push('', `**${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()}**`, '');
    written.push(inline(line.replace(BOX, '').replace(BOX_END, '')));
  }
};

/** The sign of code that begins a line, or that does not end on its line. */
const codeIn = (line: string): RegExpExecArray | undefined => {
  const found = CODE.exec(line);
  if (found === null) return undefined;
  const isFirst = line.slice(0, found.index).trim() === '';
  return isFirst || !line.includes(`</${found[1]}>`, found.index) ? found : undefined;
};

const endOfCode = (lines: readonly string[], start: number, tag: string): number => {
  for (let at = start; at < lines.length; at++) if (lines[at]?.includes(`</${tag}>`)) return at;
  return lines.length - 1;
};

/** Signs of letters and breaks, of up to 500 characters, of which Markdown has its own or none. What the wiki shows as it is stays so. */
const SIGNS =
  /<nowiki>(.{0,500}?)<\/nowiki>|%%(.{1,500}?)%%|<(?:code|file)\b[^<>]{0,100}>(.{0,500}?)<\/(?:code|file)>|''(?!')(.{1,500}?)''|(?<![:/])\/\/(?!\/)(.{1,500}?)(?<![:/])\/\/|__(.{1,500}?)__|\(\((.{1,500}?)\)\)|\\\\(?:\s|$)|<\/?(?:del|sub|sup|u)>/g;

const inline = (line: string): string =>
  withoutWikiSigns(
    line.replace(SIGNS, (_, plain?: string, shown?: string, code?: string, typed?: string, ...others: unknown[]) => {
      const [slanted, underlined, note] = others as (string | undefined)[];
      const literal = plain ?? shown;
      if (literal !== undefined) return literal.replace(/[*_[\]`]/g, '\\$&');
      if (code !== undefined || typed !== undefined)
        return `\`${(code ?? typed ?? '').replace(/<\/?nowiki>|%%/g, '')}\``;
      return slanted !== undefined ? `*${slanted}*` : (underlined ?? (note !== undefined ? ` (${note})` : ' '));
    }),
  ).trimEnd();

/** Cells that span rows (`:::`) repeat the one above. */
const tableOf = (lines: readonly string[]): string => {
  const rows: string[][] = [];
  for (const line of lines) {
    const cells = inline(line)
      .trim()
      .slice(1, -1)
      .split(/[|^]/)
      .map((cell) => cell.trim());
    rows.push(cells.map((cell, at) => (cell === ':::' ? (rows.at(-1)?.[at] ?? '') : cell)));
  }
  const first = lines[0] ?? '';
  return markdownTable(rows, first.startsWith('^') && !first.includes('|'));
};

/** Writes the numbers of ordered items. A line that is no item ends all lists. */
const numbered = (lines: readonly string[]): string[] => {
  let counts: number[] = [];
  return lines.map((line) => {
    const [, indent = '', mark] = /^( *)(1\.|-) /.exec(line) ?? [];
    const depth = indent.length / 3;
    if (mark === undefined || depth >= MAX_DEPTH) {
      counts = [];
      return line;
    }
    counts = [...counts.slice(0, depth + 1), ...Array(Math.max(0, depth + 1 - counts.length)).fill(0)];
    counts[depth] = mark === '-' ? 0 : (counts[depth] ?? 0) + 1;
    return mark === '-' ? line : `${indent}${counts[depth]}. ${line.slice(indent.length + 3)}`;
  });
};
const MAX_DEPTH = 40;
