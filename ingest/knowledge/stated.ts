import type { Scope, Source } from '../../core/document.ts';
import { type DocumentChange, type DocumentKnowledge, FACTS_FORMAT } from '../../stores/index.ts';
import type { TriplesItem } from '../inputs/item.ts';
import { toKnowledge } from './fact.ts';

/**
 * Ready-made triples as the knowledge of a document without passages, so that they are forgotten, moved and synced like pages.
 * Triples about another document are visible only to people who may see both.
 */
export const statedKnowledge = (
  item: TriplesItem,
  at: { source: Source; hash: string; scopes: Scope[]; fetchedAt: string },
): DocumentChange & { knowledge: DocumentKnowledge } => {
  const knowledge = toKnowledge(
    item.id,
    at.scopes,
    item.rows.map((row) => ({ ...row, passageIds: [] })),
  );
  return {
    document: {
      id: item.id,
      sourceId: at.source.id,
      title: item.title,
      text: '',
      scopes: at.scopes,
      ...(item.about !== undefined && { follows: { documentId: item.about, scopes: at.scopes } }),
      fetchedAt: at.fetchedAt,
      contentHash: at.hash,
      metadata: { triples: knowledge.triples.length, factsFormat: FACTS_FORMAT },
    },
    passages: [],
    tables: [],
    knowledge,
  };
};
