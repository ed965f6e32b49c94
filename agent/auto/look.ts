import { Send } from '@langchain/langgraph';
import { asParleyError } from '../../core/errors.ts';
import { lookUp } from '../look-up.ts';
import { node } from '../node.ts';
import { fuse, searchFor, searchGraphFor } from '../nodes/search.ts';
import { fromHit } from '../references/from-hits.ts';
import { asksToCount, otherWays } from './queries.ts';
import type { Auto } from './state.ts';

/** Sources that one query adds. */
const A_QUERY = 5;

/** One branch a query, all at once. */
export const toLooks = (state: Auto): Send[] =>
  state.queries.map((query) => new Send('look', { ...state, queries: [query] }));

/** Notes what is about to be asked, so that no later round asks it again. */
export const gather = node('gather', ({ queries }: Auto, context) => {
  context.emit({ type: 'status', text: `Searching for ${queries.map((query) => `“${query}”`).join(', ')}` });
  return { tried: queries, effort: 'gather' as const };
});

/** Looks for the question in other ways, without asking a model for them. */
export const widen = node('widen', ({ standalone }: Auto) => ({
  queries: otherWays(standalone),
  effort: 'widen' as const,
}));

/**
 * Searches for one query: passages, the graph where it names things that the graph knows, tables where it counts. A branch
 * that fails leaves its siblings alone.
 */
export const look = node('look', async ({ queries, shown }: Auto, context) => {
  const query = queries[0]!;
  const known = { passageIds: shown.flatMap(({ passageId }) => passageId ?? []) };
  const searches = [
    searchFor(context, query, A_QUERY, known),
    searchGraphFor(context, query, A_QUERY),
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
  const references = fuse(
    settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    A_QUERY,
  );
  return { found: [{ query, references }], references, failures };
});
