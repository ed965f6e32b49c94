import type { Block } from '../blocks.ts';
import { closest } from '../dom.ts';

/** Minimum times that the same heading stands on a page, and the share of them below a name. */
const MIN_PARTS = 3;
const MIN_SHARE = 0.8;
/** Maximum characters of a name: a function with its parameters. */
const MAX_NAME = 160;
const LOWEST = 6;

/**
 * The lines that name what a repeated heading begins to describe. References that print a function's name in bold, and below it
 * "Summary" and "Parameters" as headings, have the same headings for each function, and none that says of which.
 *
 * @param headings the headings of a page with their levels
 * @returns the levels of these lines, and those of the headings that they move down; empty on a page without such lines
 */
export const partNames = (blocks: readonly Block[], headings: ReadonlyMap<Block, number>): Map<Block, number> => {
  const same = new Map<string, { level: number; count: number; names: Map<string, Block> }>();
  for (const [i, block] of blocks.entries()) {
    const level = headings.get(block);
    if (level === undefined) continue;
    const key = `${level} ${block.text}`;
    const part = same.get(key) ?? { level, count: 0, names: new Map() };
    same.set(key, part);
    part.count++;
    const before = blocks[i - 1];
    if (before !== undefined && !headings.has(before) && isName(before)) part.names.set(before.text, before);
  }
  const found = [...same.values()].filter(({ count, names }) => names.size >= Math.max(MIN_PARTS, count * MIN_SHARE));
  const names = found.flatMap((one) => [...one.names.values()]);
  return names.length === 0
    ? new Map()
    : levelsOf(blocks, headings, names, Math.min(...new Set(found.map(({ level }) => level))));
};

/** A name is one level above the heading below it where nothing else is; else it takes that level, and the headings go one down. */
const levelsOf = (
  blocks: readonly Block[],
  headings: ReadonlyMap<Block, number>,
  names: readonly Block[],
  level: number,
): Map<Block, number> => {
  // A page may have more headings than a call has arguments; of levels there are six.
  const above = Math.max(0, ...[...new Set(headings.values())].filter((one) => one < level));
  const isFree = level - above > 1;
  const levels = new Map<Block, number>(names.map((name) => [name, isFree ? level - 1 : level]));
  if (isFree) return levels;
  let isBelow = false;
  for (const block of blocks) {
    const own = headings.get(block);
    if (levels.has(block)) isBelow = true;
    else if (own !== undefined && own < level) isBelow = false;
    else if (own !== undefined && isBelow) levels.set(block, Math.min(LOWEST, own + 1));
  }
  return levels;
};

/** True for a short line outside of lists and tables that is an identifier, or begins in bold or as code, and is no sentence. */
const isName = ({ inlines, text, table, pre, element }: Block): boolean => {
  const first = inlines.find((inline) => inline.text.trim() !== '');
  return (
    table === undefined &&
    !pre &&
    text.length <= MAX_NAME &&
    /[\p{L}\p{N})\]]$/u.test(text.trim()) &&
    (first?.strong === true || first?.code === true || /^\p{L}[\p{L}\p{N}]*[_.:][\w.:]*$/u.test(text.trim())) &&
    (element === undefined || closest(element, ({ name }) => /^(?:li|dt|dd|td|blockquote)$/.test(name)) === undefined)
  );
};
