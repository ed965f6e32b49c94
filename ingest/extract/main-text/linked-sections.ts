import { headingLevel } from './features/text.ts';
import type { PageView } from './view.ts';

/** Minimum headings that a page's own contents lead to, and their minimum share of those that can be led to. */
const MIN_LINKED = 8;
const MIN_SHARE = 0.5;

/**
 * The blocks from the first to the last of the headings that a page's own contents lead to: a manual on one page, of which the
 * classifier would leave out the short entries.
 */
export const linkedSections = ({ blocks }: PageView): { first: number; last: number } | undefined => {
  const places = new Map<string, number>();
  for (const [i, { element, table, anchor }] of blocks.entries()) {
    const isHeading = table === undefined && headingLevel(element) > 0;
    const id = isHeading ? (anchor ?? element?.attribs.id) : undefined;
    if (id !== undefined && !places.has(id)) places.set(id, i);
  }
  if (places.size < MIN_LINKED) return undefined;
  const linked = new Set<number>();
  for (const [i, { inlines }] of blocks.entries())
    for (const { href } of inlines) {
      const place = href?.startsWith('#') ? places.get(href.slice(1)) : undefined;
      // Contents stand above what they lead to.
      if (place !== undefined && place > i) linked.add(place);
    }
  if (linked.size < MIN_LINKED) return undefined;
  let [first, last] = [blocks.length, 0];
  for (const place of linked) [first, last] = [Math.min(first, place), Math.max(last, place)];
  const between = [...places.values()].filter((place) => place >= first && place <= last).length;
  return linked.size >= between * MIN_SHARE ? { first, last } : undefined;
};
