import type { Part, Place } from './places.ts';

/** Minimum share of pages whose own text stands nearly whole in the root. */
const ROOT_PAGES = 0.8;
/** Maximum elements around the root that are tried. Farther out stands what is on every page. */
const MAX_HOLDERS = 3;

/** Path of the deepest element with nearly all running text of the pages, and of the elements around it. */
export const findRoot = (all: ReadonlyMap<number, Place>): { root: number; holders: number[] } | undefined => {
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
export const within = (parts: readonly Part[], root: number): Part[] => {
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
