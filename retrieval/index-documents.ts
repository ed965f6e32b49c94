import type { Passage } from '../core/document.ts';
import { isParleyError, ParleyError } from '../core/errors.ts';
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

export interface IndexDocumentsOptions {
  signal?: AbortSignal;
  /** Called with how many of the batch's passages have their vectors. */
  onEncoded?: (passages: { done: number; total: number }) => void;
}

/** Passages that are encoded between two looks at the signal: enough for all requests that an encoder sends at once. */
const PASSAGES_PER_ENCODING = 512;

/**
 * Makes a batch of documents findable: records, words, names, graph and vectors, in every store or in none
 * (`Stores.apply`). Documents that were there are replaced; the same batch twice changes nothing. Vectors are made before
 * anything is written, and while they are made the passages are analysed. Batches of some hundreds of documents are best.
 *
 * @throws ENCODER_UNAVAILABLE (nothing of the batch is then written), EMBEDDING_DIMENSION_CHANGED, CANCELLED (documents that had
 * all their vectors are written; `details.kept` counts them)
 */
export const indexDocuments = async (
  { stores, encoder }: IndexParts,
  batch: readonly DocumentChange[],
  options: IndexDocumentsOptions = {},
): Promise<void> => {
  const passages = batch.flatMap((change) => change.passages);
  const encoding = encoder && passages.length > 0 ? encodePassages(encoder, passages, options) : undefined;
  // A rejection is met below, after the analysis; until then it must not count as unhandled.
  encoding?.catch(() => {});
  // Stores without a passage index search by words and vectors alone (`byFusion`): no passage is analysed for them.
  const put = stores.passageIndex
    ? batch.map((change) => ({
        ...change,
        analyses: change.passages.map((passage) => analysePassage(passage, change.document)),
      }))
    : batch;
  const vectors = await encoding;
  if (!encoder || !vectors) {
    await stores.apply({ put });
    return;
  }
  // The encoder gives one vector a passage, in the passages' order.
  let next = 0;
  const complete = put.flatMap((change) => {
    const own = change.passages.flatMap(({ id, documentId, scopes }) => {
      const vector = vectors[next++];
      return vector ? [{ passageId: id, documentId, scopes, vector }] : [];
    });
    return own.length === change.passages.length ? [{ ...change, vectors: own }] : [];
  });
  const [first] = vectors;
  if (first) await stores.apply({ space: { encoder: encoder.name, dimensions: first.length }, put: complete });
  if (vectors.length < passages.length)
    throw new ParleyError('CANCELLED', {
      message: 'The encoding was cancelled.',
      remedy: 'Run the same command again to go on.',
      details: { kept: first ? complete.length : 0 },
    });
};

/** The vectors of passages, in order; of a cancelled run those that were made before. */
const encodePassages = async (
  encoder: Encoder,
  passages: readonly Passage[],
  { signal, onEncoded }: IndexDocumentsOptions,
): Promise<Float32Array[]> => {
  const vectors: Float32Array[] = [];
  while (vectors.length < passages.length && !signal?.aborted) {
    const next = passages.slice(vectors.length, vectors.length + PASSAGES_PER_ENCODING).map(passageText);
    try {
      vectors.push(...(await encoder.embed(next, signal)));
    } catch (error) {
      if (!isParleyError(error, 'CANCELLED')) throw error;
      break;
    }
    onEncoded?.({ done: vectors.length, total: passages.length });
  }
  return vectors;
};
