import type { Passage } from '../core/document.ts';
import { isParleyError, ParleyError } from '../core/errors.ts';
import type { DocumentChange, Stores } from '../stores/index.ts';
import type { Encoder } from './encoder/encoder.ts';
import { passageText } from './passage-text.ts';
import { analysePassage } from './ranking/analyse-passage.ts';

export interface IndexParts {
  stores: Stores;
  /** Without an encoder, no vectors are written; `parley reindex` adds them later. */
  encoder?: Encoder;
}

export interface IndexDocumentsOptions {
  signal?: AbortSignal;
  /** Receives the number of the batch's passages that are encoded, and the total. */
  onEncoded?: (passages: { done: number; total: number }) => void;
}

/** Passages per call of the encoder, after which the signal is checked. Enough for all parallel requests of an encoder. */
const PASSAGES_PER_ENCODING = 512;

/**
 * Writes and indexes a batch of documents in every store or in none (`Stores.apply`). Existing documents are replaced.
 * Idempotent. All vectors are computed before anything is written, and passages are analysed meanwhile. Batches of some
 * hundreds of documents are best.
 *
 * @throws ENCODER_UNAVAILABLE (nothing of the batch is written), EMBEDDING_DIMENSION_CHANGED, CANCELLED (documents with
 *   complete vectors are written; `details.kept` is their number)
 */
export const indexDocuments = async (
  { stores, encoder }: IndexParts,
  batch: readonly DocumentChange[],
  options: IndexDocumentsOptions = {},
): Promise<void> => {
  const passages = batch.flatMap((change) => change.passages);
  const encoding = encoder && passages.length > 0 ? encodePassages(encoder, passages, options) : undefined;
  // A rejection is handled by the `await` below; until then it must not count as unhandled.
  encoding?.catch(() => {});
  // Without a passage index, searches do not use analyses (`byFusion`).
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
  // There is one vector per passage, in the order of passages.
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

/** The vectors of passages in order. If cancelled, returns the vectors computed so far. */
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
