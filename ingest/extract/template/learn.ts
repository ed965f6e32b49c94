import { fnv1a } from '../../../core/text/fnv.ts';
import { findBars } from './find-bars.ts';
import { findRoot, within } from './find-root.ts';
import { isManual } from './is-manual.ts';
import { COMMON_SHARE } from './limits.ts';
import type { PageSketch } from './page-sketch.ts';
import { partsOf, places } from './places.ts';
import { repeatedLines, repeatedTexts } from './repeated.ts';
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
  /** Hashes of titles that many pages have, and of parts of their declared titles: the site's name. */
  titles: number[];
  titleParts: number[];
}

/** The templates of a folder or site, by family. */
export interface SiteTemplate {
  families: Record<string, FamilyTemplate>;
  /** Hash of the templates. Equal hashes mean that every page is read in the same way. */
  hash: string;
}

/** Minimum pages of a family for a template. With fewer, each page is read alone. */
const MIN_PAGES = 5;
/** Minimum blocks of a page for learning. One with fewer may be only a redirect. */
const MIN_BLOCKS = 3;

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
    titles: common(pages, ({ title }) => [title]),
    titleParts: common(pages, ({ titleParts }) => titleParts),
  };
};

/** Hashes that many of the pages have. */
const common = (pages: readonly PageSketch[], hashesOf: (page: PageSketch) => readonly number[]): number[] => {
  const counts = new Map<number, number>();
  for (const page of pages) for (const hash of new Set(hashesOf(page))) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const least = Math.max(MIN_REPEATED, pages.length * COMMON_SHARE);
  return [...counts].flatMap(([hash, count]) => (hash !== 0 && count >= least ? [hash] : []));
};

/** Minimum pages with the same title. */
const MIN_REPEATED = 3;

/** Ids that are on most pages belong to the template. Ids of single pages name sections. */
const commonIds = (pages: readonly PageSketch[]): Set<string> => {
  const counts = new Map<string, number>();
  for (const { nodes } of pages)
    for (const id of new Set(nodes.map((node) => node.id))) if (id !== '') counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Set([...counts].flatMap(([id, count]) => (count >= pages.length * COMMON_SHARE ? [id] : [])));
};
