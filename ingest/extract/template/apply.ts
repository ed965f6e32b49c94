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
    if (bars.has(path)) mark |= BAR;
    if (lists.has(path) || ((mark & ROOT) !== 0 && isList(view.nodes[n]))) mark |= LIST;
    marks[n] = mark;
  }
  const markOf = (i: number) => marks[view.leaf[i] ?? -1] ?? 0;
  const isLine = (block: Block) => lines.has(hashOf(block.text)) && !isHeading(block);
  const inside = view.blocks.filter((block, i) => (markOf(i) & (ROOT | BAR)) === ROOT && !isLine(block));
  const kept = inside.filter((block) => (markOf(block.index) & LIST) === 0);
  // A page of links only, such as a manual's contents: they are what it has.
  const chosen = textLength(kept) >= Math.min(ENOUGH, Math.max(MIN_TEXT, textLength(inside) / 10)) ? kept : inside;
  if (textLength(chosen) < MIN_TEXT) return undefined;
  const title = titleBefore(view, chosen[0], isLine);
  return title === undefined || chosen.some(({ text }, i) => i < 3 && text.includes(title.text))
    ? chosen
    : [title, ...chosen];
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
