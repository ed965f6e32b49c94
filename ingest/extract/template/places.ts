import type { PageSketch } from './page-sketch.ts';
import type { IsRepeated } from './repeated.ts';

/** Minimum share of a page's own text in an element that holds it. */
const ROOT_SHARE = 0.9;
/** Maximum share of the page's running text before a part at the start, or after a part at the end. */
const EDGE_SHARE = 0.05;
/** Characters before or after a part that never matter. */
const MIN_EDGE = 40;

/** Characters of the blocks in an element. */
interface Sums {
  length: number;
  /** In links, and in links to a place of the same page. */
  link: number;
  local: number;
  /** Outside of links, in blocks that many pages repeat. */
  repeated: number;
  /** In blocks that many pages repeat word for word, links included. */
  same: number;
  /** Neither in links nor repeated. */
  own: number;
  /** In running text that is not repeated, and in all. */
  good: number;
  running: number;
}
const noSums = (): Sums => ({ length: 0, link: 0, local: 0, repeated: 0, same: 0, own: 0, good: 0, running: 0 });
const SUMS = Object.keys(noSums()) as (keyof Sums)[];

/** An element of a page. */
export interface Part extends Sums {
  path: number;
  parent: number;
  label: string;
  control: boolean;
  /** Own characters of the page before its first block, and after its last one. */
  before: number;
  after: number;
}

/** The parts of all pages with the same path. */
export interface Place extends Omit<Part, 'path' | 'before' | 'after'> {
  pages: number;
  lastPage: number;
  count: number;
  atEdge: number;
  /** Number of pages with nearly all of their own text in it. */
  holds: number;
}

/** The elements of a page with sums over their content. @param paths the path of each node */
export const partsOf = ({ nodes, blocks }: PageSketch, paths: readonly number[], isRepeated: IsRepeated): Part[] => {
  const parts: Part[] = nodes.map(({ parent, name, id, control }, n) => ({
    path: paths[n] ?? 0,
    parent,
    label: `${name}#${id}`,
    control,
    ...noSums(),
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

/** The parts of all pages by their path. */
export const places = (pages: readonly (readonly Part[])[]): Map<number, Place> => {
  const found = new Map<number, Place>();
  for (const [p, parts] of pages.entries()) {
    const all = parts.reduce((most, part) => Math.max(most, part.own), 0);
    for (const part of parts) {
      if (part.length === 0) continue;
      let place = found.get(part.path);
      if (place === undefined) {
        place = {
          ...noSums(),
          parent: parts[part.parent]?.path ?? 0,
          label: part.label,
          control: part.control,
          pages: 0,
          lastPage: -1,
          count: 0,
          atEdge: 0,
          holds: 0,
        };
        found.set(part.path, place);
      }
      for (const sum of SUMS) place[sum] += part[sum];
      place.count++;
      place.control &&= part.control;
      if (place.lastPage !== p) place.pages++;
      place.lastPage = p;
      if (part.own >= ROOT_SHARE * all) place.holds++;
      if (Math.min(part.before, part.after) <= Math.max(MIN_EDGE, EDGE_SHARE * all)) place.atEdge++;
    }
  }
  return found;
};
