import { fnv1a } from '../../../core/text/fnv.ts';
import type { PageSketch, SketchBlock } from './page-sketch.ts';
import { pathOf } from './sketch.ts';

/** The template of a family of pages: where their own text is, and what is around it. Paths and texts are hashes. */
export interface FamilyTemplate {
  /** Ids of parts of the template, not of a single page. */
  ids: string[];
  /** Path of the element with the pages' own text. */
  root: number;
  /**
   * Paths of the elements around it, from the innermost, without the whole page: for a page whose own element has another class, or
   * whose text stands beside it.
   */
  holders: number[];
  /** Paths of navigation inside `root`: bars at its edges, and lists of the page's own sections. */
  bars: number[];
  lists: number[];
  /** Hashes of lines at the edges that many pages repeat. */
  lines: number[];
}

/** The templates of a folder or site, by family. */
export interface SiteTemplate {
  families: Record<string, FamilyTemplate>;
  /** Hash of the templates. Equal hashes mean that every page is read in the same way. */
  hash: string;
}

/** Minimum pages of a family for a template. With fewer, each page is read alone. */
const MIN_PAGES = 5;
/** The same of a family with few tables, terms and blocks of code. */
const MIN_PLAIN_PAGES = 10;
/** Minimum blocks of a page for learning. One with fewer may be only a redirect. */
const MIN_BLOCKS = 3;
/** Minimum share of a page's own text in its root element, and minimum share of pages for which this holds. */
const ROOT_SHARE = 0.9;
const ROOT_PAGES = 0.8;
/** Minimum share of pages with a part of the template. */
const COMMON_SHARE = 0.4;
/** Minimum share of pages, and minimum number, with a text of the template. */
const REPEATED_SHARE = 0.3;
const MIN_REPEATS = 3;
/** Minimum share of links and repeated words in a bar; less is enough if its name says that it is a bar. */
const BAR_SHARE = 0.75;
const NAMED_BAR_SHARE = 0.15;
/** Maximum share of running text in a bar or list, and minimum share of a bar's occurrences at an edge. */
const MAX_GOOD = 0.05;
const EDGE_PLACES = 0.8;
const LIST_SHARE = 0.8;
/** Maximum share of the page's running text before a part at the start, or after a part at the end. */
const EDGE_SHARE = 0.05;
const MAX_PARTS = 200;

/** Names of generators of manuals. The template of their pages can be learned from one page. */
export const MANUAL_SOFTWARE =
  /docbook|docutils|sphinx|doxygen|makeinfo|^texi\b|texi2(?:html|any)|javadoc|asciidoc|mkdocs|docusaurus|gtk-doc|groff|mdbook|rustdoc|pod2html|antora|vitepress|typedoc|jsdoc|yard|rdoc|\btth\b|latex2html|hevea|scribble|\bexdoc\b|\bodoc\b|docfx|zensical|bookdown|pkgdown|gitbook|honkit/i;

/** Usual names of parts that are not text. */
const BAR_NAME =
  /(?:^|[^a-z])(?:nav\w*|\w*nav|navigation|\w*header|footer|\w*footer|breadcrumbs?|crumbs?|menu|sidebar|sphinxsidebar\w*|related|pager|pagination|prev-?next|toolbar|skip\w*|toc\w*|\w*toc|up|path)(?=$|[^a-z])/i;
/** Names used only for bars. Their links may be pictures, and their text the titles of this page and its chapter. */
const NAVIGATION_NAME = /(?:^|[^a-z])nav(?:bar|header|footer)(?=$|[^a-z])/i;
/** Names of headers with the first words of a page's text (odoc). */
const PREAMBLE_NAME = /(?:^|[^a-z])(?:preamble|abstract|summary|intro(?:duction)?)(?=$|[^a-z])/i;
const LIST_NAME =
  /(?:^|[^a-z])(?:nav|toc\w*|\w*toc|breadcrumbs?|menu|sidebar|sphinxsidebar\w*|pagination|quickview)(?=$|[^a-z])/i;
/** Names of parts of magazines and blogs, in which a repeated part does not show that the rest is the text. */
const MAGAZINE =
  /(?:^|[^a-z])(?:share|sharing|social|related-?(?:posts|articles)|newsletter|byline|author-?(?:box|bio)|advert\w*|ads?|teasers?|outbrain|taboola)(?=$|[^a-z])/i;
/** The name of what readers say below an article, and of what the sources of a program say of its members. */
const COMMENT = /(?:^|[^a-z])comments?(?=$|[^a-z])/i;
/** Number of such outermost parts with half of a page's running text, from which they are documentation of members, not comments. */
const MEMBER_COMMENTS = 8;
/** Elements that are common in manuals and rare in magazines. */
const MANUAL = /^(?:pre|dl|dt|table|code)(?:\.|$)/;

