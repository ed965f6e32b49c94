import { words } from '../../../core/text/words.ts';
import type { CrpOptions } from './options.ts';
import { type GraphStep, pathsThrough, type ReasoningGraph } from './reasoning-graph.ts';

/**
 * The paths to an answer whose every step has sufficient knowledge, most confident first (CRP-RAG section 3.4). Without
 * evaluation the shortest and the longest.
 */
export const completePaths = (graph: ReasoningGraph, { evaluation }: CrpOptions): GraphStep[][] => {
  if (evaluation) return pathsThrough(graph, ({ sufficiency }) => sufficiency?.sufficient === true);
  const all = pathsThrough(graph, ({ facts }) => facts !== undefined).sort((a, b) => a.length - b.length);
  return [...new Set([all.at(0), all.at(-1)])].filter((path) => path !== undefined);
};

/** The first path for each sequence of intermediate answers. */
export const bestPathPerAnswers = (paths: readonly GraphStep[][]): GraphStep[][] => {
  const byAnswers = new Map<string, GraphStep[]>();
  for (const path of paths) {
    const key = JSON.stringify(path.map(({ sufficiency }) => words(sufficiency?.answer ?? '')));
    if (!byAnswers.has(key)) byAnswers.set(key, path);
  }
  return [...byAnswers.values()];
};

/** The paths that are reasoned along first: the best of each sequence of answers, as many as the options allow. */
export const pathsToReason = (graph: ReasoningGraph, options: CrpOptions): GraphStep[][] =>
  bestPathPerAnswers(completePaths(graph, options)).slice(0, options.paths);
