import type { Block } from '../blocks.ts';
import type { PageView, ViewNode } from '../main-text/view.ts';
import type { PageHead } from '../metadata.ts';
import { isNamedBar, isNamedList } from './find-bars.ts';
import { MANUAL_SOFTWARE } from './is-manual.ts';
import { type FamilyTemplate, learnFromOne, type SiteTemplate } from './learn.ts';
import { elementName, familyOf, headingLevel, isHeading, lineHash, localLength, pathOf, sketchPage } from './sketch.ts';

/** Minimum characters of a page's text. With less, the template does not fit. */
const MIN_TEXT = 80;
/** Minimum characters beside lists of links for a page of text, whatever the length of the lists. */
const MIN_OWN_TEXT = 300;

/**
 * The blocks of a page's own text by the template of the pages around it, or by the page's own template if its generator makes
 * manuals.
 *
 * @returns undefined if neither fits, so that the classifier decides
 */
export const templateBlocks = (view: PageView, head: PageHead, site?: SiteTemplate): Block[] | undefined => {
  const known = site && familyTemplate(site, head);
  const beside = known && applied(view, known, true);
  if (beside !== undefined) return beside;
  if (!MANUAL_SOFTWARE.test(head.meta.get('generator') ?? '')) return undefined;
  const own = learnFromOne(sketchPage(view, head));
  return own && applied(view, own);
};

/**
 * The template of a page's family. Of a page that loads style sheets more or fewer than the others, or declares no generator as
 * the others do: of the family that shares most style sheets with it, at least half of them.
 */
export const familyTemplate = ({ families }: SiteTemplate, head: PageHead): FamilyTemplate | undefined => {
  const own = familyOf(head);
  if (families[own] !== undefined) return families[own];
  const [generator = '', ...styles] = own.split(' ');
  let like: FamilyTemplate | undefined;
  let most = 0;
  for (const [family, template] of Object.entries(families)) {
    const [declared, ...others] = family.split(' ');
    const shared = others.filter((style) => styles.includes(style)).length;
    const isLike = (generator === '' || generator === declared) && shared === Math.min(styles.length, others.length);
    if (!isLike || shared <= most || shared < Math.max(styles.length, others.length) / 2) continue;
    most = shared;
    like = template;
  }
  // Lines that the others repeat may be this page's own text.
  return like && { ...like, lines: [] };
};

/** Minimum share of the running text around it in a page's root element. With less, the page's text stands beside it. */
const MIN_ROOT_SHARE = 0.5;

const ROOT = 1;
const BAR = 2;
const LIST = 4;
/** A heading that many pages have, such as "Synopsis": the page's own where text of its own follows. */
const HEADING = 8;
const IN_HEADING = 16;

/** Headings of the first level from which they are a page's sections. */
const MIN_TOPS = 3;

/** @param shared true for a template of many pages, which also says what the text of a page with hardly any is */
const applied = (view: PageView, template: FamilyTemplate, shared = false): Block[] | undefined => {
  const ids = new Set(template.ids);
  const bars = new Set(template.bars);
  const lists = new Set(template.lists);
  const lines = new Set(template.lines);
  const paths = pathsOf(view, ids);
  const root = ownRoot(view, paths, template, (block) => lines.has(lineHash(block.text)));
  const marks: number[] = [];
  const lastGood = view.good.lastIndexOf(1);
  // A single heading of the first level that many pages have is the site's name.
  const tops = view.nodes.filter(({ element }) => element.name === 'h1').length;
  const isSection = tops >= MIN_TOPS ? /^h[1-6]$/ : /^h[2-6]$/;
  for (const [n, { parent, element }] of view.nodes.entries()) {
    const path = paths[n] ?? 0;
    let mark = marks[parent] ?? 0;
    if (path === root) mark |= ROOT;
    if (bars.has(path)) mark |= isSection.test(element.name) ? HEADING : BAR;
    if ((mark & ROOT) !== 0 && (isBar(view, view.nodes[n]) || isCopyright(view, view.nodes[n], lastGood))) mark |= BAR;
    if (/^h[1-6]$/.test(element.name)) mark |= IN_HEADING;
    // A heading that links back to its line in the contents is not a list of links, nor is a cell, nor a link around a heading.
    const mayBeList = (mark & IN_HEADING) === 0 && !/^(?:t[dh]|a)$/.test(element.name);
    if (mayBeList && (lists.has(path) || ((mark & ROOT) !== 0 && isList(view.nodes[n])))) mark |= LIST;
    marks[n] = mark;
  }
  const markOf = (i: number) => marks[view.leaf[i] ?? -1] ?? 0;
  const isLine = (block: Block) => lines.has(lineHash(block.text)) && !isHeading(block);
  const inRoot = view.blocks.filter((_, i) => (markOf(i) & (ROOT | BAR)) === ROOT);
  const inside = withoutLines(inRoot, isLine);
  const contents = ownContents(inside);
  const isListed = (i: number) => (markOf(i) & LIST) !== 0;
  const kept = inside.filter(
    (block) =>
      (!isListed(block.index) || isExplained(view, block.index, (n) => ((marks[n] ?? 0) & LIST) !== 0)) &&
      !contents.has(block),
  );
  // On a page of links only, such as a manual's contents, the links are the text.
  const enough = textLength(kept) >= Math.min(MIN_OWN_TEXT, Math.max(MIN_TEXT, textLength(inside) / 10));
  const isEmpty = (block: Block, next: Block | undefined) =>
    (markOf(block.index) & HEADING) !== 0 && (next === undefined || endsSection(block, next));
  const left = enough ? kept : inside;
  const chosen = left.filter((block, i) => !isEmpty(block, left[i + 1]) && !isEmptied(view, block, left[i + 1]));
  if (textLength(chosen) < MIN_TEXT && !(shared && chosen.length > 0 && isAllText(view, chosen))) return undefined;
  const title = titleBefore(view, chosen[0], isLine);
  if (title === undefined || chosen.some(({ text }, i) => i < 3 && text.includes(title.text))) return chosen;
  return [title, ...belowTitle(view, title, chosen[0]!).filter((block) => !isLine(block)), ...chosen];
};

