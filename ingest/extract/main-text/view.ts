import type { Block } from '../blocks.ts';
import { type Element, isTag } from '../dom.ts';
import type { PageKind } from '../page-kind.ts';
import { elementGroups, GROUPS, POSITIVE, UNCLEAN } from './groups.ts';

/** An element that contains blocks, with sums over these blocks. */
export interface ViewNode {
  element: Element;
  /** Index in `nodes`; -1 above the root. A parent precedes its children. */
  parent: number;
  depth: number;
  /** Groups that match the element itself. */
  groups: number;
  length: number;
  link: number;
  blocks: number;
  /** Characters in good blocks, and in those without an ancestor that looks like boilerplate. */
  good: number;
  clean: number;
  commas: number;
  first: number;
  last: number;
}

/** The classifier's view of a page: its blocks, the elements around them, and where the main text may be. */
export interface PageView {
  blocks: readonly Block[];
  nodes: ViewNode[];
  /** Index of each block's node. */
  leaf: Int32Array;
  good: Uint8Array;
  clean: Uint8Array;
  /** Length of each block, and its share of link text. */
  length: Float64Array;
  density: Float64Array;
  totals: { length: number; good: number; clean: number };
  title: string;
  description: string;
  kind: PageKind;
}

/** Minimum characters of a good block, which is running text: few links, at least one sentence. */
const GOOD_LENGTH = 80;
const GOOD_DENSITY = 0.3;
const SENTENCE_END = /[.!?…。！？]["”’»)\]]*(?:\s|$)/;
/** An ancestor with this share of the page's text is the whole page, and its class is ignored. */
const PAGE_SHARE = 0.6;

/** Builds the view, in linear time. */
export const viewPage = (
  blocks: readonly Block[],
  { title = '', description = '', kind = 'unknown' }: Partial<Pick<PageView, 'title' | 'description' | 'kind'>> = {},
): PageView => {
  const nodes: ViewNode[] = [];
  const places = new Map<Element, number>();
  const place = (element: Element): number => {
    const path: Element[] = [];
    let at: Element | undefined = element;
    while (at !== undefined && !places.has(at)) {
      path.push(at);
      at = at.parent !== null && isTag(at.parent) ? at.parent : undefined;
    }
    let parent = at === undefined ? -1 : places.get(at)!;
    for (const one of path.reverse()) {
      const groups = elementGroups(one);
      const depth = parent === -1 ? 0 : nodes[parent]!.depth + 1;
      nodes.push({
        element: one,
        parent,
        depth,
        groups,
        length: 0,
        link: 0,
        blocks: 0,
        good: 0,
        clean: 0,
        commas: 0,
        first: -1,
        last: -1,
      });
      parent = nodes.length - 1;
      places.set(one, parent);
    }
    return parent;
  };
  const leaf = new Int32Array(blocks.length);
  const good = new Uint8Array(blocks.length);
  const clean = new Uint8Array(blocks.length);
  const length = new Float64Array(blocks.length);
  const density = new Float64Array(blocks.length);
  const totals = { length: 0, good: 0, clean: 0 };
  for (const [i, block] of blocks.entries()) {
    leaf[i] = block.element === undefined ? -1 : place(block.element);
    length[i] = block.text.length;
    density[i] = Math.min(1, block.linkLength / Math.max(1, block.text.length));
    good[i] = Number(length[i]! >= GOOD_LENGTH && density[i]! < GOOD_DENSITY && SENTENCE_END.test(block.text));
    totals.length += length[i]!;
    totals.good += good[i]! * length[i]!;
    const node = nodes[leaf[i]!];
    if (node === undefined) continue;
    node.length += length[i]!;
    node.link += block.linkLength;
    node.blocks++;
    node.good += good[i]! * length[i]!;
    node.commas += good[i]! === 1 ? countCommas(block.text) : 0;
    if (node.first === -1) node.first = i;
    node.last = i;
  }
  sumUp(nodes, ['length', 'link', 'blocks', 'good', 'commas']);
  for (const node of nodes)
    if (node.length >= PAGE_SHARE * totals.length || node.good >= PAGE_SHARE * Math.max(1, totals.good))
      node.groups &= POSITIVE;
  const unclean = new Uint8Array(nodes.length);
  for (const [n, node] of nodes.entries())
    unclean[n] = Number((node.groups & UNCLEAN) !== 0 || unclean[node.parent] === 1);
  for (let i = 0; i < blocks.length; i++) {
    clean[i] = good[i]! & Number(unclean[leaf[i]!] !== 1);
    totals.clean += clean[i]! * length[i]!;
    const node = nodes[leaf[i]!];
    if (node !== undefined) node.clean += clean[i]! * length[i]!;
  }
  sumUp(nodes, ['clean']);
  return { blocks, nodes, leaf, good, clean, length, density, totals, title, description, kind };
};

/** Adds each node's sums to its parent, children first. */
const sumUp = (
  nodes: readonly ViewNode[],
  keys: readonly ('length' | 'link' | 'blocks' | 'good' | 'clean' | 'commas')[],
): void => {
  for (let n = nodes.length - 1; n > 0; n--) {
    const node = nodes[n]!;
    const parent = nodes[node.parent];
    if (parent === undefined) continue;
    for (const key of keys) parent[key] += node[key];
    if (node.first !== -1 && (parent.first === -1 || node.first < parent.first)) parent.first = node.first;
    if (node.last > parent.last) parent.last = node.last;
  }
};

const countCommas = (text: string): number => {
  let commas = 0;
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1)) commas++;
  return commas;
};

/**
 * Levels from each node up to the nearest ancestor or itself that `test` accepts: one row per node, one column per test. `FAR` if
 * there is none.
 */
export const levelsUp = (
  nodes: readonly ViewNode[],
  columns: number,
  hits: (node: ViewNode) => Iterable<number>,
): Uint8Array => {
  const levels = new Uint8Array(nodes.length * columns).fill(FAR);
  for (const [n, node] of nodes.entries()) {
    const row = n * columns;
    if (node.parent >= 0) {
      const above = node.parent * columns;
      for (let c = 0; c < columns; c++) levels[row + c] = Math.min(FAR, levels[above + c]! + 1);
    }
    for (const c of hits(node)) levels[row + c] = 0;
  }
  return levels;
};

/** Maximum distance in levels; also means none. */
export const FAR = 16;

/** Yields the set bits of a node's groups as column numbers. */
export const groupColumns = function* (groups: number): Generator<number> {
  for (let i = 0; i < GROUPS.length; i++) if ((groups & (1 << i)) !== 0) yield i;
};
