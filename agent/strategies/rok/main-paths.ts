import type { KnowledgePath } from '../../../core/knowledge.ts';

/** All simple paths of a bounded number of hops from one entity to any of the others. */
export type PathsBetween = (from: string, to: readonly string[]) => Promise<readonly KnowledgePath[]>;

/**
 * Main paths between the candidate entities, in the order of RoK's Algorithm 1: paths from the first candidate to all the
 * others; it leaves the set; the next start is an entity that was reached in this round, else the next candidate, until
 * fewer than two are left. Triples are deduplicated before each round: a path all of whose triples are known adds nothing
 * and is kept once.
 */
export const mainPaths = async (
  candidates: readonly string[],
  pathsBetween: PathsBetween,
): Promise<KnowledgePath[]> => {
  const remaining = new Set(candidates);
  const found = new Map<string, KnowledgePath>();
  let start = candidates[0];
  while (start !== undefined && remaining.size > 1) {
    remaining.delete(start);
    const paths = await pathsBetween(start, [...remaining]);
    for (const path of paths) {
      const key = pathKey(path);
      if (!found.has(key)) found.set(key, path);
    }
    const matched = new Set(paths.map(({ nodes }) => nodes.at(-1)!));
    start = [...remaining].find((entity) => matched.has(entity)) ?? [...remaining][0];
  }
  return [...found.values()];
};

/** The same walk in either direction is one path. */
const pathKey = ({ steps }: KnowledgePath): string => {
  const ids = steps.map(({ triple }) => triple.id);
  const [forth, back] = [ids.join(' '), ids.toReversed().join(' ')];
  return forth < back ? forth : back;
};
