import { createHash } from 'node:crypto';
import type { CrpOptions } from './options.ts';
import { type GraphStep, type ReasoningGraph, update } from './reasoning-graph.ts';

/** Steps and facts of unrelated tasks, as CRP-RAG section 5.2 mixes in; for measuring robustness, never in use otherwise. */
export const NOISE_STEPS = [
  'Which pigment gives autumn leaves their colour?',
  'How long does a hen brood its eggs?',
  'What is the boiling point of mercury?',
  'Which string of a violin is tuned highest?',
];
export const NOISE_FACTS = [
  'Basalt cools from lava that is poor in silica.',
  'The tide turns roughly every six hours.',
  'A sonnet has fourteen lines.',
];

/** A number in [0, 1) from a seed and a step: the same run is disturbed the same way. */
export const noiseChance = (seed: number, kind: string, step: string): number =>
  createHash('sha256').update(`${seed}\0${kind}\0${step}`).digest().readUInt32BE() / 2 ** 32;

const chance = (seed: number, kind: string, { id, text }: GraphStep): number =>
  noiseChance(seed, kind, `${id}\0${text}`);

/** Steps that noise takes the place of: no more than the share of all steps, and never a source (section 5.2). */
const chosen = (graph: ReasoningGraph, kind: string, share: number, seed: number): GraphStep[] =>
  graph.steps
    .filter(({ depth }) => depth > 1)
    .sort((a, b) => chance(seed, kind, a) - chance(seed, kind, b))
    .slice(0, Math.floor(share * graph.steps.length + 1e-9));

/**
 * Mixes noise into a whole graph: replaces the words of a share of the steps, and marks a share of them whose knowledge
 * will be replaced once it is gathered.
 */
export const disturb = (graph: ReasoningGraph, { steps, knowledge, seed }: CrpOptions['noise']): ReasoningGraph => {
  const changes = new Map<string, Partial<GraphStep>>();
  for (const { id } of chosen(graph, 'knowledge', knowledge, seed)) changes.set(id, { noise: 'knowledge' });
  for (const [at, { id }] of chosen(graph, 'step', steps, seed).entries())
    changes.set(id, { noise: 'step', text: NOISE_STEPS[at % NOISE_STEPS.length]! });
  return update(graph, changes);
};
