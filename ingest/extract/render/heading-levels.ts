import type { Block } from '../blocks.ts';
import { type Element, isTag, type ParentNode } from '../dom.ts';

/** Elements whose headings only apply to their own content: items, quotes, cells, and descriptions. */
const CLOSED = /^(?:li|dd|blockquote|td|details|figure)$/;
const DESCRIPTION = /(?:^|[\s-])(?:description|comment)(?=$|\s)/i;
/** Maximum ancestors to check, so that deep pages do not take quadratic time. */
const MAX_LEVELS = 50;

/**
 * Lowers the headings inside an item or a description so that none is above the level of the next heading outside, because what
 * follows does not belong to them. In Javadoc, authors may write `<h2>` into the description of a class whose parts are `<h3>`;
 * TypeDoc calls that a comment.
 *
 * @param headings the heading blocks of a page in order, each with its level
 * @returns the levels that differ from the given ones
 */
export const settledLevels = (headings: readonly { block: Block; level: number }[]): Map<Block, number> => {
  const settled = new Map<Block, number>();
  for (let i = 0; i < headings.length; ) {
    const container = containerOf(headings[i]?.block);
    let next = i + 1;
    while (next < headings.length && container !== undefined && isInside(headings[next]?.block, container)) next++;
    const group = headings.slice(i, next);
    const highest = Math.min(...group.map(({ level }) => level));
    const after = headings[next]?.level ?? 0;
    if (container !== undefined && after > highest)
      for (const { block, level } of group) settled.set(block, Math.min(6, level + after - highest));
    i = next;
  }
  return settled;
};

const containerOf = (block: Block | undefined): Element | undefined => {
  let node: ParentNode | null = block?.element ?? null;
  for (let up = 0; up < MAX_LEVELS && node !== null && isTag(node); up++, node = node.parent)
    if (CLOSED.test(node.name) || DESCRIPTION.test(node.attribs.class ?? '')) return node;
  return undefined;
};

const isInside = (block: Block | undefined, container: Element): boolean => {
  let node: ParentNode | null = block?.element ?? null;
  for (let up = 0; up < MAX_LEVELS && node !== null && isTag(node); up++, node = node.parent)
    if (node === container) return true;
  return false;
};
