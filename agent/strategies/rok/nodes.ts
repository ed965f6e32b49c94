import type { Drawing } from '../../../core/drawing.ts';
import type { KnowledgePath } from '../../../core/knowledge.ts';
import { tripleText } from '../../../tools/index.ts';
import { lookUp } from '../../look-up.ts';
import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { PASSAGES, searchFor, union } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import { fromPassage } from '../../references/from-hits.ts';
import { fromPath, fromTriple } from '../../references/from-paths.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { neighbourBranches, rankNeighbours } from './branches.ts';
import { mainPaths } from './main-paths.ts';
import type { RokOptions } from './options.ts';
import { selectPaths } from './select-paths.ts';
import type { Rok, RokUpdate } from './state.ts';
import { passagesStating } from './stating-passages.ts';
import { extendQuestion } from './tasks/extend-question.ts';
import { pruneTriples } from './tasks/prune-triples.ts';

/**
 * RoK section 4.1: a chain of thought extends the question, and the key entities of both are extracted. The chain
 * matters only for its entities, not for its answer. One structured call does both, so that a passage search still fits
 * within four calls.
 */
export const extendAndName = node<Rok, RokUpdate>('extend', async ({ standalone }, context) => {
  const unreadable = { thinking: '', entities: [] };
  const { output } = await runTask(context, extendQuestion, { question: standalone }, { unreadable });
  return { names: output.entities };
});

/** Links the names to entities of the graph. Traces if there are none; the route then leads to passages. */
export const linkNames = ({ candidates }: RokOptions) =>
  node<Rok, RokUpdate>('link', async ({ names }, context) => {
    if (names.length === 0) return { linked: [] };
    const found = await lookUp(context, 'link_entities', { names });
    const linked = [...new Map(found.map((link) => [link.entity.id, link])).values()].slice(0, candidates);
    if (linked.length === 0) context.trace({ kind: 'note', name: 'no-entity-linked', data: { names } });
    return { linked };
  });

/** Finds main paths between the linked entities and selects the best. */
export const walkMainPaths = ({ maxHops, topPaths }: RokOptions) =>
  node<Rok, RokUpdate>('main-paths', async ({ linked }, context) => {
    const candidates = linked.map(({ entity }) => entity.id);
    const all = await mainPaths(candidates, (from, to) =>
      lookUp(context, 'find_paths', { from, to: [...to], maxHops, limit: 500 }),
    );
    const { paths, rank } = selectPaths(all, new Set(candidates), topPaths);
    context.trace({ kind: 'state', name: 'knowledge-paths', data: drawPaths(paths) });
    return { paths, rank };
  });

/**
 * Collects the first-order neighbours of the key entities and of the best-ranked entities next to them (the paper uses
 * those on the main paths). One call then selects the relevant triples.
 */
export const growBranches = (options: RokOptions) =>
  node<Rok, RokUpdate>('neighbour-branches', async ({ linked, paths, rank, standalone }, context) => {
    const keys = linked.map(({ entity }) => entity.id);
    const limit = options.neighbours;
    const first = await lookUp(context, 'neighbours', { entities: keys, limit });
    const next = rankNeighbours(first, new Set(keys), rank).slice(0, options.maxNeighbourEntities);
    const second = next.length > 0 ? await lookUp(context, 'neighbours', { entities: next, limit }) : [];
    const branches = neighbourBranches([...first, ...second], new Set(keys), paths).slice(
      0,
      options.maxTriplesInPrompt,
    );
    if (branches.length === 0) return { branches: [] };
    const input = { question: standalone, triples: branches.map(tripleText) };
    const unreadable = { relevant: branches.map((_, at) => at + 1) };
    const { output } = await runTask(context, pruneTriples, input, { unreadable });
    const chosen = new Set(output.relevant);
    return { branches: branches.filter((_, at) => chosen.has(at + 1)) };
  });

/** Adds paths and branches as numbered references that an answer can cite. */
export const referToKnowledge = node<Rok, RokUpdate>('refer', ({ paths, branches }, context) => ({
  references: context.references.add([...paths.map(fromPath), ...branches.map(fromTriple)]),
}));

/**
 * The fallback (RoK section 4.1): searches passages with the question and the linked entities. First come the passages that
 * state the triples found relevant: a triple names two ends of what happened, and its passage says when, where and how much.
 */
export const fallBackToPassages = node<Rok, RokUpdate>('search', async (state, context) => {
  const { standalone, linked, written } = state;
  if (written) {
    context.trace({ kind: 'note', name: 'graph-insufficient', data: { linked: linked.map(({ name }) => name) } });
  }
  const seeds = linked.length > 0 ? { entities: linked.map(({ entity }) => entity.id) } : undefined;
  const [stating, found] = await Promise.all([
    passagesOfTriples(state, context),
    searchFor(context, standalone, PASSAGES, seeds),
  ]);
  return { references: union(stating, found).slice(0, PASSAGES), searched: true };
});

/** Maximum passages that state triples, and triples for which they are looked up. */
const MAX_STATING = 4;
const MAX_LOOKED_UP = 16;

/** The passages behind the pruned triples and then the main paths, each once. */
const passagesOfTriples = async ({ branches, paths }: Rok, context: QuestionContext): Promise<NumberedReference[]> => {
  const edges = [...branches, ...paths.flatMap(({ steps }) => steps.map(({ triple }) => triple))];
  const passages = await passagesStating(edges.slice(0, MAX_LOOKED_UP), context);
  const unique = new Map(passages.flatMap((passage) => (passage ? [[passage.id, passage] as const] : [])));
  return context.references.add([...unique.values()].slice(0, MAX_STATING).map(fromPassage));
};

const drawPaths = (paths: readonly KnowledgePath[]): Drawing => ({
  drawing: 'paths',
  paths: paths.map(({ nodes, steps, score }) => ({
    nodes,
    steps: steps.map(({ triple, forward }) => ({ predicate: triple.predicate, forward })),
    ...(score === undefined ? {} : { score }),
    chosen: true,
  })),
});
