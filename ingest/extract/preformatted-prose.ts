import { Element, Text } from 'domhandler';
import { setChildren } from './children.ts';
import { type AnyNode, type Document, elementsNamed, walk } from './dom.ts';
import { isTooltip } from './listings.ts';
import { isPaged, marginHeading, unpaged } from './paged-text.ts';

/** Attribute of an element that was `pre` with typed text. Its parts are kept together, as they were before. */
export const TYPED = 'data-parley-typed';

/** A part of a line, with the elements around it inside `pre`, outermost first. */
interface Run {
  text: string;
  around: readonly Element[];
}

interface Line {
  /** Number of columns before its first word; -1 for an empty line. */
  indent: number;
  plain: string;
  runs: Run[];
}

/** Minimum indentation of a manual page's text: `man` uses 7, and 3 for subheadings. */
const MIN_INDENT = 3;
/** Minimum share of sentences and maximum share of code among the indented lines; less strict with headings at the margin. */
const WITH_HEADINGS = { prose: 0.25, code: 0.4 };
const WITHOUT = { prose: 0.5, code: 0.05 };
/** A line of a program, or a comment in one. */
const CODE = /[;{}]$|^(?:\/\/|\/\*|\*\s|#)/;
const MIN_PROSE_LINES = 3;
/** Minimum words of a line of a sentence. An explanation may be shorter. */
const MIN_PROSE_WORDS = 5;
const MIN_EXPLANATION_WORDS = 2;
/** A tab moves to the next column that is a multiple of this. */
const TAB = 8;
/** Spaces between a term and its explanation on the same line. */
const GAP = /\S( {2,})(?=\S)/;

/**
 * Converts manual pages for a terminal inside `pre`, such as Postfix's and man7.org's, with headings at the left margin, indented
 * sentences, and terms with further indented explanations. They become headings, paragraphs and terms; other parts, such as
 * examples, stay code. RFCs, which may have a `pre` per page, are converted in the same way, as one text.
 * Typed text at the left margin becomes paragraphs.
 *
 * @returns true if it is such a manual page or a paged text
 */
export const foldPreformattedProse = (document: Document): boolean => {
  let found = foldPagedText(document);
  const pieces = elementsNamed(document, 'pre').map((pre) => ({ pre, lines: linesOf(pre) }));
  const typed = pieces.filter(({ lines }) => isTyped(lines));
  const isTypedPage = typed.length >= MIN_TYPED && typed.length >= pieces.length / 4;
  for (const { pre, lines } of pieces) {
    const isManual = isManualPage(lines);
    if (!isManual && !isPlainText(lines) && !(isTypedPage && isTyped(lines))) continue;
    found ||= isManual;
    pre.name = 'div';
    if (!isManual) pre.attribs[TYPED] = '';
    setChildren(pre, isManual ? blocksOf(lines) : plainBlocks(lines));
  }
  return found;
};

/** Joins the pages of a paged text at the position of its first page. */
const foldPagedText = (document: Document): boolean => {
  const pages = elementsNamed(document, 'pre')
    .map((pre) => ({ pre, lines: linesOf(pre) }))
    .filter(({ lines }) => isPaged(lines));
  const [first] = pages;
  if (first === undefined) return false;
  const lines = unpaged(
    pages.flatMap(({ lines: page }) => page),
    EMPTY,
  );
  const blocks: Element[] = [];
  let open: Line[] = [];
  for (const [at, line] of [...lines, EMPTY].entries()) {
    const level = marginHeading(lines, at);
    if (line.indent >= 0 && level === undefined) {
      open.push(line);
      continue;
    }
    const [start] = open;
    const words = { body: 0, words: wordsIn(open) };
    if (start !== undefined) blocks.push(isSentence(open) ? element('p', joined(open, words)) : code(open));
    open = [];
    if (level !== undefined) blocks.push(element(`h${level}`, line.runs));
  }
  for (const { pre } of pages) {
    pre.name = 'div';
    setChildren(pre, pre === first.pre ? blocks : []);
  }
  return true;
};

const EMPTY: Line = { indent: -1, plain: '', runs: [] };

/** True for sentences, or for words with equal indentation. The lines of a grammar or a drawing are neither. */
const isSentence = (lines: readonly Line[]): boolean => {
  const words = wordsOf(lines);
  const isEven = lines.slice(2).every(({ indent }) => indent === lines[1]?.indent);
  return isEven && !/\S {3,}\S/.test(words) && (isWords(words, 1) || /^[(“"‘'\p{L}\d[*o-].*[.:]$/su.test(words));
};

const isManualPage = (lines: readonly Line[]): boolean => {
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

/** Minimum lines of prose at the left margin, and their minimum share, for a text that is no listing. */
const MIN_PLAIN_LINES = 6;
const MIN_PLAIN_SHARE = 0.6;
/** Minimum paragraphs of such a text. */
const MIN_PARAGRAPHS = 2;

/** True for paragraphs of sentences at the left margin, as somebody typed them. */
const isPlainText = (lines: readonly Line[]): boolean => {
  const written = lines.filter(({ indent }) => indent >= 0);
  const prose = written.filter((line) => line.indent === 0 && isProse(line));
  const ends = lines.filter(({ plain }, at) => /[.!?:]$/.test(plain) && (lines[at + 1]?.indent ?? -1) < 0);
  return (
    prose.length >= MIN_PLAIN_LINES &&
    prose.length >= written.length * MIN_PLAIN_SHARE &&
    ends.length >= MIN_PARAGRAPHS &&
    !written.some(({ plain }) => CODE.test(plain))
  );
};

/** Minimum pieces of prose in `pre` of a page that is typed as a whole. They must be a quarter of what it has in `pre`. */
const MIN_TYPED = 6;

/** True for a piece that begins with sentences. */
const isTyped = (lines: readonly Line[]): boolean => {
  const from = lines.findIndex(({ indent }) => indent >= 0);
  if (from === -1) return false;
  const to = lines.findIndex(({ indent }, at) => at > from && indent < 0);
  const first = lines.slice(from, to === -1 ? undefined : to);
  return isSentence(first) && first.some(isProse) && !first.some(({ plain }) => CODE.test(plain));
};

/** Paragraphs, lists and terms, and code where lines are none of them. */
const plainBlocks = (lines: readonly Line[]): Element[] => {
  const blocks: Element[] = [];
  const page: Page = { body: 0, words: wordsIn(lines) };
  let open: Line[] = [];
  for (const line of [...lines, EMPTY]) {
    if (line.indent >= 0) open.push(line);
    else if (open.length > 0) {
      for (const block of typedBlocks(open, page)) blocks.push(block);
      open = [];
    }
  }
  return blocks;
};

const ITEM = /^[-*•]\s+(?=\S)/;

const typedBlocks = (lines: readonly Line[], page: Page): Element[] => {
  const [first] = lines;
  if (first === undefined) return [];
  if (ITEM.test(first.plain)) return [listOf(lines, page)];
  const isSetIn = !lines.some((line) => line.indent === 0 || isProse(line));
  if (lines.length === 1 ? /^\p{L}/u.test(first.plain) : !isSetIn && isSentence(lines))
    return [element('p', joined(lines, page))];
  return isSetIn ? [code(lines)] : blocksBetween(lines, page);
};

/** A list whose items begin with a mark, and go on in the lines below that have none. */
const listOf = (lines: readonly Line[], page: Page): Element => {
  const items: Line[][] = [];
  for (const line of lines) {
    const [mark] = ITEM.exec(line.plain) ?? [];
    if (mark === undefined) items.at(-1)?.push(line);
    else items.push([{ ...line, plain: line.plain.slice(mark.length), runs: part(line.runs, mark.length) }]);
  }
  const list = new Element('ul', {});
  setChildren(
    list,
    items.map((item) => element('li', joined(item, page))),
  );
  return list;
};

/** True for consecutive words, as in a sentence and not in code. */
const isProse = ({ plain }: Line): boolean => isWords(plain, MIN_PROSE_WORDS);

const isWords = (plain: string, least: number): boolean => {
  const words = plain.trim().split(/\s+/);
  return (
    words.length >= least &&
    words.filter((word) => /^[("“']?\p{L}[\p{L}’'-]*[.,;:!?)"”']*$/u.test(word)).length >= words.length * 0.7
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
interface Page {
  /** Indentation of its text. */
  body: number;
  /** Its words, to distinguish a word that is broken at a line's end from a hyphenated one. */
  words: ReadonlySet<string>;
}

const blocksOf = (lines: readonly Line[]): Element[] => {
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

const wordsIn = (lines: readonly Line[]): Set<string> =>
  new Set(lines.flatMap(({ plain }) => plain.toLowerCase().match(/[\p{L}’'-]+/gu) ?? []));

/** Converts lines between empty ones: subheadings, terms with explanations, a paragraph, or code. */
const blocksBetween = (lines: readonly Line[], page: Page): Element[] => {
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

const wordsOf = (lines: readonly Line[]): string => lines.map(({ plain }) => plain).join(' ');

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

const code = (lines: readonly Line[]): Element => {
  const least = lines.reduce((least, { indent }) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  const text = lines.map(({ indent, plain }) => ' '.repeat(indent - least) + plain).join('\n');
  return element('pre', [{ text, around: [] }]);
};

/** Joins lines, and words that are broken at a line's end. */
const joined = (lines: readonly Line[], { words }: Page): Run[] =>
  lines.flatMap(({ plain, runs }, at) => {
    const next = lines[at + 1]?.plain;
    if (next === undefined) return runs;
    const [, start = ''] = /(\p{L}+)[-‐]$/u.exec(plain) ?? [];
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
const part = (runs: readonly Run[], from: number, to = Number.POSITIVE_INFINITY): Run[] => {
  let at = 0;
  return runs.flatMap(({ text, around }) => {
    const kept = text.slice(Math.max(0, from - at), Math.max(0, to - at));
    at += text.length;
    return kept === '' ? [] : [{ text: kept, around }];
  });
};

/** Creates an element of runs, each inside copies of its elements. */
const element = (name: string, runs: readonly Run[]): Element => {
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

const linesOf = (pre: Element): Line[] => {
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
