import type { HtmlTable } from '../../tables/html.ts';
import type { Block } from '../blocks.ts';
import type { Element } from '../dom.ts';
import { headingLevel } from './features/text.ts';
import { groupMask } from './groups.ts';
import type { PageView } from './view.ts';

/** Parts of a page whose tables are about the site, not the page. */
const ABOUT_THE_SITE = groupMask('nav', 'footer', 'cookie', 'ad', 'comment', 'hidden', 'related', 'header');
/** Maximum blocks between a table and the heading that names it. */
const LOOK_BACK = 6;

/**
 * Finds data tables that were not chosen as main text: in a page of figures, the classifier takes the tables for boilerplate. A
 * table without a caption is named by the nearest heading.
 */
export const lostTables = (
  view: PageView,
  kept: readonly Block[],
  tables: ReadonlyMap<Element, HtmlTable>,
): HtmlTable[] => {
  const shown = new Set(kept.map((block) => block.table));
  const lost: HtmlTable[] = [];
  for (const [i, { table: element }] of view.blocks.entries()) {
    if (element === undefined || shown.has(element)) continue;
    shown.add(element);
    const table = tables.get(element);
    if (table === undefined || table.rows.length < 2 || isAboutTheSite(view, i)) continue;
    lost.push({ ...table, caption: table.caption || headingBefore(view, i) });
  }
  return lost;
};

const isAboutTheSite = ({ nodes, leaf }: PageView, block: number): boolean => {
  for (let n = leaf[block]!; n !== -1; n = nodes[n]!.parent) if ((nodes[n]!.groups & ABOUT_THE_SITE) !== 0) return true;
  return false;
};

const headingBefore = ({ blocks }: PageView, at: number): string => {
  for (let i = at - 1; i >= Math.max(0, at - LOOK_BACK); i--)
    if (headingLevel(blocks[i]!.element) > 0) return blocks[i]!.text;
  return '';
};
