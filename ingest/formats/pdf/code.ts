import type { TextRun } from './text-run.ts';

/** A line of code: its text in columns, where it begins, and the width of a character. */
export interface CodeLine {
  text: string;
  from: number;
  unit: number;
}

/** Lays out monospaced runs in columns, so that gaps become the right number of spaces. */
export const inColumns = (runs: readonly TextRun[]): CodeLine => {
  const first = runs[0]!;
  const widest = runs.reduce((one, other) => (other.text.length > one.text.length ? other : one));
  const unit = widest.width / Math.max(1, widest.text.length);
  let text = '';
  for (const run of runs) {
    const column = unit > 0 ? Math.round((run.x - first.x) / unit) : 0;
    text += ' '.repeat(Math.min(MAX_INDENT, Math.max(0, column - text.length))) + run.text;
  }
  return { text: text.trimEnd(), from: first.x, unit };
};

/** Maximum spaces for a gap in a line of code. */
const MAX_INDENT = 80;

/** True for the next line of a listing: not far below, or on the next page. */
export const goesOn = (line: { y: number; size: number }, next: { y: number }): boolean => {
  const gap = line.y - next.y;
  return gap > 0 && gap < line.size * 3;
};

/** Writes lines of code with their indentation as a fenced block, in which a shell's comment is not a heading. */
export const fenced = (listing: readonly CodeLine[]): string => {
  const left = listing.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY);
  const lines = listing.map(({ text, from, unit }) => {
    const indent = unit > 0 ? Math.round((from - left) / unit) : 0;
    return ' '.repeat(Math.min(MAX_INDENT, indent)) + text;
  });
  const ticks = lines.reduce((most, line) => Math.max(most, /^\s*(`{3,})/.exec(line)?.[1]?.length ?? 2), 2) + 1;
  const fence = '`'.repeat(ticks);
  return [fence, ...lines, fence].join('\n');
};
