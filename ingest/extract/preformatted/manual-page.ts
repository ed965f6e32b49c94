import type { Element } from 'domhandler';
import {
  CODE,
  code,
  element,
  isProse,
  isWords,
  joined,
  type Line,
  part,
  type Run,
  wordsIn,
  wordsOf,
} from './preformatted-lines.ts';

/** Minimum indentation of a manual page's text: `man` uses 7, and 3 for subheadings. */
const MIN_INDENT = 3;

/** Minimum share of sentences and maximum share of code among the indented lines; less strict with headings at the margin. */
const WITH_HEADINGS = { prose: 0.25, code: 0.4 };

const WITHOUT = { prose: 0.5, code: 0.05 };

const MIN_PROSE_LINES = 3;

/** An explanation may be shorter than a line of a sentence. */
const MIN_EXPLANATION_WORDS = 2;

/** Spaces between a term and its explanation on the same line. */
const GAP = /\S( {2,})(?=\S)/;

/** True for headings in capitals at the left margin, and sentences that are set in. */
export const isManualPage = (lines: readonly Line[]): boolean => {
  const written = lines.filter(({ indent }) => indent >= 0);
  const inside = written.filter(({ indent }) => indent >= MIN_INDENT);
  const prose = inside.filter(isProse).length;
  const { prose: least, code: most } = written.some(isHeading) ? WITH_HEADINGS : WITHOUT;
  return (
    prose >= MIN_PROSE_LINES &&
    prose >= inside.length * least &&
    inside.filter(({ plain }) => CODE.test(plain)).length <= inside.length * most &&
    written.every((line) => line.indent >= MIN_INDENT || isHeading(line) || isRunningHead(line))
  );
};

/** True for capitals at the left margin: "SEE ALSO". */
const isHeading = ({ indent, plain }: Line): boolean =>
  indent === 0 && plain.length <= 80 && /\p{Lu}{2}/u.test(plain) && !/\p{Ll}/u.test(plain) && !isRunningHead({ plain });

/** True for "POSTCONF(1)          General Commands          POSTCONF(1)", above and below each page. */
const isRunningHead = ({ plain }: Pick<Line, 'plain'>): boolean => {
  const [first, ...others] = plain.trim().split(/\s{2,}/);
  return /^\S+\(\d\w*\)$/.test(others.at(-1) ?? '') && (first === others.at(-1) || others.length >= 2);
};

/** Properties of a page that decide how its blocks are read. */
export interface Page {
  /** Indentation of its text. */
  body: number;
  /** Its words, to distinguish a word that is broken at a line's end from a hyphenated one. */
  words: ReadonlySet<string>;
}

/** Headings, paragraphs, terms and code of a manual page. */
export const blocksOf = (lines: readonly Line[]): Element[] => {
  const blocks: Element[] = [];
  const page: Page = {
    body: commonIndent(lines),
    words: wordsIn(lines),
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined || line.indent < 0 || isRunningHead(line)) at++;
    else if (isHeading(line)) {
      blocks.push(element('h2', line.runs));
      at++;
    } else {
      let end = at + 1;
      while (end < lines.length && (lines[end]?.indent ?? -1) >= MIN_INDENT) end++;
      for (const block of blocksBetween(lines.slice(at, end), page)) blocks.push(block);
      at = end;
    }
  }
  return blocks;
};

/** Converts lines between empty ones: subheadings, terms with explanations, a paragraph, or code. */
export const blocksBetween = (lines: readonly Line[], page: Page): Element[] => {
  const blocks: Element[] = [];
  let at = 0;
  for (let first = lines[at]; first !== undefined; first = lines[at]) {
    if (first.indent < page.body) {
      blocks.push(element('h3', first.runs));
      at++;
      continue;
    }
    const term = termAt(lines, at);
    if (term === undefined) break;
    blocks.push(element('dt', term.name), element('dd', joined(term.explanation, page)));
    at = term.end;
  }
  const rest = lines.slice(at);
  if (rest.length > 0) blocks.push(isParagraph(rest) ? element('p', joined(rest, page)) : code(rest));
  return blocks;
};

/** The term at the start of a line with its explanation, which is after a gap, indented below, or both. */
const termAt = (lines: readonly Line[], at: number): { name: Run[]; explanation: Line[]; end: number } | undefined => {
  const first = lines[at];
  if (first === undefined) return undefined;
  let end = at + 1;
  while ((lines[end]?.indent ?? -1) > first.indent) end++;
  const below = lines.slice(at + 1, end);
  const gap = GAP.exec(first.plain);
  const column = gap === null ? undefined : first.indent + gap.index + gap[0].length;
  const isSetIn =
    below[0] !== undefined &&
    (column === undefined ? !goesOn(first.plain, below[0].plain) : column === below[0].indent);
  const isBeside = at + 1 === lines.length && gap !== null && isTermOfLine(first.plain, gap.index + 1);
  if (!isBeside && !(isSetIn && isExplanation(wordsOf(below)))) return undefined;
  const cut = gap === null ? first.plain.length : gap.index + 1;
  const beside = part(first.runs, cut);
  return {
    name: part(first.runs, 0, cut),
    explanation: beside.length > 0 ? [{ ...first, runs: beside }, ...below] : below,
    end,
  };
};

/** Minimum words of a line for it to be the start of a sentence and no term, if the next line goes on in small letters. */
const MIN_SENTENCE_WORDS = 6;

/** True if the second line continues a sentence of the first: paragraphs may be set in from their second line on. */
const goesOn = (line: string, next: string): boolean =>
  line.split(' ').length >= MIN_SENTENCE_WORDS && /^\p{Ll}/u.test(next);

/** True for lines of words at one margin. The first may stand further left or right. */
const isParagraph = (lines: readonly Line[]): boolean => {
  const [first, second] = lines;
  const rest = first && second && goesOn(first.plain, second.plain) ? lines.slice(1) : lines;
  return rest.every(({ indent }) => Math.abs(indent - (rest[0]?.indent ?? indent)) <= 1) && isWords(wordsOf(lines), 1);
};

/** True for words, or for a sentence with many symbols: "Matches domain.tld." */
const isExplanation = (plain: string): boolean =>
  isWords(plain, MIN_EXPLANATION_WORDS) || /^\p{Lu}.*[.:]$/su.test(plain);

/** True for "OK     Accept the address": a name of few words, and a sentence after a gap. */
const isTermOfLine = (plain: string, cut: number): boolean => {
  const term = plain.slice(0, cut);
  return term.split(' ').length <= 3 && !/[.!?:;,]$/.test(term) && isExplanation(plain.slice(cut).trim());
};

const commonIndent = (lines: readonly Line[]): number => {
  const counts = new Map<number, number>();
  for (const line of lines)
    if (line.indent >= MIN_INDENT && isProse(line)) counts.set(line.indent, (counts.get(line.indent) ?? 0) + 1);
  // The smallest indentation of many lines. Explanations are indented further, and may have more lines than the text.
  let most = 0;
  for (const count of counts.values()) most = Math.max(most, count);
  let least = Number.POSITIVE_INFINITY;
  for (const [indent, count] of counts) if (count >= most / 5) least = Math.min(least, indent);
  return least;
};
