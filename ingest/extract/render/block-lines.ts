import type { Block, Inline } from '../blocks.ts';

/** The runs of each line between single `<br>`. */
export const linesOf = (inlines: readonly Inline[]): Inline[][] => {
  const lines: Inline[][] = [[]];
  for (const run of inlines) {
    if (run.isBreak) lines.push([]);
    else lines.at(-1)?.push(run);
  }
  return lines.filter((line) => plainLine(line) !== '');
};

/** A line without its marks. */
export const plainLine = (line: readonly Inline[]): string =>
  line
    .map(({ text }) => text)
    .join('')
    .trim();

/** Maximum words of a line that stands for itself, and minimum of such lines without a sign of a formula. */
const MAX_LINE_WORDS = 12;
const MIN_LINES = 3;

/** True for code of several lines, which only `<br>` separates. */
export const isCodeLines = ({ inlines }: Block): boolean =>
  inlines.some(({ isBreak }) => isBreak) && isAllCode(inlines) && linesOf(inlines).length > 1;

const isAllCode = (inlines: readonly Inline[]): boolean =>
  inlines.every(({ text, code, isBreak }) => isBreak || code || text.trim() === '');

/** True for a block that is code as a whole, and leads nowhere. Sentences in the letters of code are none. */
export const isCodeBlock = ({ pre, table, links, inlines, text }: Block): boolean =>
  table === undefined && links === 0 && (pre || (isAllCode(inlines) && !/\p{Ll}[.!?] +\p{Lu}/u.test(text)));

/** True for items or formulas, each on a line, but not for the lines of a sentence. */
export const isLines = ({ inlines }: Block): boolean => {
  if (!inlines.some(({ isBreak }) => isBreak)) return false;
  const lines = linesOf(inlines).map(plainLine);
  const isFormula = lines.every((line) => line.includes('='));
  if (lines.length < (isFormula ? 2 : MIN_LINES)) return false;
  // "Returns: a box", "Throws: nothing".
  if (lines.every((line) => /^\p{L}[^:.]{0,30}:\s/u.test(line))) return true;
  if (lines.some((line) => line.split(' ').length > MAX_LINE_WORDS)) return false;
  return isFormula || lines.slice(1).every((line, i) => !/^\p{Ll}/u.test(line) || /[.!?:;]$/.test(lines[i] ?? ''));
};

/** Maximum characters of a bold line above its text, minimum of that text, and minimum such blocks of a page. */
const MAX_HEAD = 80;
const MIN_BODY = 40;
const MIN_HEADS = 2;

/** The bold first line of a block that a single `<br>` parts from its text, and that text. */
export const headLine = ({ inlines }: Block): { head: Inline[]; body: Inline[] } | undefined => {
  const end = inlines.findIndex(({ isBreak }) => isBreak);
  if (end < 1) return undefined;
  const [head, body] = [inlines.slice(0, end), inlines.slice(end + 1)];
  const size = plainLine(head).length;
  const isHead =
    size > 0 &&
    size <= MAX_HEAD &&
    head.every(({ strong, text }) => strong || text.trim() === '') &&
    plainLine(body).length >= MIN_BODY;
  return isHead && !body.every(({ strong }) => strong) ? { head, body } : undefined;
};

/** The blocks of a page that begin with such a line, where it is how the page writes its small headings. */
export const headedBlocks = (blocks: readonly Block[]): Set<Block> => {
  const found = blocks.filter((block) => !block.pre && block.table === undefined && headLine(block) !== undefined);
  return new Set(found.length < MIN_HEADS ? [] : found);
};
