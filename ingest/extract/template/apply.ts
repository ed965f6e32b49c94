import type { Block } from '../blocks.ts';
import type { PageView, ViewNode } from '../main-text/view.ts';
import type { PageHead } from '../metadata.ts';
import { type FamilyTemplate, isNamedList, learnFromOne, type SiteTemplate } from './learn.ts';
import { elementName, hashOf, isHeading, pathOf, sketchPage } from './sketch.ts';

/** Programs that make manuals, as they name themselves: of their pages, one alone shows where its text is. */
const MANUAL_SOFTWARE =
  /docbook|docutils|sphinx|doxygen|makeinfo|texi2html|javadoc|asciidoc|mkdocs|docusaurus|gtk-doc|groff|mdbook|rustdoc|pod2html|antora|vitepress|typedoc|jsdoc|yard|rdoc|\btth\b|latex2html|hevea/i;

/** Text that is too short to be a page: the template does not fit. */
const MIN_TEXT = 80;
/** Text beside lists of links that makes a page one of text, however long they are. */
const ENOUGH = 300;

/**
 * The blocks of a page's own text by the template of the pages beside it, or by its own where its program makes manuals.
 *
 * @returns undefined where neither fits: the classifier decides
 */
export const templateBlocks = (view: PageView, head: PageHead, site?: SiteTemplate): Block[] | undefined => {
  const sketch = sketchPage(view, head);
  const known = site?.families[sketch.family];
  if (known !== undefined) return applied(view, known);
  if (!MANUAL_SOFTWARE.test(head.meta.get('generator') ?? '')) return undefined;
  const own = learnFromOne(sketch);
  return own && applied(view, own);
};

const ROOT = 1;
const BAR = 2;
const LIST = 4;
/** A heading that many pages have, such as "Synopsis": the page's own where text of its own follows. */
const HEADING = 8;

const applied = (view: PageView, template: FamilyTemplate): Block[] | undefined => {
  const ids = new Set(template.ids);
  const bars = new Set(template.bars);
  const lists = new Set(template.lists);
  const lines = new Set(template.lines);
  const paths: number[] = [];
  const marks: number[] = [];
  for (const [n, { parent, element }] of view.nodes.entries()) {
    const id = /^(?:html|body)$/.test(element.name) ? '' : (element.attribs.id ?? '').slice(0, 100);
    const path = pathOf(paths[parent] ?? 0, elementName(element), id, ids);
    paths.push(path);
    let mark = marks[parent] ?? 0;
    if (path === template.root) mark |= ROOT;
    if (bars.has(path)) mark |= /^h[2-6]$/.test(element.name) ? HEADING : BAR;
    if (lists.has(path) || ((mark & ROOT) !== 0 && isList(view.nodes[n]))) mark |= LIST;
    marks[n] = mark;
  }
  const markOf = (i: number) => marks[view.leaf[i] ?? -1] ?? 0;
  const isLine = (block: Block) => lines.has(hashOf(block.text)) && !isHeading(block);
  const inside = view.blocks.filter((block, i) => (markOf(i) & (ROOT | BAR)) === ROOT && !isLine(block));
  const kept = inside.filter((block) => (markOf(block.index) & LIST) === 0);
  // A page of links only, such as a manual's contents: they are what it has.
  const enough = textLength(kept) >= Math.min(ENOUGH, Math.max(MIN_TEXT, textLength(inside) / 10));
  const isEmpty = (block: Block, next: Block | undefined) =>
    (markOf(block.index) & HEADING) !== 0 && (next === undefined || isHeading(next));
  const chosen = (enough ? kept : inside).filter((block, i, all) => !isEmpty(block, all[i + 1]));
  if (textLength(chosen) < MIN_TEXT) return undefined;
  const title = titleBefore(view, chosen[0], isLine);
  if (title === undefined || chosen.some(({ text }, i) => i < 3 && text.includes(title.text))) return chosen;
  return [title, ...belowTitle(view, title, chosen[0]!).filter((block) => !isLine(block)), ...chosen];
};

/** What stands below the title in the same element, such as the one line that says what a command does. */
const belowTitle = (view: PageView, title: Block, first: Block): Block[] => {
  const holder = view.nodes[view.nodes[view.leaf[title.index] ?? -1]?.parent ?? -1];
  if (holder === undefined || holder.link > 0.3 * holder.length || holder.last >= first.index) return [];
  return view.blocks.slice(title.index + 1, holder.last + 1);
};

/** A list of links that is named so; many pages have none, so that no path shows it. */
const isList = (node: ViewNode | undefined): boolean =>
  node !== undefined &&
  node.good === 0 &&
  isNamedList(`${node.element.attribs.class ?? ''}#${node.element.attribs.id ?? ''}`, node.link, node.length);

const textLength = (blocks: readonly Block[]) => blocks.reduce((sum, block) => sum + block.text.length, 0);

/** The page's title where the template sets it before the text. */
const titleBefore = (
  { blocks, title }: PageView,
  first: Block | undefined,
  isLine: (block: Block) => boolean,
): Block | undefined => {
  const folded = title.toLowerCase();
  return blocks
    .slice(0, first?.index ?? 0)
    .findLast(
      (block) =>
        block.table === undefined &&
        block.text.length >= 3 &&
        block.linkLength < block.text.length / 2 &&
        !isLine(block) &&
        (folded.includes(block.text.toLowerCase()) || block.text.toLowerCase().includes(folded)) &&
        folded !== '',
    );
};