/**
 * Learns templates from sketches of neighbouring pages (after Yi, Liu and Li 2003, "Eliminating noisy information in web pages for
 * data mining": parts with the same position and text on many pages of a site are boilerplate).
 */
export const learnTemplate = (sketches: readonly PageSketch[]): SiteTemplate | undefined => {
  const families: Record<string, FamilyTemplate> = {};
  const whole = sketches.filter((page) => page.blocks.length >= MIN_BLOCKS);
  for (const [family, pages] of [...Map.groupBy(whole, (page) => page.family)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const template = pages.length < MIN_PAGES ? undefined : learnFamily(pages);
    if (template !== undefined && isManual(pages)) families[family] = template;
  }
  if (Object.keys(families).length === 0) return undefined;
  return { families, hash: fnv1a(JSON.stringify(families)).toString(36) };
};

/** Learns the template of one page of a known generator of manuals, from its links and names only. */
export const learnFromOne = (page: PageSketch): FamilyTemplate | undefined => learnFamily([page]);

const isManual = (pages: readonly PageSketch[]): boolean => {
  const withParts = pages.filter(({ nodes }) => nodes.some(({ name }) => MANUAL.test(name))).length;
  const isLikeManual = withParts >= pages.length / 4;
  if (!isLikeManual && pages.length < MIN_PLAIN_PAGES) return false;
  const all = { length: 0, good: 0 };
  const magazine = { length: 0, good: 0, parts: 0 };
  const names = beginWithComments(pages) ? [MAGAZINE] : [MAGAZINE, COMMENT];
  for (const { nodes, blocks } of pages) {
    const inside = new Uint8Array(nodes.length);
    for (const [n, { name, id, parent }] of nodes.entries()) {
      const starts = inside[parent] !== 1 && names.some((one) => one.test(name) || one.test(id));
      inside[n] = Number(starts || inside[parent] === 1);
      magazine.parts += Number(starts);
    }
    for (const { node, length, good } of blocks)
      for (const sum of inside[node] === 1 ? [all, magazine] : [all]) {
        sum.length += length;
        sum.good += good ? length : 0;
      }
  }
  const areMembers = magazine.parts >= pages.length * MEMBER_COMMENTS && magazine.good >= all.good / 2;
  return isLikeManual ? areMembers || magazine.length < all.length / 20 : magazine.parts === 0;
};

/** True if the running text of most pages begins in a comment: it is of the sources. Readers' comments follow an article. */
const beginWithComments = (pages: readonly PageSketch[]): boolean => {
  const begin = pages.flatMap(({ nodes, blocks }) => {
    const first = blocks.find(({ good }) => good);
    if (first === undefined) return [];
    for (let node = nodes[first.node]; node !== undefined; node = nodes[node.parent])
      if (COMMENT.test(node.name) || COMMENT.test(node.id)) return [true];
    return [false];
  });
  return begin.filter(Boolean).length > begin.length / 2;
};

/** An element of a page with sums over its content. */
interface Part {
  path: number;
  parent: number;
  label: string;
  control: boolean;
  length: number;
  link: number;
  local: number;
  repeated: number;
  /** Characters of blocks that many pages repeat word for word, links included. */
  same: number;
  /** Characters that are neither links nor repeated. */
  own: number;
  /** Characters of running text: those that are not repeated, and all. */
  good: number;
  running: number;
  /** Own characters of the page before its first block, and after its last one. */
  before: number;
  after: number;
}

/** The parts of all pages with the same path. */
interface Place extends Omit<Part, 'path' | 'parent' | 'before' | 'after'> {
  parent: number;
  pages: number;
  lastPage: number;
  count: number;
  atEdge: number;
  /** Number of pages with nearly all of their own text in it. */
  holds: number;
}

const learnFamily = (pages: readonly PageSketch[]): FamilyTemplate | undefined => {
  const ids = commonIds(pages);
  const paths = pages.map(({ nodes }) => {
    const path: number[] = [];
    for (const { parent, name, id } of nodes) path.push(pathOf(path[parent] ?? 0, name, id, ids));
    return path;
  });
  const isRepeated = repeatedTexts(pages, paths);
  const parts = pages.map((page, p) => partsOf(page, paths[p] ?? [], isRepeated));
  const found = findRoot(places(parts));
  if (found === undefined) return undefined;
  const { root, holders } = found;
  const inRoot = parts.map((own) => within(own, root));
  const { bars, lists } = findBars(places(inRoot), root, inRoot.filter((own) => own.length > 0).length);
  return {
    ids: [...ids].sort(),
    root,
    holders,
    bars,
    lists,
    lines: pages.length < MIN_PAGES ? [] : repeatedLines(pages, paths, isRepeated),
  };
};

/** Ids that are on most pages belong to the template. Ids of single pages name sections. */
const commonIds = (pages: readonly PageSketch[]): Set<string> => {
  const counts = new Map<string, number>();
  for (const { nodes } of pages)
    for (const id of new Set(nodes.map((node) => node.id))) if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Set([...counts].flatMap(([id, count]) => (count >= pages.length * COMMON_SHARE ? [id] : [])));
};

/** Whether many pages have a block there: word for word, or with other links. */
type IsRepeated = (path: number, block: SketchBlock, exactly?: boolean) => boolean;

const repeatedTexts = (pages: readonly PageSketch[], paths: readonly number[][]): IsRepeated => {
  const key = (path: number, text: number) => path * 2 ** 21 + (text & 0x1fffff);
  const counts = new Map<number, number>();
  for (const [p, { blocks }] of pages.entries()) {
    const own = new Set(
      blocks.flatMap(({ node, text, label }) => [text, label].map((one) => key(paths[p]?.[node] ?? 0, one))),
    );
    for (const one of own) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  const least = Math.max(MIN_REPEATS, pages.length * REPEATED_SHARE);
  return (path, { text, label }, exactly = false) =>
    (counts.get(key(path, text)) ?? 0) >= least || (!exactly && (counts.get(key(path, label)) ?? 0) >= least);
};

const partsOf = ({ nodes, blocks }: PageSketch, paths: readonly number[], isRepeated: IsRepeated): Part[] => {
  const parts: Part[] = nodes.map(({ parent, name, id, control }, n) => ({
    path: paths[n] ?? 0,
    parent,
    label: `${name}#${id}`,
    control,
    length: 0,
    link: 0,
    local: 0,
    repeated: 0,
    same: 0,
    own: 0,
    good: 0,
    running: 0,
    before: -1,
    after: 0,
  }));
  const isOutside = new Uint8Array(nodes.length);
  for (const [n, { parent, name }] of nodes.entries())
    isOutside[n] = Number(isOutside[parent] === 1 || /^(?:nav|header|footer|aside)(?:\.|$)/.test(name));
  let before = 0;
  for (const block of blocks) {
    const repeated = isRepeated(paths[block.node] ?? 0, block);
    const same = isRepeated(paths[block.node] ?? 0, block, true) ? block.length : 0;
    const own = repeated || isOutside[block.node] === 1 ? 0 : block.length - block.link;
    for (let part = parts[block.node]; part !== undefined; part = parts[part.parent]) {
      part.length += block.length;
      part.link += block.link;
      part.local += block.local;
      part.repeated += repeated ? block.length - block.link : 0;
      part.same += same;
      part.own += own;
      part.good += block.good ? own : 0;
      part.running += block.good ? block.length : 0;
      if (part.before === -1) part.before = before;
      part.after = before + own;
    }
    before += own;
  }
  for (const part of parts) part.after = before - part.after;
  return parts;
};

const places = (pages: readonly (readonly Part[])[]): Map<number, Place> => {
  const found = new Map<number, Place>();
  for (const [p, parts] of pages.entries()) {
    const all = parts.reduce((most, part) => Math.max(most, part.own), 0);
    for (const part of parts) {
      if (part.length === 0) continue;
      let place = found.get(part.path);
      if (place === undefined) {
        const parent = parts[part.parent]?.path ?? 0;
        place = {
          ...part,
          parent,
          length: 0,
          link: 0,
          local: 0,
          repeated: 0,
          same: 0,
          own: 0,
          good: 0,
          running: 0,
          pages: 0,
          lastPage: -1,
          count: 0,
          atEdge: 0,
          holds: 0,
        };
        found.set(part.path, place);
      }
      for (const key of ['length', 'link', 'local', 'repeated', 'same', 'own', 'good', 'running'] as const)
        place[key] += part[key];
      place.count++;
      place.control &&= part.control;
      if (place.lastPage !== p) place.pages++;
      place.lastPage = p;
      if (part.own >= ROOT_SHARE * all) place.holds++;
      if (Math.min(part.before, part.after) <= Math.max(40, EDGE_SHARE * all)) place.atEdge++;
    }
  }
  return found;
};

/** Maximum elements around the root that are tried. Farther out stands what is on every page. */
const MAX_HOLDERS = 3;

/** Path of the deepest element with nearly all running text of the pages, and of the elements around it. */
const findRoot = (all: ReadonlyMap<number, Place>): { root: number; holders: number[] } | undefined => {
  const children = Map.groupBy(all, ([, place]) => place.parent);
  let root = (children.get(0) ?? []).toSorted(([, a], [, b]) => b.own - a.own)[0];
  if (root === undefined) return undefined;
  const least = root[1].pages * ROOT_PAGES;
  const holders: number[] = [];
  for (;;) {
    const next: [number, Place] | undefined = (children.get(root[0]) ?? []).find(
      // About one element per page: rows and paragraphs also share a path, but contain the text only together.
      ([, place]) => place.holds >= least && place.count <= place.pages * 1.2,
    );
    if (next === undefined || /^(?:table|tbody|tr|dl|ul|ol|p|pre)\b/.test(next[1].label))
      return { root: root[0], holders: holders.slice(0, MAX_HOLDERS) };
    if (!/^(?:html|body)#/.test(root[1].label)) holders.unshift(root[0]);
    root = next;
  }
};

/** The parts of a page inside its root, with the text around them counted from the root's borders. */
const within = (parts: readonly Part[], root: number): Part[] => {
  const top = parts.findIndex((part) => part.path === root);
  if (top === -1) return [];
  const inside = new Set([top]);
  for (const [n, part] of parts.entries()) if (inside.has(part.parent)) inside.add(n);
  const from = parts[top];
  return parts.map((part, n) =>
    inside.has(n)
      ? { ...part, before: part.before - (from?.before ?? 0), after: part.after - (from?.after ?? 0) }
      : { ...part, length: 0 },
  );
};

/** True for a list of links by its name and content. */
export const isNamedList = (label: string, link: number, length: number): boolean =>
  link >= length * LIST_SHARE && LIST_NAME.test(label);

/** True for navigation by its name, but not for a list of contents, which may be a page's only text. */
export const isNamedBar = (label: string): boolean => BAR_NAME.test(label) && !LIST_NAME.test(label);

const findBars = (
  all: ReadonlyMap<number, Place>,
  root: number,
  pages: number,
): { bars: number[]; lists: number[] } => {
  const bars = new Set<number>();
  const lists = new Set<number>();
  for (const [path, place] of all) {
    const { length, link, local, repeated, same, good, label, count, atEdge, control, running } = place;
    if (path === root || bars.has(place.parent) || lists.has(place.parent) || good > MAX_GOOD * length) continue;
    // A term is not navigation, even with links: its explanation is below it.
    if (/^dt\b/.test(label)) continue;
    // Nor is a page's own title that leads to its line in the contents.
    if (/^h[1-6]\b/.test(label) && same < length / 2) continue;
    const common = place.pages >= pages * COMMON_SHARE;
    const frame = (link + repeated) / length;
    const edge = atEdge >= count * EDGE_PLACES;
    const isNamed = NAVIGATION_NAME.test(label);
    const isBarName = BAR_NAME.test(label) && !PREAMBLE_NAME.test(label);
    if (common && edge && (isNamed || frame >= (isBarName ? NAMED_BAR_SHARE : BAR_SHARE))) bars.add(path);
    // Away from the edges, repeated text may be shared documentation. Around a control, it is the control's options.
    else if (common && control && frame >= BAR_SHARE && running <= MAX_GOOD * length) bars.add(path);
    else if ((common && local >= length * LIST_SHARE) || isNamedList(label, link, length)) lists.add(path);
  }
  return { bars: [...bars].slice(0, MAX_PARTS), lists: [...lists].slice(0, MAX_PARTS) };
};

/** Hashes of lines that many pages repeat, without running text before them or without running text after them. */
const repeatedLines = (pages: readonly PageSketch[], paths: readonly number[][], isRepeated: IsRepeated): number[] => {
  const counts = new Map<number, number>();
  for (const [p, { blocks }] of pages.entries()) {
    const repeats = blocks.map((block) => isRepeated(paths[p]?.[block.node] ?? 0, block));
    const first = blocks.findIndex((block, i) => !repeats[i] && block.length > block.link);
    const last = blocks.findLastIndex((block, i) => !repeats[i] && block.length > block.link);
    const own = new Set(
      blocks.flatMap((block, i) => (repeats[i] && !block.heading && (i < first || i > last) ? [block.text] : [])),
    );
    for (const text of own) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .flatMap(([text, count]) => (count >= Math.max(MIN_REPEATS, pages.length / 2) ? [text] : []))
    .sort((a, b) => a - b)
    .slice(0, MAX_PARTS);
};
