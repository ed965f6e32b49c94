import { isParleyError } from '../../../core/errors.ts';
import { contentStems } from '../../../core/text/content-stems.ts';
import { words } from '../../../core/text/words.ts';
import { lookUp } from '../../look-up.ts';
import { runFunctions } from '../../model/run-functions.ts';
import { runTask, sampleTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { searchFor } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import { fromHit } from '../../references/from-hits.ts';
import { fromPath, fromTriples } from '../../references/from-paths.ts';
import type { Reference } from '../../references/reference.ts';
import { settleBranches } from '../../settle-branches.ts';
import type { Failure } from '../../state.ts';
import { answerFromMemory } from '../../tasks/answer-from-memory.ts';
import { chooseFunctions } from '../../tasks/choose-functions.ts';
import { isFresh } from './attributes.ts';
import { graphFunctions, readGraphCall } from './graph-functions.ts';
import type { HybridOptions } from './options.ts';
import type { CheckedCalculation, Hybrid, HybridUpdate } from './state.ts';
import { proposeCalculations } from './tasks/propose-calculations.ts';

/**
 * Retrieves passages and tables (section 4.1). Tables have their own search, so that text does not crowd them out.
 * Removes duplicate texts. A dynamic question gets fresh pages only, unless a live source answered; older pages are
 * then shown with their dates.
 */
export const retrieve = ({ passages, tables, tableCount }: HybridOptions) =>
  node<Hybrid, HybridUpdate>('retrieve', async (state, context) => {
    const { standalone, live } = state;
    const texts = await searchFor(context, standalone, passages);
    const found = tables
      ? [
          ...texts,
          ...context.references.add(
            (await lookUp(context, 'search_tables', { query: standalone, k: tableCount })).hits.map(fromHit),
          ),
        ]
      : texts.filter(({ kind }) => kind !== 'table');
    const once = [
      ...new Map(found.toReversed().map((one) => [`${one.kind} ${words(one.text).join(' ')}`, one])).values(),
    ];
    const references = once.toReversed();
    if (live.length > 0) return { references };
    const fresh = references.filter(({ updatedAt }) => isFresh(state, context.asOf, updatedAt));
    return { references: fresh };
  });

/** Runs a module that the answer can do without. If it fails, returns `fallback` and reports the failure. */
const optional = async <T>(
  context: QuestionContext,
  fallback: T,
  work: () => Promise<T>,
): Promise<[T, { failures: Failure[] }]> => {
  try {
    return [await work(), { failures: [] }];
  } catch (error) {
    context.signal.throwIfAborted();
    if (!isParleyError(error) || error.code === 'CANCELLED' || error.code === 'BUDGET_EXHAUSTED') throw error;
    context.trace({ kind: 'note', name: error.code, data: { message: error.message } });
    return [fallback, { failures: [{ node: context.node, code: error.code, message: error.message }] }];
  }
};

/**
 * The numerical calculator (section 4.3): samples propose expressions over the references' figures, and a calculator
 * evaluates them. Drops expressions that do not parse or name a source that was not shown. If the first sample proposes
 * nothing, no more are drawn.
 */
export const calculate = ({ calculator, samples }: HybridOptions) =>
  node<Hybrid, HybridUpdate>('calculate', async ({ standalone, references }, context) => {
    if (!calculator || references.length === 0) return {};
    const [calculations, rest] = await optional(context, [], async () => {
      const input = { question: standalone, references };
      const first = await runTask(context, proposeCalculations, input, { sampling: { seed: 0 } });
      if (first.output.calculations.length === 0) return [];
      const others =
        samples.calculations > 1
          ? await sampleTask(context, proposeCalculations, input, samples.calculations - 1, { sampling: { seed: 1 } })
          : [];
      const drawn = [first, ...others];
      const shownNumbers = new Set(references.map(({ n }) => n));
      const proposed = new Map(
        drawn.flatMap(({ output }) => output.calculations).map((one) => [one.expression.replace(/\s+/g, ''), one]),
      );
      const { results } = await settleBranches(
        context,
        [...proposed.values()]
          .filter(({ sources }) => sources.length > 0 && sources.every((n) => shownNumbers.has(n)))
          .map(async (proposal) => {
            try {
              const { value } = await lookUp(context, 'calculate', { expression: proposal.expression });
              return [{ ...proposal, value }];
            } catch (error) {
              // The model's expression is at fault, and no part of the search.
              if (isParleyError(error, 'BAD_INPUT')) return [];
              throw error;
            }
          }),
      );
      return results.flat();
    });
    const numbered = context.references.add(
      calculations.map(
        ({ meaning, expression, value, sources }): Reference => ({
          kind: 'calculation',
          documentId: '',
          title: meaning,
          headings: [],
          text: `${expression} = ${value} (figures from ${sources.map((n) => `[${n}]`).join(', ')})`,
        }),
      ),
    );
    const checked = calculations.map(
      ({ expression, value, sources }, at): CheckedCalculation => ({ n: numbered[at]!.n, expression, value, sources }),
    );
    return { references: numbered, calculations: checked, ...rest };
  });

/**
 * The knowledge extractor (section 4.4): adds the model's answer from memory as a reference that is shown but never
 * cited.
 */
export const remember = ({ memory }: HybridOptions) =>
  node<Hybrid, HybridUpdate>('remember', async ({ standalone, today }, context) => {
    if (!memory) return {};
    const [belief, rest] = await optional(context, '', async () => {
      const { output } = await runTask(context, answerFromMemory, { question: standalone, today });
      return output.verdict === 'answered' ? output.text : '';
    });
    if (!belief) return rest;
    const reference: Reference = {
      kind: 'memory',
      documentId: '',
      title: 'Your own memory',
      headings: [],
      text: belief,
    };
    return { references: context.references.add([reference]), ...rest };
  });

/**
 * The knowledge graph module (section 4.5): the model calls functions over the graph, and their results become
 * references.
 */
export const askGraph = ({ graph }: HybridOptions) =>
  node<Hybrid, HybridUpdate>('ask-graph', async ({ standalone }, context) => {
    if (!graph || !(await hasFactsAbout(context, standalone))) return {};
    const [found, rest] = await optional(context, [], async () => {
      const calls = await runFunctions(context, chooseFunctions, graphFunctions, (functions) => ({
        question: standalone,
        functions,
      }));
      const { results } = await settleBranches(
        context,
        calls.slice(0, 4).map((call) => runGraphCall(context, call)),
      );
      return results.flat();
    });
    return { references: context.references.add(found), ...rest };
  });

/** True if the graph, within the asker's scopes, has a fact about something named in the question. */
const hasFactsAbout = async ({ stores, scopes }: QuestionContext, question: string): Promise<boolean> => {
  const near = await stores.graph.findEntities(question, MAX_NEAR_ENTITIES, scopes);
  const questionStems = contentStems(question);
  const ids = near.flatMap(({ entity }) =>
    [...contentStems(entity.name)].some((stem) => questionStems.has(stem)) ? entity.id : [],
  );
  return ids.length > 0 && (await stores.graph.triplesOf(ids, 1, scopes)).length > 0;
};

const MAX_NEAR_ENTITIES = 8;

const runGraphCall = async (
  context: QuestionContext,
  call: { name: string; arguments: unknown },
): Promise<Reference[]> => {
  const graphCall = readGraphCall(call);
  if (!graphCall) return [];
  const linked = await lookUp(context, 'link_entities', { names: graphCall.names });
  const entities = linked.map(({ entity }) => entity.id);
  if (entities.length === 0) return [];
  if (graphCall.name === 'facts_about')
    return fromTriples(await lookUp(context, 'neighbours', { entities, limit: 40 }));
  const [from, ...to] = entities;
  if (!from || to.length === 0) return [];
  const paths = await lookUp(context, 'find_paths', { from, to, limit: 20 });
  return paths.map(fromPath);
};
