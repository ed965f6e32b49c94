import { headingLevel } from './features/text.ts';
import type { PageView } from './view.ts';

/**
 * Minimum headings that a page's own contents lead to, and their minimum share of those that can be led to. Contents may name the upper
 * levels alone, so headings below their lowest level do not count.
 */
const MIN_LINKED = 8;
const MIN_SHARE = 0.5;
/** The same for a short page, whose contents are nearly complete. */
const FEW_LINKED = 4;
const FEW_SHARE = 0.9;

/**
 * The blocks from the first to the last of the headings that a page's own contents lead to: a manual on one page, of which the
 * classifier would leave out the short entries.
 */
export const linkedSections = ({ blocks }: PageView): { first: number; last: number } | undefined => {
  const places = new Map<string, number>();
  const headings = new Set<number>();
  for (const [i, { element, table, anchor, otherAnchors = [] }] of blocks.entries()) {
    const id = anchor ?? element?.attribs.id;
    if (table !== undefined || headingLevel(element) === 0 || id === undefined) continue;
    headings.add(i);
    for (const one of [id, ...otherAnchors]) if (!places.has(one)) places.set(one, i);
  }
  if (headings.size < FEW_LINKED) return undefined;
  const linked = new Set<number>();
  for (const [i, { inlines }] of blocks.entries())
    for (const { href } of inlines) {
      const place = href?.startsWith('#') ? places.get(href.slice(1)) : undefined;
      // Contents stand above what they lead to.
      if (place !== undefined && place > i) linked.add(place);
    }
  if (linked.size < FEW_LINKED) return undefined;
  let [first, last] = [blocks.length, 0];
  for (const place of linked) [first, last] = [Math.min(first, place), Math.max(last, place)];
  const levelOf = (place: number) => headingLevel(blocks[place]!.element);
  const lowest = Math.max(...[...linked].map(levelOf));
  const between = [...headings].filter((place) => place >= first && place <= last && levelOf(place) <= lowest).length;
  return linked.size >= between * (linked.size < MIN_LINKED ? FEW_SHARE : MIN_SHARE) ? { first, last } : undefined;
};
