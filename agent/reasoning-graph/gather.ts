import { survivors } from '../branches.ts';
import type { NodeContext } from '../context.ts';
import { lookUp } from '../look-up.ts';
import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import { fromHit } from '../references/from-hits.ts';
import type { NumberedReference } from '../references/reference.ts';
import { aggregateKnowledge } from '../tasks/aggregate-knowledge.ts';
import { chainTo } from './expand.ts';
import { disturbKnowledge } from './noise.ts';
import type { CrpOptions } from './options.ts';
import { type GraphStep, layer, type ReasoningGraph, resolve, update } from './reasoning-graph.ts';
import type { Crp, CrpUpdate } from './state.ts';

/**
 * KRA for one layer (CRP-RAG section 3.3): top-k documents for each step, then their aggregation into k_v. Layers are
 * taken from the sources down, so that what a step above was judged to answer stands in the query ("the answer to step 1")
 * and the passages that it was found in are where the search goes on. Steps that no sufficient step leads to are left:
 * no path can run through them.
 */
export const gatherKnowledge = (options: CrpOptions) =>
  node<Crp, CrpUpdate>('gather', async ({ graph, depth }, context) => {
    const reachable = layer(graph, depth).filter((step) => !options.evaluation || isReachable(graph, step));
    const { results: found, ...rest } = await survivors(
      context,
      reachable.map((step) => gather(graph, step, context, options)),
    );
    const references = found.flatMap((one) => one.references);
    const changes = new Map(found.map(({ id, facts, passageIds }) => [id, { facts, passageIds }]));
    return { graph: disturbKnowledge(update(graph, changes), depth, options.noise), references, ...rest };
  });

const isReachable = (graph: ReasoningGraph, { parents }: GraphStep): boolean =>
  parents.length === 0 || graph.steps.some(({ id, sufficiency }) => parents.includes(id) && sufficiency?.sufficient);

/** A step's words with what the steps above it were judged to answer. */
export const resolved = (graph: ReasoningGraph, step: GraphStep): string =>
  resolve(
    step.text,
    sufficientChain(graph, step).map(({ sufficiency }) => sufficiency?.answer),
  );

/** The way down to a step through sufficient steps where there is one. */
export const sufficientChain = (graph: ReasoningGraph, step: GraphStep): GraphStep[] => {
  const parents = graph.steps.filter(({ id }) => step.parents.includes(id));
  const best = parents.find(({ sufficiency }) => sufficiency?.sufficient) ?? parents[0];
  return best ? [...sufficientChain(graph, best), step] : chainTo(graph, step);
};

const gather = async (graph: ReasoningGraph, step: GraphStep, context: NodeContext, options: CrpOptions) => {
  const query = resolved(graph, step);
  const above = sufficientChain(graph, step).slice(0, -1);
  const passageIds = above.flatMap((one) => one.passageIds ?? []).slice(-2 * options.k);
  const known = passageIds.length > 0 ? { known: { passageIds } } : {};
  const id = step.id;
  const seen = new Set<string>();
  const references: NumberedReference[] = [];
  let facts: string[] = [];
  // Where the first k documents hold nothing that bears on the step, those that the graph of names leads to are read.
  for (const look of ['search_passages', 'query_graph'] as const) {
    const { hits } =
      look === 'search_passages'
        ? await lookUp(context, look, { query, k: options.k, ...known })
        : await lookUp(context, look, { query, k: 3 * options.k });
    const fresh = hits.filter((hit) => !seen.has(hit.passageId));
    if (fresh.length === 0) continue;
    for (const hit of fresh) seen.add(hit.passageId);
    const shown = context.references.add(fresh.map(fromHit));
    references.push(...shown);
    facts = options.aggregation
      ? (await runTask(context, aggregateKnowledge, { step: query, references: shown })).output.facts
      : shown.map(({ n, title, text }) => `${title}: ${text} [${n}]`);
    facts = facts.filter((fact) => fact.trim() !== '');
    if (facts.length > 0) break;
  }
  return { id, references, facts, passageIds: [...seen] };
};
