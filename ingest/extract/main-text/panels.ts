import { closest, type Element, walk } from '../dom.ts';
import { groupMask } from './groups.ts';
import type { PageView } from './view.ts';

/** Minimum panels of a page that is built of them. */
const MIN_PANELS = 3;
/** What a panel may hold beside its text. Its own class says that it is closed, so `hidden` says nothing here. */
const FRAME = groupMask('nav', 'footer', 'side', 'cookie', 'bread', 'ad', 'share');

/**
 * Chooses panels as a whole: what a button in a heading opens (`aria-controls`). Where a part of at least half of a page's outermost
 * panels is kept, all of them are text, each with its heading, and without paths and rows of tabs. A closed panel looks like what a
 * page hides, so the classifier keeps single sentences of it.
 *
 * @param isKept whether the block with this index is kept
 * @returns for each block of the panels and of their headings, whether it is text
 */
export const panelBlocks = (view: PageView, isKept: (block: number) => boolean): Map<number, boolean> => {
  const found = new Map<number, boolean>();
  const headings = headingsOfPanels(view);
  if (headings.size < MIN_PANELS) return found;
  // A node stands before the nodes within it, so the first that is no longer inside of the last panel is another outermost one.
  const panels: PageView['nodes'] = [];
  for (const node of view.nodes)
    if (headings.has(node.element.attribs.id ?? '') && node.first > (panels.at(-1)?.last ?? -1)) panels.push(node);
  const holds = ({ first, last }: { first: number; last: number }) => {
    for (let i = first; i <= last; i++) if (isKept(i)) return true;
    return false;
  };
  if (panels.length < MIN_PANELS || panels.filter(holds).length * 2 < panels.length) return found;
  for (const { element, first, last } of panels)
    for (let i = first; i <= last; i++) found.set(i, !isFramed(view, i, element));
  const labels = new Set(headings.values());
  for (const [i, { element }] of view.blocks.entries()) if (element && labels.has(element)) found.set(i, true);
  return found;
};

/** The headings that hold a button, by the id of what the button opens. */
const headingsOfPanels = ({ nodes }: PageView): Map<string, Element> => {
  const found = new Map<string, Element>();
  const root = nodes[0]?.element;
  if (root === undefined) return found;
  walk(root, {
    enter(element) {
      const id = element.attribs['aria-controls'];
      const heading = id === undefined ? undefined : closest(element, isHeading);
      if (id !== undefined && heading !== undefined) found.set(id, heading);
    },
  });
  return found;
};

const isHeading = ({ name, attribs }: Element): boolean => /^h[1-6]$/.test(name) || attribs.role === 'heading';

/** True for a block in a part of the panel that is named as a frame. */
const isFramed = ({ nodes, leaf }: PageView, block: number, panel: Element): boolean => {
  for (let n = leaf[block]!; n !== -1 && nodes[n]!.element !== panel; n = nodes[n]!.parent)
    if ((nodes[n]!.groups & FRAME) !== 0) return true;
  return false;
};
