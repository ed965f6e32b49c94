import type { DeletionReceipt, IndexedDocument, Stores } from '../stores/index.ts';
import type { Encoder } from './encoder/encoder.ts';
import { passageText } from './passage-text.ts';

/** What documents are indexed in and with. */
export interface IndexParts {
  stores: Stores;
  /** Absent: no vectors are made; `parley reindex` makes them later. */
  encoder?: Encoder;
}

/**
 * Makes a batch of documents findable: records, words, passage graph and vectors. Documents that were there are
 * replaced; the same batch twice changes nothing. Vectors are made first and records written last of all, so that after a
 * crash the document counts as not ingested and the next run does it again. Batches of some hundreds of documents are best.
 *
 * @throws ENCODER_UNAVAILABLE (nothing of the batch is then written), EMBEDDING_DIMENSION_CHANGED, CANCELLED
 */
export const indexDocuments = async (
  { stores, encoder }: IndexParts,
  batch: readonly IndexedDocument[],
  signal?: AbortSignal,
): Promise<void> => {
  const passages = batch.flatMap((indexed) => indexed.passages);
  const ids = batch.map(({ document }) => document.id);
  const vectors = encoder && passages.length > 0 ? await encoder.embed(passages.map(passageText), signal) : undefined;
  if (encoder && vectors) await stores.vectors.open({ encoder: encoder.name, dimensions: vectors[0]!.length });
  await stores.lexical.deleteDocuments(ids);
  await stores.lexical.put(passages);
  await stores.vectors.deleteDocuments(ids);
  if (vectors) {
    await stores.vectors.put(
      passages.map(({ id, documentId, scopes }, i) => ({ passageId: id, documentId, scopes, vector: vectors[i]! })),
    );
  }
  await stores.documents.put(batch);
};

/**
 * Removes documents from every index, with what only they support; the records go last, so that a crash leaves nothing
 * that a second call would not finish.
 */
export const deleteDocuments = async (
  { stores }: Pick<IndexParts, 'stores'>,
  documentIds: readonly string[],
): Promise<DeletionReceipt> => {
  const vectors = await stores.vectors.deleteDocuments(documentIds);
  await stores.lexical.deleteDocuments(documentIds);
  const { triples, entities } = await stores.graph.deleteDocuments(documentIds);
  const removed = await stores.documents.delete(documentIds);
  return { ...removed, vectors, triples, entities };
};
