import type { DocumentStore } from './documents.ts';
import type { DocumentKnowledge, WritableGraphStore } from './graph.ts';
import type { WritableStores } from './stores.ts';
import type { PassageVector, WritableVectorStore } from './vectors.ts';

/** Documents moved in one batch. */
const BATCH = 100;

/** What a data file gave up to the server that holds the records. */
export interface Adopted {
  vectors: number;
  /** Documents whose facts were moved. */
  facts: number;
}

/**
 * Moves vectors and facts from the data file to the server that holds the records. They are in the file if an older version
 * of Parley wrote them there, or if the server had no vector extension at the time. Each batch is deleted from the file
 * once it is written, so an interrupted move resumes where it stopped. A file that contains documents is left alone:
 * it is a complete installation, which `parley migrate` moves.
 *
 * @param to the server's documents, and those of its stores that replace the file's
 */
export const adoptFile = async (
  file: WritableStores,
  to: { documents: DocumentStore; vectors?: WritableVectorStore; graph?: WritableGraphStore },
): Promise<Adopted> => {
  const adopted: Adopted = { vectors: 0, facts: 0 };
  if ((await file.documents.count()).documents > 0) return adopted;
  if (to.graph) adopted.facts = await moveFacts(file.graph, to.graph);
  if (to.vectors) adopted.vectors = await moveVectors(file.vectors, to.vectors, to.documents);
  return adopted;
};

const moveFacts = async (from: WritableGraphStore, to: WritableGraphStore): Promise<number> => {
  let moved = 0;
  for (;;) {
    const batch: DocumentKnowledge[] = [];
    for await (const knowledge of from.knowledge()) if (batch.push(knowledge) === BATCH) break;
    if (batch.length === 0) return moved;
    await to.put(batch);
    await from.deleteDocuments(batch.map(({ documentId }) => documentId));
    moved += batch.length;
  }
};

/** Moves nothing if the server's vectors are from another encoder: the vectors of the last `reindex` win. */
const moveVectors = async (
  from: WritableVectorStore,
  to: WritableVectorStore,
  documents: DocumentStore,
): Promise<number> => {
  const space = await from.space();
  if (!space) return 0;
  const theirs = await to.space();
  if (theirs && theirs.encoder !== space.encoder) return 0;
  await to.open(space);
  let moved = 0;
  let ids: string[] = [];
  let batch: PassageVector[] = [];
  const write = async () => {
    await to.put(batch);
    await from.deleteDocuments(ids);
    moved += batch.length;
    [ids, batch] = [[], []];
  };
  for await (const { document, passages } of documents.hydrate()) {
    const vectors = await from.vectors(passages.map(({ id }) => id));
    ids.push(document.id);
    for (const { id, documentId, scopes } of passages) {
      const vector = vectors.get(id);
      if (vector) batch.push({ passageId: id, documentId, scopes, vector });
    }
    if (ids.length >= BATCH) await write();
  }
  await write();
  await from.clear();
  return moved;
};
