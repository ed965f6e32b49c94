import { EVERYONE, type Scope } from '../../../core/document.ts';
import type { DocumentChange } from '../../../stores/index.ts';
import { type Fact, toKnowledge } from '../fact.ts';

/** A document that states facts for the graph, and has no text. @param follows the document with whose scopes its own change */
export const statedFacts = (
  id: string,
  facts: readonly Fact[],
  { scopes = [EVERYONE], follows }: { scopes?: Scope[]; follows?: string } = {},
): DocumentChange => ({
  document: {
    id,
    sourceId: id,
    title: id,
    text: '',
    scopes,
    fetchedAt: '',
    contentHash: id,
    ...(follows !== undefined && { follows: { documentId: follows, scopes } }),
  },
  passages: [],
  tables: [],
  knowledge: toKnowledge(id, scopes, facts),
});
