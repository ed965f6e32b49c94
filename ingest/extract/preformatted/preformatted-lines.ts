import { Element, Text } from 'domhandler';
import { type AnyNode, walk } from '../dom.ts';
import { setChildren } from '../rewrites/children.ts';
import { isTooltip } from '../rewrites/listings.ts';

/** A part of a line, with the elements around it inside `pre`, outermost first. */
export interface Run {
  text: string;
  around: readonly Element[];
}

/** A line of text inside of a `pre`. */
export interface Line {
  /** Number of columns before its first word; -1 for an empty line. */
  indent: number;
  plain: string;
  runs: Run[];
}

/** A line of a program, or a comment in one. */
export const CODE = /[;{}]$|^(?:\/\/|\/\*|\*\s|#)/;

/** Minimum words of a line of a sentence. */
const MIN_PROSE_WORDS = 5;

/** A tab moves to the next column that is a multiple of this. */
const TAB = 8;

/** A line without words. */
export const EMPTY: Line = { indent: -1, plain: '', runs: [] };

/** True for sentences, or for words with equal indentation. The lines of a grammar or a drawing are neither. */
export const isSentence = (lines: readonly Line[]): boolean => {
  const words = wordsOf(lines);
  const isEven = lines.slice(2).every(({ indent }) => indent === lines[1]?.indent);
  return isEven && !/\S {3,}\S/.test(words) && (isWords(words, 1) || /^[(“"‘'\p{L}\d[*o-].*[.:]$/su.test(words));
};

/** True for consecutive words, as in a sentence and not in code. */
export const isProse = ({ plain }: Line): boolean => isWords(plain, MIN_PROSE_WORDS);

/** True if most of a text's words are such, and it has so many at least. */
export const isWords = (plain: string, least: number): boolean => {
  const words = plain.trim().split(/\s+/);
  return (
    words.length >= least &&
    words.filter((word) => /^[("“']?\p{L}[\p{L}’'-]*[.,;:!?)"”']*$/u.test(word)).length >= words.length * 0.7
  );
};

/** The words of lines, in lower case. */
export const wordsIn = (lines: readonly Line[]): Set<string> =>
  new Set(lines.flatMap(({ plain }) => plain.toLowerCase().match(/[\p{L}’'-]+/gu) ?? []));

/** The lines as one text. */
export const wordsOf = (lines: readonly Line[]): string => lines.map(({ plain }) => plain).join(' ');

/** Lines as a listing, without the indentation that all have. */
export const code = (lines: readonly Line[]): Element => {
  const least = lines.reduce((least, { indent }) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  const text = lines.map(({ indent, plain }) => ' '.repeat(indent - least) + plain).join('\n');
  return element('pre', [{ text, around: [] }]);
};

/** Joins lines, and words that are broken at a line's end. */
export const joined = (lines: readonly Line[], { words }: { words: ReadonlySet<string> }): Run[] =>
  lines.flatMap(({ plain, runs }, at) => {
    const next = lines[at + 1]?.plain;
    if (next === undefined) return runs;
    const [, start = ''] = /(?<!\p{L})(\p{L}+)[-‐]$/u.exec(plain) ?? [];
    const [end = ''] = /^\p{Ll}+/u.exec(next) ?? [];
    if (start === '' || end === '') return [...runs, { text: ' ', around: [] }];
    const isHyphened = words.has(`${start}-${end}`.toLowerCase()) && !words.has(`${start}${end}`.toLowerCase());
    return isHyphened ? runs : part(runs, 0, runs.reduce((sum, { text }) => sum + text.length, 0) - trailing(runs) - 1);
  });

/** Length of the white space at the end of a line's last run. */
const trailing = (runs: readonly Run[]): number => {
  const whole = runs.map(({ text }) => text).join('');
  return whole.length - whole.trimEnd().length;
};

/** The runs between two characters of their line. */
export const part = (runs: readonly Run[], from: number, to = Number.POSITIVE_INFINITY): Run[] => {
  let at = 0;
  return runs.flatMap(({ text, around }) => {
    const kept = text.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += text.length;
    return kept === '' ? [] : [{ text: kept, around }];
  });
};

/** Creates an element of runs, each inside copies of its elements. */
export const element = (name: string, runs: readonly Run[]): Element => {
  const made = new Element(name, {});
  setChildren(
    made,
    runs.map(({ text, around }) =>
      around.reduceRight<AnyNode>((inner, { name: outer, attribs }) => {
        const wrapper = new Element(outer, { ...attribs });
        setChildren(wrapper, [inner]);
        return wrapper;
      }, new Text(text)),
    ),
  );
  return made;
};

/** The lines of a `pre`, with the elements around their parts. */
export const linesOf = (pre: Element): Line[] => {
  const lines: Run[][] = [[]];
  const around: Element[] = [];
  walk(pre, {
    text(data) {
      for (const [nth, text] of data.replace(/\r\n?/g, '\n').replace(/\f/g, '').split('\n').entries()) {
        if (nth > 0) lines.push([]);
        if (text !== '') lines.at(-1)?.push({ text, around: [...around] });
      }
    },
    enter(inner) {
      if (isTooltip(inner)) return false;
      around.push(inner);
      return true;
    },
    leave: () => void around.pop(),
  });
  return lines.map(asLine);
};

const asLine = (runs: readonly Run[]): Line => {
  const whole = runs.map(({ text }) => text).join('');
  const blank = /^\s*/.exec(whole)?.[0] ?? '';
  if (blank.length === whole.length) return { indent: -1, plain: '', runs: [] };
  let indent = 0;
  for (const character of blank) indent += character === '\t' ? TAB - (indent % TAB) : 1;
  return { indent, plain: whole.slice(blank.length).trimEnd(), runs: part(runs, blank.length) };
};
