import { type Document, type Element, elementsNamed, isTag, walk } from '../dom.ts';

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const levelOf = ({ name }: Element): number => HEADINGS.indexOf(name) + 1;

/**
 * Sets the headings within a panel below the heading whose button opens it (`aria-controls`). Panels in panels often have headings of
 * one level, and then a field of a field would stand beside it.
 */
export const nestPanelHeadings = (document: Document): void => {
  const openers = elementsNamed(document, 'button', 'a').filter(
    ({ attribs }) => attribs['aria-controls'] !== undefined,
  );
  if (openers.length === 0) return;
  const byId = new Map<string, Element>();
  walk(document, {
    enter(element) {
      if (element.attribs.id !== undefined) byId.set(element.attribs.id, element);
    },
  });
  // In the order of the page, so outer panels come first.
  for (const opener of openers) {
    const heading = headingAround(opener);
    const panel = byId.get(opener.attribs['aria-controls']!);
    // Below the lowest level nothing moves; so each heading is moved a few times at most, however deep panels stand in one another.
    if (heading === undefined || panel === undefined || levelOf(heading) === HEADINGS.length) continue;
    byId.delete(opener.attribs['aria-controls']!);
    const within = elementsNamed(panel, ...HEADINGS);
    const highest = within.reduce((least, one) => Math.min(least, levelOf(one)), HEADINGS.length);
    const down = levelOf(heading) + 1 - highest;
    if (down <= 0 || within.includes(heading)) continue;
    for (const one of within) one.name = HEADINGS[Math.min(levelOf(one) + down, HEADINGS.length) - 1]!;
  }
};

const headingAround = (opener: Element): Element | undefined => {
  for (let node = opener.parent; node !== null && isTag(node); node = node.parent) if (levelOf(node) > 0) return node;
  return undefined;
};
