import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import type { QuestionContext } from '../../question-context.ts';
import { settleBranches } from '../../settle-branches.ts';
import { mayGrow } from './call-plan.ts';
import { drawGraph } from './draw-graph.ts';
import type { CrpOptions } from './options.ts';
import { pathToStep } from './readings.ts';
import {
  addLayer,
  fuse,
  type GraphStep,
  layer,
  maxDepth,
  openSinks,
  type ProposedStep,
  type ReasoningGraph,
  refersToEarlierAnswer,
  update,
} from './reasoning-graph.ts';
import { similarityOf } from './similarity.ts';
import type { Crp, CrpUpdate } from './state.ts';
import { mergeSteps } from './tasks/merge-steps.ts';
import { nextSteps } from './tasks/next-steps.ts';

/**
 * One iteration of GC (CRP-RAG section 3.2): samples next steps below every sink that is not final, then fuses similar
 * new steps. A fused step inherits the edges of both. Similar sinks that were not fused are expanded together, and the
 * new steps follow all of them.
 */
export const expandGraph = (options: CrpOptions) =>
  node<Crp, CrpUpdate>('expand', async ({ graph, standalone }, context) => {
    const places = maxDepth(graph) === 0 ? [[]] : similarSinkGroups(graph);
    const ways = options.structure === 'chain' ? 1 : options.samples;
    const sampling = places.map(async (sinks): Promise<ProposedStep[]> => {
      const path = sinks[0] ? pathToStep(graph, sinks[0].id).map(({ text }) => text) : [];
      const { output } = await runTask(context, nextSteps, { question: standalone, path, ways });
      const parents = sinks.map(({ id }) => id);
      return output.steps.slice(0, ways).flatMap(({ step, final, sameAs }) => {
        const text = step.trim();
        const other = options.structure === 'graph' ? output.steps[sameAs - 1]?.step.trim() : undefined;
        return text ? [{ text, final, parents, ...(other && other !== text ? { sameAs: other } : {}) }] : [];
      });
    });
    const { results: proposed, failures, exhausted } = await settleBranches(context, sampling);
    const width = options.structure === 'chain' ? 1 : options.width;
    let grown = addLayer(graph, interleave(proposed), { width, tree: options.structure === 'tree' });
    if (options.structure === 'graph') grown = await mergeLayer(grown, standalone, context, options);
    context.trace({ kind: 'state', name: 'reasoning-graph', data: drawGraph(grown) });
    return { graph: grown, failures, exhausted, isFull: !mayGrow(context.meter) };
  });

/** Interleaves the lists, so that a layer of limited width takes steps from each. */
const interleave = <T>(lists: readonly (readonly T[])[]): T[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
};

/** Sinks that are not final, similar ones grouped. */
const similarSinkGroups = (graph: ReasoningGraph): GraphStep[][] => {
  const places = new Map<string, GraphStep[]>();
  for (const sink of openSinks(graph)) {
    const place = sink.alike ?? sink.id;
    places.set(place, [...(places.get(place) ?? []), sink]);
  }
  return [...places.values()];
};

/**
 * Fuses similar pairs of the newest layer, most similar first, while more than `spare` steps are left. A fused step is
 * not compared again. Two that the call finds to ask different things stay apart: of 147 pairs above the encoder's
 * threshold a reader found 60 to do so.
 */
const mergeLayer = async (
  graph: ReasoningGraph,
  question: string,
  context: QuestionContext,
  { spare }: CrpOptions,
): Promise<ReasoningGraph> => {
  const depth = maxDepth(graph);
  const steps = layer(graph, depth);
  if (steps.length < 2) return graph;
  const similarity = await similarityOf(
    steps.map(({ text }) => text),
    context,
  );
  const pairs = steps
    .flatMap((first, a) =>
      steps.slice(a + 1).map((second, i) => ({ first, second, alike: similarity.of(a, a + 1 + i) })),
    )
    .filter(({ first, second, alike }) => alike > similarity.threshold && canMerge(first, second))
    .sort((a, b) => b.alike - a.alike);
  const answersAtOnce = depth === 1 && steps.every(({ final }) => final);
  const maxMerges = answersAtOnce ? steps.length - 1 : Math.max(0, steps.length - spare);
  const fusedIds = new Set<string>();
  const chosen = pairs
    .filter(({ first, second }) => {
      if (fusedIds.has(first.id) || fusedIds.has(second.id)) return false;
      fusedIds.add(first.id).add(second.id);
      return true;
    })
    .slice(0, maxMerges);
  const texts = await Promise.all(
    chosen.map(async ({ first, second }) => {
      const input = { question, first: first.text, second: second.text };
      const { output } = await runTask(context, mergeSteps, input, { unreadable: { step: first.text } });
      return output.step.trim();
    }),
  );
  const isApart = new Set(chosen.filter((_, at) => texts[at] === ''));
  context.trace({
    kind: 'note',
    name: 'merged',
    data: { by: similarity.by, pairs: chosen.map(({ first, second }, at) => [first.id, second.id, texts[at]]) },
  });
  const fused = chosen.reduce((merged, { first, second }, at) => {
    const text = texts[at];
    return text ? fuse(merged, first.id, second.id, text) : merged;
  }, graph);
  return markSimilar(
    fused,
    pairs.filter((pair) => !isApart.has(pair)),
  );
};

/**
 * False if one step is final and the other is not, or if they refer to an earlier answer below different parents and so
 * ask different things.
 */
const canMerge = (first: GraphStep, second: GraphStep): boolean =>
  first.final === second.final &&
  (!(refersToEarlierAnswer(first.text) || refersToEarlierAnswer(second.text)) ||
    first.parents.some((parent) => second.parents.includes(parent)));

/** Marks similar steps that were not fused and share a parent. */
const markSimilar = (
  graph: ReasoningGraph,
  pairs: readonly { first: GraphStep; second: GraphStep }[],
): ReasoningGraph => {
  const beside = new Map<string, { alike: string }>();
  const byId = new Map(graph.steps.map((step) => [step.id, step]));
  for (const { first, second } of pairs) {
    const [a, b] = [byId.get(first.id), byId.get(second.id)];
    if (!a || !b || b.alike || a.alike === b.id || beside.has(second.id)) continue;
    const sameWay = a.parents.length === 0 || a.parents.some((parent) => b.parents.includes(parent));
    if (sameWay) beside.set(second.id, { alike: beside.get(first.id)?.alike ?? a.alike ?? first.id });
  }
  return update(graph, beside);
};

/** True while a sink above the maximum depth is open and construction has not used up its calls. */
export const canGrow =
  ({ depth }: CrpOptions) =>
  ({ graph, exhausted, isFull }: Crp): boolean =>
    !exhausted && !isFull && openSinks(graph).length > 0 && maxDepth(graph) < depth;