/** The template's root, or the element around it that holds most of the page's running text, without what all pages repeat. */
const ownRoot = (
  { nodes, good, blocks }: PageView,
  paths: readonly number[],
  { root, holders }: FamilyTemplate,
  isRepeated: (block: Block) => boolean,
): number => {
  const goodIn = (path: number) =>
    nodes.reduce((sum, { first, last }, n) => {
      if (paths[n] !== path) return sum;
      return (
        sum + textLength(blocks.slice(first, last + 1).filter((block) => good[block.index] === 1 && !isRepeated(block)))
      );
    }, 0);
  let own = root;
  for (const holder of holders) if (!paths.includes(own) || goodIn(own) < MIN_ROOT_SHARE * goodIn(holder)) own = holder;
  return paths.includes(own) ? own : root;
};

const pathsOf = ({ nodes }: PageView, ids: ReadonlySet<string>): number[] => {
  const paths: number[] = [];
  for (const { parent, element } of nodes) {
    const id = /^(?:html|body)$/.test(element.name) ? '' : (element.attribs.id ?? '').slice(0, 100);
    paths.push(pathOf(paths[parent] ?? 0, elementName(element), id, ids));
  }
  return paths;
};

/** Leaves out the template's lines before and behind a page's own text. What explains a term is no such line. */
const withoutLines = (blocks: readonly Block[], isLine: (block: Block) => boolean): Block[] => {
  const isOwn = (block: Block) => !isLine(block) && block.text.length > block.linkLength;
  const first = blocks.findIndex(isOwn);
  const last = blocks.findLastIndex(isOwn);
  const explains = (block: Block, before: Block | undefined) =>
    before !== undefined && isHeading(before) && headingLevel(before) === 0 && !isHeading(block);
  return blocks.filter((block, i) => (i > first && i < last) || !isLine(block) || explains(block, blocks[i - 1]));
};

/** True if a block starts another section than the heading's: a heading of its level or above it. */
const endsSection = (heading: Block, block: Block): boolean => {
  const level = headingLevel(block);
  return level > 0 && level <= headingLevel(heading);
};

/** True for a heading whose whole section was left out, such as one above a list of links to sections below. */
const isEmptied = ({ blocks }: PageView, heading: Block, next: Block | undefined): boolean => {
  const level = headingLevel(heading);
  const below = blocks[heading.index + 1];
  return (
    level > 0 &&
    below !== undefined &&
    below !== next &&
    headingLevel(below) === 0 &&
    (next === undefined || endsSection(heading, next))
  );
};

/** The blocks below the title in the same element, such as the line that says what a command does. */
const belowTitle = (view: PageView, title: Block, first: Block): Block[] => {
  const holder = view.nodes[view.nodes[view.leaf[title.index] ?? -1]?.parent ?? -1];
  if (holder === undefined || holder.link > 0.3 * holder.length || holder.last >= first.index) return [];
  return view.blocks.slice(title.index + 1, holder.last + 1);
};

/**
 * True for a single link of a list that begins a row with what explains it, such as a function's signature above what it does. Without
 * the link nobody would know what the explanation is of.
 */
const isExplained = ({ nodes, leaf }: PageView, block: number, isListed: (node: number) => boolean): boolean => {
  let list = leaf[block] ?? -1;
  while (isListed(nodes[list]?.parent ?? -1)) list = nodes[list]?.parent ?? -1;
  const [own, row] = [nodes[list], nodes[nodes[list]?.parent ?? -1]];
  return own?.last === block && row?.first === block && row.last > block && !isListed(leaf[block + 1] ?? -1);
};

/** True for a list of links by its name. Many pages have none, so it is not among the template's paths. */
const isList = (node: ViewNode | undefined): boolean =>
  node !== undefined &&
  node.good === 0 &&
  isNamedList(`${node.element.attribs.class ?? ''}#${node.element.attribs.id ?? ''}`, node.link, node.length);

