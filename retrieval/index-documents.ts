import type { DocumentChange, Stores } from '../stores/index.ts';
import type { Encoder } from './encoder/encoder.ts';
import { passageText } from './passage-text.ts';
import { analysePassage } from './ranking/analyse-passage.ts';

/** What documents are indexed in and with. */
export interface IndexParts {
  stores: Stores;
  /** Absent: no vectors are made; `parley reindex` makes them later. */
  encoder?: Encoder;
}

/**
 * Makes a batch of documents findable: records, words, names, graph and vectors, in every store or in none
 * (`Stores.apply`). Documents that were there are replaced; the same batch twice changes nothing. Vectors are made before
 * anything is written, and while they are made the passages are taken apart. Batches of some hundreds of documents are best.
 *
 * @throws ENCODER_UNAVAILABLE (nothing of the batch is then written), EMBEDDING_DIMENSION_CHANGED, CANCELLED
 */
export const indexDocuments = async (
  { stores, encoder }: IndexParts,
  batch: readonly DocumentChange[],
  signal?: AbortSignal,
): Promise<void> => {
  const passages = batch.flatMap((change) => change.passages);
  const encoding = encoder && passages.length > 0 ? encoder.embed(passages.map(passageText), signal) : undefined;
  // A rejection is met below, after the analysis; until then it must not count as unhandled.
  encoding?.catch(() => {});
  // Stores without a passage index search by words and vectors alone (`byFusion`): nothing is taken apart for them.
  const put = stores.passageIndex
    ? batch.map((change) => ({ ...change, analyses: change.passages.map(analysePassage) }))
    : batch;
  const vectors = await encoding;
  if (!encoder || !vectors) {
    await stores.apply({ put });
    return;
  }
  let next = 0;
  await stores.apply({
    space: { encoder: encoder.name, dimensions: vectors[0]?.length ?? 0 },
    put: put.map((change) => ({
      ...change,
      // The encoder gives one vector a passage, in the passages' order.
      vectors: change.passages.flatMap(({ id, documentId, scopes }) => {
        const vector = vectors[next++];
        return vector ? [{ passageId: id, documentId, scopes, vector }] : [];
      }),
    })),
  });
};
