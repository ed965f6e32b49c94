import { survivors } from '../branches.ts';
import type { NodeContext } from '../context.ts';
import { runTask, sampleTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import { mergeSteps } from '../tasks/merge-steps.ts';
import { nextSteps } from '../tasks/next-steps.ts';
import { similarityOf } from './alike.ts';
import { drawGraph } from './draw-graph.ts';
import type { CrpOptions } from './options.ts';
import {
  addLayer,
  deepest,
  fuse,
  type GraphStep,
  layer,
  openSinks,
  type ProposedStep,
  type ReasoningGraph,
} from './reasoning-graph.ts';
import type { Crp, CrpUpdate } from './state.ts';

/**
 * GC, one iteration (CRP-RAG section 3.2): several next steps are sampled below every sink that is not final, then alike
 * new ones are fused, the fused step inheriting the edges of both.
 */
export const expandGraph = (options: CrpOptions) =>
  node<Crp, CrpUpdate>('expand', async ({ graph, standalone }, context) => {
    const sinks = deepest(graph) === 0 ? [undefined] : openSinks(graph);
    const samples = options.structure === 'chain' ? 1 : samplesFor(sinks.length, options);
    const sampling = sinks.map(async (sink): Promise<ProposedStep[]> => {
      const path = sink ? chainTo(graph, sink).map(({ text }) => text) : [];
      const drawn = await sampleTask(context, nextSteps, { question: standalone, path }, samples);
      return drawn.flatMap(({ output }) => {
        const text = output.step.trim();
        return text ? [{ text, final: output.final, parent: sink?.id }] : [];
      });
    });
    const { results: proposed, failures, exhausted } = await survivors(context, sampling);
    const width = options.structure === 'chain' ? 1 : options.width;
    let grown = addLayer(graph, proposed.flat(), width);
    if (options.structure === 'graph') grown = await mergeLayer(grown, standalone, context);
    context.trace({ kind: 'state', name: 'reasoning-graph', data: drawGraph(grown) });
    return { graph: grown, failures, exhausted };
  });

/** Draws below one of several sinks: where there are many, two rounds of samples over all of them do. */
const samplesFor = (sinks: number, { samples }: CrpOptions): number =>
  Math.min(samples, Math.ceil((2 * samples) / sinks));

/** One path from a source to the step: the first parent each time. */
export const chainTo = (graph: ReasoningGraph, step: GraphStep): GraphStep[] => {
  const parent = graph.steps.find(({ id }) => id === step.parents[0]);
  return parent ? [...chainTo(graph, parent), step] : [step];
};

/** Fuses the alike pairs of the newest layer, most alike first; a step that was fused is not compared again. */
const mergeLayer = async (graph: ReasoningGraph, question: string, context: NodeContext): Promise<ReasoningGraph> => {
  const steps = layer(graph, deepest(graph));
  if (steps.length < 2) return graph;
  const similarity = await similarityOf(
    steps.map(({ text }) => text),
    context,
  );
  const pairs = steps
    .flatMap((first, a) =>
      steps.slice(a + 1).map((second, i) => ({ first, second, alike: similarity.of(a, a + 1 + i) })),
    )
    .filter(({ first, second, alike }) => first.final === second.final && alike > similarity.threshold)
    .sort((a, b) => b.alike - a.alike);
  const taken = new Set<string>();
  const chosen = pairs.filter(({ first, second }) => {
    if (taken.has(first.id) || taken.has(second.id)) return false;
    taken.add(first.id).add(second.id);
    return true;
  });
  const texts = await Promise.all(
    chosen.map(async ({ first, second }) => {
      const { output } = await runTask(context, mergeSteps, { question, first: first.text, second: second.text });
      return output.step.trim() || first.text;
    }),
  );
  context.trace({
    kind: 'note',
    name: 'merged',
    data: { by: similarity.by, pairs: chosen.map(({ first, second }, at) => [first.id, second.id, texts[at]]) },
  });
  return chosen.reduce((merged, { first, second }, at) => fuse(merged, first.id, second.id, texts[at]!), graph);
};

/** True while some sink is not final and the graph may still grow. */
export const mayGrow =
  ({ depth }: CrpOptions) =>
  ({ graph, exhausted }: Crp): boolean =>
    !exhausted && openSinks(graph).length > 0 && deepest(graph) < depth;
