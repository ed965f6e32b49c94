import { head as cutTo } from '../chat/reply/cut.ts';

const RULE = /^\s*\|?[\s:|-]+\|?\s*$/;
const isRow = (line: string | undefined): line is string => line !== undefined && /^\s*\|.*\|\s*$/.test(line);
const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\\|/g, '|'));
const WIDEST = 40;

/** Formats a table as aligned text, since Discord's Markdown has no tables. */
const aligned = (rows: readonly string[][]): string => {
  const columns = Math.max(...rows.map((row) => row.length));
  const cut = rows.map((row) =>
    Array.from({ length: columns }, (_, i) => cutTo((row[i] ?? '').replace(/`/g, "'"), WIDEST)),
  );
  const widths = Array.from({ length: columns }, (_, i) => Math.max(...cut.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  const [head = [], ...body] = cut;
  return ['```', line(head), line(widths.map((width) => '─'.repeat(width))), ...body.map(line), '```'].join('\n');
};

/** Converts Markdown for Discord: tables become aligned text, and headings below the third level become bold lines. */
export const discordMarkdown = (markdown: string): string => {
  const lines = markdown.split('\n');
  const result: string[] = [];
  let fenced = false;
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    if (!fenced && isRow(line) && RULE.test(lines[i + 1] ?? '') && (lines[i + 1] ?? '').includes('-')) {
      const rows = [cells(line)];
      i += 2;
      for (; isRow(lines[i]); i += 1) rows.push(cells(lines[i] as string));
      i -= 1;
      result.push(aligned(rows));
    } else result.push(fenced ? line : line.replace(/^#{4,6}\s+(.*)$/, '**$1**'));
  }
  return result.join('\n');
};
