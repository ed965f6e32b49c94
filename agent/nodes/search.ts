import type { NodeContext } from '../context.ts';
import { lookUp } from '../look-up.ts';
import { node } from '../node.ts';
import { fromHit } from '../references/from-hits.ts';
import type { NumberedReference } from '../references/reference.ts';

/** Passages that one answering prompt shows. */
export const PASSAGES = 10;

/** Searches for a query through the tool; what it finds gets its numbers. */
export const searchFor = async (
  context: NodeContext,
  query: string,
  k = PASSAGES,
  known?: { entities?: string[]; passageIds?: string[] },
): Promise<NumberedReference[]> => {
  const { hits, notice } = await lookUp(context, 'search_passages', { query, k, known });
  if (notice) context.trace({ kind: 'note', name: 'search-notice', data: { notice } });
  return context.references.add(hits.map(fromHit));
};

/** One search for the whole question. */
export const searchQuestion = node('search', async ({ standalone }, context) => ({
  references: await searchFor(context, standalone),
}));
