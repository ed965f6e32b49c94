import { Send } from '@langchain/langgraph';
import { asParleyError } from '../../core/errors.ts';
import { words } from '../../core/text/words.ts';
import { namesIn } from '../../retrieval/index.ts';
import { lookUp } from '../look-up.ts';
import { node } from '../node.ts';
import { fuse, searchFor, searchGraphFor, union } from '../nodes/search.ts';
import { contentStems, shareIn } from '../references/content-stems.ts';
import { fromHit } from '../references/from-hits.ts';
import type { NumberedReference } from '../references/reference.ts';
import { asksToCount, otherWays } from './queries.ts';
import type { Auto } from './state.ts';

/** Sources that one query adds, how many of them may have been shown before, and how deep it searches for new ones. */
const A_QUERY = 4;
const OVERLOOKED = 2;
const DEPTH = 15;

/** One branch a query, all at once. */
export const toLooks = (state: Auto): Send[] =>
  state.queries.map((query) => new Send('look', { ...state, queries: [query] }));

/** Notes what is about to be asked, so that no later round asks it again. */
export const gather = node('gather', ({ queries }: Auto) => ({ tried: queries, effort: 'gather' as const }));

/** Looks for the question in other ways, without asking a model for them. */
export const widen = node('widen', ({ standalone }: Auto) => ({
  queries: otherWays(standalone),
  effort: 'widen' as const,
}));

/**
 * Searches for one query: passages, the graph of what it names, tables where it counts. What was shown before gives way to
 * what was not, but for the best: a link may stand in a passage that was overlooked. A branch that fails leaves its
 * siblings alone.
 */
export const look = node('look', async ({ queries, shown }: Auto, context) => {
  const query = queries[0]!;
  const searches = [
    searchFor(context, query, DEPTH),
    searchGraphFor(context, query, DEPTH),
    asksToCount(query)
      ? lookUp(context, 'search_tables', { query, k: 2 }).then(({ hits }) => context.references.add(hits.map(fromHit)))
      : [],
  ];
  const settled = await Promise.allSettled(searches);
  context.signal.throwIfAborted();
  const failures = settled.flatMap((one) => {
    if (one.status === 'fulfilled') return [];
    const { code, message } = asParleyError(one.reason);
    return [{ node: 'look', code, message }];
  });
  const [passages = [], graph = [], tables = []] = settled.map((one) => (one.status === 'fulfilled' ? one.value : []));
  const seen = new Set(shown.map(({ n }) => n));
  const ranked = byName(query, fuse([passages, graph, tables], 3 * DEPTH));
  const unseen = ranked.filter(({ n }) => !seen.has(n));
  const references = union(ranked.slice(0, OVERLOOKED), unseen).slice(0, A_QUERY);
  return { found: [{ query, references }], references, failures };
});

/**
 * Sources that hold a whole name of the query come first: words of two names that stand apart in a page make it no page
 * on either. Otherwise the order stays.
 */
const byName = (query: string, references: readonly NumberedReference[]): NumberedReference[] => {
  const names = namesIn(query).map(({ key }) => key);
  if (names.length === 0) return [...references];
  const asked = contentStems(query);
  const scored = references.map((reference, rank) => {
    const text = `${reference.title} ${reference.text}`;
    const run = ` ${words(text).join(' ')} `;
    const named = names.filter((name) => run.includes(` ${name} `)).length / names.length;
    return { reference, score: named + 0.5 * shareIn(asked, contentStems(text)) + 0.3 / (1 + rank) };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ reference }) => reference);
};
