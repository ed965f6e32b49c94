import type { KnowledgePath } from '../../../core/knowledge.ts';

/** Returns all simple paths from one entity to any of the others, up to a maximum number of hops. */
export type PathsBetween = (from: string, to: readonly string[]) => Promise<readonly KnowledgePath[]>;

/**
 * Main paths between the candidate entities, in the order of RoK's Algorithm 1. Searches paths from the first candidate
 * to all others and removes it from the set. The next start is a candidate reached in this round, otherwise the next in
 * order, until fewer than two are left. A path in either direction is kept once.
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

/** Equal for a path and its reverse. */
const pathKey = ({ steps }: KnowledgePath): string => {
  const ids = steps.map(({ triple }) => triple.id);
  const [forth, back] = [ids.join(' '), ids.toReversed().join(' ')];
  return forth < back ? forth : back;
};
