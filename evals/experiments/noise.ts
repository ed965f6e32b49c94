import { createHash } from 'node:crypto';
import { isQuestionContext } from '../../agent/question-context.ts';
import type { createAuto } from '../../agent/strategies/auto/graph.ts';
import type { createCrp } from '../../agent/strategies/crp/graph.ts';
import { type GraphStep, type ReasoningGraph, update } from '../../agent/strategies/crp/reasoning-graph.ts';

/** How much noise is mixed in; the seed makes the same run disturbed in the same way. */
export interface Noise {
  /** Share of reasoning steps (for `auto`: chance of a search) replaced by those of unrelated tasks. */
  steps: number;
  /** Share whose knowledge is replaced by unrelated facts. */
  knowledge: number;
  seed: number;
}
export const NO_NOISE: Noise = { steps: 0, knowledge: 0, seed: 0 };

/** Steps and facts of unrelated tasks, as CRP-RAG section 5.2 mixes in. */
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

/** A number in [0, 1) from a seed and a text. */
const chanceOf = (seed: number, kind: string, text: string): number =>
  createHash('sha256').update(`${seed}\0${kind}\0${text}`).digest().readUInt32BE() / 2 ** 32;

/** Steps that noise replaces: no more than the share of all steps, and never a source (CRP-RAG section 5.2). */
const chosenSteps = ({ steps }: ReasoningGraph, kind: string, share: number, seed: number): GraphStep[] => {
  const chance = ({ id, text }: GraphStep) => chanceOf(seed, kind, `${id}\0${text}`);
  return steps
    .filter(({ depth }) => depth > 1)
    .sort((a, b) => chance(a) - chance(b))
    .slice(0, Math.floor(share * steps.length + 1e-9));
};

/** A step whose knowledge is replaced once it is retrieved; copies of a step keep the mark. */
type MarkedStep = GraphStep & { noisyKnowledge?: true };

/** Replaces the text of a share of the steps, and marks a share of them whose knowledge is to be replaced. */
export const disturbGraph = (graph: ReasoningGraph, { steps, knowledge, seed }: Noise): ReasoningGraph => {
  const changes = new Map<string, Partial<MarkedStep>>();
  for (const { id } of chosenSteps(graph, 'knowledge', knowledge, seed)) changes.set(id, { noisyKnowledge: true });
  for (const [at, { id }] of chosenSteps(graph, 'step', steps, seed).entries())
    changes.set(id, { text: NOISE_STEPS[at % NOISE_STEPS.length] ?? '' });
  return update(graph, changes);
};

/** Gives the marked steps unrelated facts. Without passages these are not shared with a step that asks the same. */
const disturbKnowledge = (graph: ReasoningGraph): ReasoningGraph =>
  update(
    graph,
    new Map(
      (graph.steps as readonly MarkedStep[])
        .filter(({ noisyKnowledge, facts }) => noisyKnowledge && facts !== undefined)
        .map(({ id }) => [id, { facts: NOISE_FACTS, passageIds: undefined }]),
    ),
  );

/** CRP-RAG with noise in the finished graph and in the knowledge of its steps (section 5.2, figure 3). */
export const crpNoise = (noise: Noise): CrpReplacements => ({
  retrieve: (own) => async (state, runtime) => {
    const isFirst = state.graph.steps.every(({ facts }) => facts === undefined);
    const found = await own(isFirst ? { ...state, graph: disturbGraph(state.graph, noise) } : state, runtime);
    return found.graph && 'steps' in found.graph ? { ...found, graph: disturbKnowledge(found.graph) } : found;
  },
});
type CrpReplacements = NonNullable<Parameters<typeof createCrp>[1]>;

/**
 * `auto` with the same noise: a search after the first is replaced by that of an unrelated task, or what it finds by
 * unrelated facts. The same search of the same round always fares alike.
 */
export const autoNoise = ({ steps, knowledge, seed }: Noise): AutoReplacements => ({
  'search-query': (own) => async (state, runtime) => {
    const [asked = ''] = state.queries;
    const chance = chanceOf(seed, 'step', `${state.rounds}\0${asked}`);
    const query = chance < steps ? (NOISE_STEPS[Math.floor((chance / steps) * NOISE_STEPS.length)] ?? asked) : asked;
    const update = await own({ ...state, queries: [query] }, runtime);
    if (chanceOf(seed, 'knowledge', `${state.rounds}\0${query}`) >= knowledge) return update;
    if (!isQuestionContext(runtime.context)) return update;
    const references = runtime.context.references.add(
      NOISE_FACTS.map((text, at) => ({
        kind: 'passage',
        documentId: `noise-${at}`,
        title: 'Notes',
        headings: [],
        text,
      })),
    );
    return { ...update, found: [{ query: 'notes', names: [], references, mentions: [], news: true }] };
  },
});
type AutoReplacements = NonNullable<Parameters<typeof createAuto>[0]>;
