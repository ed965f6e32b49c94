import type { DocumentKnowledge } from '../../stores/index.ts';

/** Merges two sets of a document's knowledge. Equal entities and triples become one, with all passages that state them. */
export const mergeKnowledge = (first: DocumentKnowledge | undefined, second: DocumentKnowledge): DocumentKnowledge => {
  if (!first) return second;
  const entities = new Map(first.entities.map((entity) => [entity.id, entity]));
  for (const entity of second.entities) if (!entities.has(entity.id)) entities.set(entity.id, entity);
  const triples = new Map(first.triples.map((triple) => [triple.id, triple]));
  for (const triple of second.triples) {
    const known = triples.get(triple.id);
    triples.set(
      triple.id,
      known ? { ...known, passageIds: [...new Set([...known.passageIds, ...triple.passageIds])] } : triple,
    );
  }
  return {
    documentId: first.documentId,
    scopes: first.scopes,
    entities: [...entities.values()],
    mentions: [...first.mentions, ...second.mentions],
    triples: [...triples.values()],
  };
};
