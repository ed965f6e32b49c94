/**
 * Share of the gold ids among the first k retrieved, or undefined without gold. A gold id may name a document or a passage
 * (`doc#3`): documents are ranked by their best passage, passages as they stand.
 */
export const recallAt = (k: number, goldIds: readonly string[], retrieved: Retrieved): number | undefined => {
  if (goldIds.length === 0) return undefined;
  const found = new Set([...retrieved.documents.slice(0, k), ...retrieved.passages.slice(0, k)]);
  const wanted = new Set(goldIds);
  let hits = 0;
  for (const id of wanted) if (found.has(id)) hits += 1;
  return hits / wanted.size;
};

/** 1 where all gold ids are among the first k retrieved: a chain with one link missing cannot be followed. */
export const allGoldAt = (k: number, goldIds: readonly string[], retrieved: Retrieved): 0 | 1 | undefined => {
  const recall = recallAt(k, goldIds, retrieved);
  return recall === undefined ? undefined : recall === 1 ? 1 : 0;
};

/** What a search or an answer's searches brought, best or first first, without repeats. */
export interface Retrieved {
  documents: string[];
  passages: string[];
}

/** Ranks documents by their first passage. */
export const rankDocuments = (hits: Iterable<{ documentId: string; passageId: string }>): Retrieved => {
  const documents = new Set<string>();
  const passages = new Set<string>();
  for (const hit of hits) {
    documents.add(hit.documentId);
    passages.add(hit.passageId);
  }
  return { documents: [...documents], passages: [...passages] };
};
