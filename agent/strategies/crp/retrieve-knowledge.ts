import { lookUp } from '../../look-up.ts';
import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import type { QuestionContext } from '../../question-context.ts';
import { fromHit } from '../../references/from-hits.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { settleBranches } from '../../settle-branches.ts';
import { affordableSteps } from './call-plan.ts';
import type { CrpOptions } from './options.ts';
import { splitByReading, stepsToGather, sufficientAncestors } from './readings.ts';
import { type GraphStep, layer, type ReasoningGraph, update } from './reasoning-graph.ts';
import type { Crp, CrpUpdate } from './state.ts';
import { aggregateKnowledge } from './tasks/aggregate-knowledge.ts';

/** Knowledge retrieved for a query. */
interface Gathered {
  references: NumberedReference[];
  facts: readonly string[];
  passageIds: readonly string[];
}

/**
 * KRA for one layer (CRP-RAG section 3.3): retrieves the top k documents of each step and aggregates them into k_v.
 * Layers go from the sources down, so that a query contains the answers of the steps above and their passages seed its
 * search. Skips steps that no sufficient step leads to, because no path can use them. Steps with the same query share
 * the result.
 */
export const retrieveKnowledge = (options: CrpOptions) =>
  node<Crp, CrpUpdate>('retrieve', async ({ graph: grown, depth }, context) => {
    const graph = layer(grown, depth).some(({ query }) => query !== undefined) ? grown : splitByReading(grown, depth);
    const found = new Map<string, Promise<Gathered>>();
    for (const { query, facts, passageIds } of graph.steps)
      if (query && facts && passageIds) found.set(query, Promise.resolve({ references: [], facts, passageIds }));
    const wanted = stepsToGather(graph, depth, !options.evaluation);
    // Those that may end a path come first.
    const steps = wanted
      .toSorted((a, b) => Number(b.final) - Number(a.final))
      .slice(0, affordableSteps(context, graph, options));
    const { results, failures, exhausted } = await settleBranches(
      context,
      steps.map((step) => {
        const { query = step.text } = step;
        const gathering = found.get(query) ?? gather(graph, step, query, context, options);
        found.set(query, gathering);
        return gathering.then((gathered) => [step, gathered] as const);
      }),
    );
    const changes = new Map<string, Partial<GraphStep>>(steps.map(({ id }) => [id, { facts: [] }]));
    for (const [{ id }, { facts, passageIds }] of results) changes.set(id, { facts, passageIds });
    return {
      graph: update(graph, changes),
      references: results.flatMap(([, { references }]) => references),
      failures,
      exhausted: exhausted || steps.length < wanted.length,
    };
  });

/** A prompt shows each fact on one line, so a heading in a raw passage becomes a sentence. */
const withoutHeadings = (text: string): string => text.replace(/^#+\s+(.*?)[.:]?\s*$/gm, '$1.');

const gather = async (
  graph: ReasoningGraph,
  step: GraphStep,
  query: string,
  context: QuestionContext,
  options: CrpOptions,
): Promise<Gathered> => {
  const passageIds = sufficientAncestors(graph, step)
    .flatMap((above) => above.passageIds ?? [])
    .slice(-2 * options.k);
  const seeds = passageIds.length > 0 ? { seeds: { passageIds } } : {};
  const seen = new Set<string>();
  const references: NumberedReference[] = [];
  let facts: string[] = [];
  // If the first k documents say nothing about the step, also reads those that the entity graph finds.
  for (const look of ['search_passages', 'query_graph'] as const) {
    const { hits } =
      look === 'search_passages'
        ? await lookUp(context, look, { query, k: options.k, ...seeds })
        : await lookUp(context, look, { query, k: 3 * options.k });
    const fresh = hits.filter((hit) => !seen.has(hit.passageId));
    if (fresh.length === 0) continue;
    for (const hit of fresh) seen.add(hit.passageId);
    const numbered = context.references.add(fresh.map(fromHit));
    references.push(...numbered);
    facts = options.aggregation
      ? (
          await runTask(
            context,
            aggregateKnowledge,
            { step: query, references: numbered },
            { unreadable: { facts: [] } },
          )
        ).output.facts
      : numbered.map(({ n, title, text }) => `${title}: ${withoutHeadings(text)} [${n}]`);
    facts = facts.filter((fact) => fact.trim() !== '');
    if (facts.length > 0) break;
  }
  return { references, facts, passageIds: [...seen] };
};
