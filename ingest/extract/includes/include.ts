import { indentOf } from '../../../core/text/list-items.ts';

/** A place in a text at which its builder puts another file, or a part of one. */
export interface Include {
  /** Lines of the directive: the first, and the one behind the last. */
  from: number;
  to: number;
  /** The spaces at its start, which its content gets too. */
  indent: string;
  /** The path as it is written. */
  target: string;
  /** `code` is shown as it stands; `text` is a part of the page. */
  as: 'text' | 'code';
  /** Of code. */
  language?: string;
  part: IncludedPart;
  /** How many levels the headings in it go down. */
  deeper?: number;
}

/** Which lines of a file are shown. Without fields, all. */
export interface IncludedPart {
  /** `5`, `2-7`, `2..7`, `3-`, several of them with commas or semicolons. Lines count from one. */
  lines?: string;
  /** Words in the lines between which the part stands, without those lines. */
  after?: string;
  before?: string;
  /** The same with those lines. */
  from?: string;
  until?: string;
  /** The name of a part that marks in comments enclose: `tag::NAME[]`, `ANCHOR: NAME`, `--8<-- [start:NAME]`, `#region NAME`. */
  named?: readonly string[];
  /** A class or function, with everything set in below it. */
  object?: string;
}

/** How the marks of named parts look, before and behind a part. Whole lines: they stand in comments. */
const OPENS = (name: string) =>
  `(?:tag::${name}\\[\\]|ANCHOR:[ \\t]*${name}\\b|8<-+[ \\t]*\\[start:[ \\t]*${name}\\]|#?region[ \\t]+${name}\\b)`;
const CLOSES = (name: string) =>
  `(?:end::${name}\\[\\]|ANCHOR_END:[ \\t]*${name}\\b|8<-+[ \\t]*\\[end:[ \\t]*${name}\\]|#?endregion\\b)`;
const MARK = /(?:\b(?:tag|end)::[\w.-]+\[\]|\bANCHOR(?:_END)?:[ \t]*[\w-]+|8<-+[ \t]*\[(?:start|end):)/;

/** The lines of a file that an include shows; undefined if the file does not hold such a part. */
export const linesOfPart = (source: string, part: IncludedPart): string[] | undefined => {
  const all = source
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n');
  let lines: string[] | undefined = part.lines === undefined ? all : linesByNumber(all, part.lines);
  if (part.object !== undefined) lines = lines && linesOfObject(lines, part.object);
  if (part.named !== undefined) lines = lines && linesOfNames(lines, part.named);
  lines = lines && linesBetween(lines, part);
  return lines?.filter((line) => !MARK.test(line));
};

const linesByNumber = (lines: readonly string[], numbers: string): string[] | undefined => {
  const chosen = numbers.split(/[,;]/).flatMap((range) => {
    const [, first, to, last] = /^\s*(-?\d*)\s*(-|\.\.|:)?\s*(-?\d*)\s*$/.exec(range) ?? [];
    if (first === undefined) return [];
    if (to === undefined) return first === '' ? [] : lines.slice(Number(first) - 1, Number(first));
    const end = last === '' || Number(last) < 0 ? lines.length : Number(last);
    return lines.slice(Math.max(0, Number(first || 1) - 1), end);
  });
  return chosen.length > 0 ? chosen : undefined;
};

const linesBetween = (lines: readonly string[], { after, before, from, until }: IncludedPart): string[] | undefined => {
  const at = (words: string, start: number) => lines.findIndex((line, i) => i >= start && line.includes(words));
  let start = 0;
  if (from !== undefined || after !== undefined) {
    const found = at(from ?? after ?? '', 0);
    if (found === -1) return undefined;
    start = found + (from === undefined ? 1 : 0);
  }
  if (until === undefined && before === undefined) return lines.slice(start);
  const end = at(until ?? before ?? '', start + (from === undefined ? 0 : 1));
  // A part whose end is not there goes on to the end of the file.
  return end === -1 ? lines.slice(start) : lines.slice(start, end + (until === undefined ? 0 : 1));
};

const linesOfNames = (lines: readonly string[], names: readonly string[]): string[] | undefined => {
  const found = names.flatMap((name) => {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const [opens, closes] = [new RegExp(OPENS(escaped)), new RegExp(CLOSES(escaped))];
    const start = lines.findIndex((line) => opens.test(line));
    if (start === -1) return [];
    const end = lines.findIndex((line, i) => i > start && closes.test(line));
    return lines.slice(start + 1, end === -1 ? lines.length : end);
  });
  return found.length > 0 ? found : undefined;
};

const linesOfObject = (lines: readonly string[], object: string): string[] | undefined => {
  let [from, to] = [0, lines.length];
  for (const name of object.split('.')) {
    const sign = new RegExp(`^\\s*(?:async\\s+def|def|class)\\s+${name.replace(/\W/g, '')}\\b`);
    const start = lines.findIndex((line, i) => i >= from && i < to && sign.test(line));
    if (start === -1) return undefined;
    const own = indentOf(lines[start] ?? '');
    let end = start + 1;
    while (end < to && ((lines[end] ?? '').trim() === '' || indentOf(lines[end] ?? '') > own)) end++;
    [from, to] = [start, end];
  }
  return lines.slice(from, to);
};

const MAX_NAMED = 10;

/** What a person who ingests is told of files whose text belongs to a page and is not there. Empty if there are none. */
export const leftOutNotices = (files: Iterable<string>): string[] => {
  const names = [...new Set(files)];
  if (names.length === 0) return [];
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return [`What stands in other files was left out: ${names.slice(0, MAX_NAMED).join(', ')}${more}.`];
};
