import { centredTitle, isPaged, marginHeading, type TextLine, unpaged } from '../preformatted/paged-text.ts';

interface Line extends TextLine {
  source: string;
}

const EMPTY: Line = { indent: -1, plain: '', source: '' };
/** A tab moves to the next column that is a multiple of this. */
const TAB = 8;
/** Minimum share of indented lines for a text with headings at the left margin, and minimum number of such headings. */
const MIN_SET_IN = 0.7;
const MIN_HEADINGS = 2;
/** Minimum indentation of code in Markdown. */
const CODE_INDENT = 4;
/** Maximum words of an unmarked heading. */
const MAX_BARE_WORDS = 8;
const MAX_BARE_CHARS = 60;
const MIN_BODY_WORDS = 8;
const LIST_ITEM = /^(?:[-*+•o]|\d{1,3}[.)])\s+\S/;

/**
 * Marks the unmarked headings of a plain text as in Markdown: those at the left margin of an indented text (RFCs, manuals in text
 * form), whose page headers and footers are left out, and single lines above a paragraph, a list or an indented block. Expects
 * underlined headings to be marked already.
 */
export const bareHeadings = (text: string): { text: string; title: string } => {
  const read = text.split('\n').map(asLine);
  const paged = isPaged(read);
  const lines = paged ? unpaged(read, EMPTY) : read;
  const written = lines.filter(({ indent }) => indent >= 0);
  const setIn = written.filter(({ indent }) => indent > 1);
  // Headings that were underlined.
  const marked = lines.filter(({ indent, plain }) => indent === 0 && /^#{1,6} /.test(plain));
  const margin = lines.flatMap((_, at) => marginHeading(lines, at) ?? []);
  const isSetIn =
    paged || (margin.length + marked.length >= MIN_HEADINGS && setIn.length >= written.length * MIN_SET_IN);
  const called = paged ? centredTitle(lines) : undefined;
  const title = called === undefined ? '' : wordsOf(lines.slice(called.from, called.to));
  const body = isSetIn ? setIn.reduce((least, { indent }) => Math.min(least, indent), Number.POSITIVE_INFINITY) : 0;
  const dedent = body >= CODE_INDENT && body < Number.POSITIVE_INFINITY ? new RegExp(`^ {${body}}`) : undefined;
  const agenda = agendaLines(lines);
  const out: string[] = [];
  for (const [at, line] of lines.entries()) {
    if (called !== undefined && at >= called.from && at < called.to) {
      if (at === called.from) out.push(`# ${title}`);
      continue;
    }
    const level = isSetIn ? marginHeading(lines, at) : agenda.has(at) ? AGENDA_LEVEL : bareHeading(lines, at);
    if (level === undefined) out.push(dedent === undefined ? line.source : expanded(line.source).replace(dedent, ''));
    // Adds an empty line, so that the following text is not part of the heading.
    else out.push(`${'#'.repeat(level)} ${line.plain}`, ...((lines[at + 1]?.indent ?? -1) < 0 ? [] : ['']));
  }
  return { text: out.join('\n').trim(), title };
};

/** The level of a short single line without final punctuation, above text that is not such a line; undefined for other lines. */
const bareHeading = (lines: readonly Line[], at: number): number | undefined => {
  const line = lines[at];
  if (line?.indent !== 0 || (lines[at - 1]?.indent ?? -1) >= 0) return undefined;
  const { plain } = line;
  if (plain.length > MAX_BARE_CHARS || plain.split(/\s+/).length > MAX_BARE_WORDS) return undefined;
  if (
    !/^(?:\d{1,2}(?:\.\d{1,2})*\.?\s+)?\p{Lu}[^|<>{}=`@]*[\p{L}\p{N})?]$/u.test(plain) ||
    /\s{3}|\t|:\/\//.test(plain)
  )
    return undefined;
  const next = lines[at + 1];
  if (next === undefined) return undefined;
  if (next.indent > 0) return isBlock(lines, at + 1) && !LIST_ITEM.test(plain) ? 2 : undefined;
  if (next.indent === 0) return LIST_ITEM.test(next.plain) && !LIST_ITEM.test(plain) ? 2 : undefined;
  let first = at + 1;
  while (first < lines.length && first <= at + MAX_EMPTY && (lines[first]?.indent ?? 0) < 0) first++;
  return isBlock(lines, first) ? 2 : undefined;
};

const AGENDA_LEVEL = 2;
/** Minimum items of an agenda, and words below one in the middle of them: the steps of a list say less. */
const MIN_ITEMS = 3;
const MIN_ITEM_WORDS = 12;
const AGENDA_ITEM = /^(?:(?:TOP|Item|Punkt|Point|Punto) )?(\d{1,2})[.):]?\s+(\p{Lu}[^|<>{}=`@]*[\p{L}\p{N})?])$/u;

/**
 * The lines of an agenda's items, as minutes have them: numbered from 1 on, each a title alone above what was said of it.
 * Without them all items of a meeting are one text about nothing in particular.
 */
const agendaLines = (lines: readonly Line[]): ReadonlySet<number> => {
  const items: { at: number; words: number }[] = [];
  for (const [at, { indent, plain }] of lines.entries()) {
    if (indent !== 0) continue;
    const [, number, title = ''] = AGENDA_ITEM.exec(plain) ?? [];
    const isAlone = (lines[at - 1]?.indent ?? -1) < 0;
    if (!isAlone || Number(number) !== items.length + 1) continue;
    if (plain.length > MAX_BARE_CHARS || title.split(/\s+/).length > MAX_BARE_WORDS) continue;
    items.push({ at, words: 0 });
  }
  for (const [n, item] of items.entries()) {
    const below = lines.slice(item.at + 1, items[n + 1]?.at ?? lines.length);
    item.words = below.reduce((sum, { plain }) => sum + (plain === '' ? 0 : plain.split(/\s+/).length), 0);
  }
  const sorted = items.map(({ words }) => words).sort((a, b) => a - b);
  const isAgenda = items.length >= MIN_ITEMS && (sorted[Math.floor(sorted.length / 2)] ?? 0) >= MIN_ITEM_WORDS;
  return new Set(isAgenda ? items.map(({ at }) => at) : []);
};

/** Maximum empty lines below a heading. */
const MAX_EMPTY = 3;

/** True for a list, an indented block, or a paragraph of more than a few words. */
const isBlock = (lines: readonly Line[], from: number): boolean => {
  const first = lines[from];
  if (first === undefined || first.indent < 0 || first.plain.startsWith('#')) return false;
  if (first.indent > 0 || LIST_ITEM.test(first.plain)) return true;
  let words = 0;
  for (let at = from; (lines[at]?.indent ?? -1) >= 0 && words < MIN_BODY_WORDS; at++)
    words += lines[at]?.plain.split(/\s+/).length ?? 0;
  return words >= MIN_BODY_WORDS;
};

const wordsOf = (lines: readonly Line[]): string => lines.map(({ plain }) => plain.replace(/\s+/g, ' ')).join(' ');

const asLine = (written: string): Line => {
  const source = written.replace(/\f/g, '').trimEnd();
  const blank = /^[ \t]*/.exec(source)?.[0] ?? '';
  return source === '' ? EMPTY : { indent: expanded(blank).length, plain: source.slice(blank.length).trim(), source };
};

/** Replaces the tabs at the start of a line by spaces. */
const expanded = (source: string): string => {
  const blank = /^[ \t]*/.exec(source)?.[0] ?? '';
  if (!blank.includes('\t')) return source;
  let columns = 0;
  for (const character of blank) columns += character === '\t' ? TAB - (columns % TAB) : 1;
  return ' '.repeat(columns) + source.slice(blank.length);
};