/** Minimum links of a bar. Fewer may be those of a heading, or a reference. */
const MIN_BAR_LINKS = 3;
/** Maximum blocks of a bar. A list of hundreds is content, whatever its name is. */
const MAX_BAR_BLOCKS = 40;

/** True for a bar above a section, by its name: short links between symbols ("[ < ] [ Up ] [ > ]"), without other words. */
const isBar = (view: PageView, node: ViewNode | undefined): boolean => {
  if (node === undefined || node.good > 0 || node.last - node.first >= MAX_BAR_BLOCKS) return false;
  if (!isNamedBar(`${elementName(node.element)}#${node.element.attribs.id ?? ''}`)) return false;
  const blocks = view.blocks.slice(node.first, node.last + 1);
  const plain = blocks.flatMap(({ inlines }) => inlines.filter(({ href }) => href === undefined));
  const links = blocks.reduce((sum, block) => sum + block.links, 0);
  return links >= MIN_BAR_LINKS && !blocks.some(isHeading) && plain.every(({ text }) => /^[^\p{L}\p{N}]*$/u.test(text));
};

const COPYRIGHT_NAME = /(?:^|[^a-z])(?:copyright|\w*footer|colophon|licen[cs]e)(?=$|[^a-z])/i;
const COPYRIGHT = /^(?:copyright\b|©|\(c\)\s)/i;

/** True for whose the page is and under which licence, by its name and its first words, with no running text behind it. */
const isCopyright = (view: PageView, node: ViewNode | undefined, lastGood: number): boolean =>
  node !== undefined &&
  COPYRIGHT_NAME.test(`${elementName(node.element)}#${node.element.attribs.id ?? ''}`) &&
  COPYRIGHT.test(view.blocks[node.first]?.text ?? '') &&
  lastGood <= node.last;

/** Minimum links of a page's own contents, in consecutive lines. Fewer are references in a sentence. */
const MIN_CONTENTS = 4;
/** Minimum share of links to the page itself in a line of contents, and minimum share of links that name its headings. */
const CONTENTS_LINK = 0.8;
const CONTENTS_HEADINGS = 0.8;

/**
 * Blocks of lists of the page's own headings, whatever their markup: a line each, or many in one below a heading of their kind.
 * They only repeat what the page contains.
 */
const ownContents = (blocks: readonly Block[]): Set<Block> => {
  const found = new Set<Block>();
  const headings = new Set(blocks.filter(isHeading).map(({ text }) => letters(text)));
  let run: Block[] = [];
  const endRun = () => {
    const links = run.flatMap(linkTexts);
    const named = links.filter((text) => headings.has(letters(text))).length;
    if (links.length >= MIN_CONTENTS && named >= CONTENTS_HEADINGS * links.length)
      for (const one of run) found.add(one);
    run = [];
  };
  for (const block of blocks) {
    if (block.table === undefined && headingLevel(block) > 0) continue;
    if (block.table === undefined && localLength(block) >= CONTENTS_LINK * block.text.length) run.push(block);
    else endRun();
  }
  endRun();
  return found;
};

/** What the links of a block say, each put together from the elements in it. */
const linkTexts = ({ inlines }: Block): string[] => {
  const texts: string[] = [];
  let last: string | undefined;
  for (const { href, text } of inlines) {
    if (href !== undefined && href === last) texts.push(`${texts.pop() ?? ''}${text}`);
    else if (href !== undefined) texts.push(text);
    last = href;
  }
  return texts;
};

/** Keeps only letters and digits, without a leading number: "1.2. Installing" becomes "Installing". */
const letters = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[\d.]+\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** True if a page has no running text but these blocks. */
const isAllText = ({ blocks, good }: PageView, chosen: readonly Block[]): boolean => {
  const kept = new Set(chosen);
  return !blocks.some((block, i) => good[i] === 1 && !kept.has(block));
};

const textLength = (blocks: readonly Block[]) => blocks.reduce((sum, block) => sum + block.text.length, 0);

/**
 * The page's title if the template has it before the text: a heading, unless there is none. With no block that is named like the
 * page, its only heading of the first level ("Class type Dom.node" of "node (js_of_ocaml.Dom.node)").
 */
const titleBefore = (
  { blocks, title }: PageView,
  first: Block | undefined,
  isLine: (block: Block) => boolean,
): Block | undefined => {
  const folded = title.toLowerCase();
  if (folded === '') return undefined;
  const before = blocks
    .slice(0, first?.index ?? 0)
    .filter(
      (block) =>
        block.table === undefined &&
        block.text.length >= 3 &&
        block.linkLength < block.text.length / 2 &&
        !isLine(block),
    );
  const named = before.filter(({ text }) => folded.includes(text.toLowerCase()) || text.toLowerCase().includes(folded));
  const isTop = (block: Block) => headingLevel(block) === 1;
  const only = blocks.filter(isTop).length === 1 ? before.find(isTop) : undefined;
  return named.findLast(isHeading) ?? only ?? named.at(-1);
};
