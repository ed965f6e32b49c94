import { createHash } from 'node:crypto';
import type { CrpOptions } from './options.ts';
import { type GraphStep, layer, type ReasoningGraph, update } from './reasoning-graph.ts';

/** Steps and facts of unrelated tasks, as CRP-RAG section 5.2 mixes in; for measuring robustness, never in use otherwise. */
const NOISE_STEPS = [
  'Which pigment gives autumn leaves their colour?',
  'How long does a hen brood its eggs?',
  'What is the boiling point of mercury?',
  'Which string of a violin is tuned highest?',
];
const NOISE_FACTS = [
  'Basalt cools from lava that is poor in silica.',
  'The tide turns roughly every six hours.',
  'A sonnet has fourteen lines.',
];

/** A number in [0, 1) from a seed and a step: the same run is disturbed the same way. */
const chance = (seed: number, kind: string, { id, text }: GraphStep): number =>
  createHash('sha256').update(`${seed}\0${kind}\0${id}\0${text}`).digest().readUInt32BE() / 2 ** 32;

/**
 * Replaces the words of a share of the steps below the sources by noise. Exactly the share, rounded, is replaced: those
 * with the smallest chance.
 */
export const disturbSteps = (graph: ReasoningGraph, { steps: share, seed }: CrpOptions['noise']): ReasoningGraph => {
  if (share === 0) return graph;
  const candidates = graph.steps.filter(({ depth }) => depth > 1);
  const ranked = candidates.toSorted((a, b) => chance(seed, 'step', a) - chance(seed, 'step', b));
  const chosen = ranked.slice(0, Math.round(share * graph.steps.length));
  return update(graph, new Map(chosen.map((step, at) => [step.id, { text: NOISE_STEPS[at % NOISE_STEPS.length]! }])));
};

/** Replaces the gathered knowledge of a share of a layer's steps, sources excepted, by noise. */
export const disturbKnowledge = (
  graph: ReasoningGraph,
  depth: number,
  { knowledge: share, seed }: CrpOptions['noise'],
): ReasoningGraph => {
  if (share === 0 || depth === 1) return graph;
  // The share is of all steps, as in the paper; sources are spared, so those below bear it all.
  const below = graph.steps.filter((step) => step.depth > 1).length;
  const own = Math.min(1, (share * graph.steps.length) / Math.max(1, below));
  const chosen = layer(graph, depth).filter((step) => step.facts && chance(seed, 'knowledge', step) < own);
  return update(graph, new Map(chosen.map(({ id }) => [id, { facts: NOISE_FACTS }])));
};
