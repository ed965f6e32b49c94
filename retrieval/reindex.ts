import type { Passage } from '../core/document.ts';
import { ParleyError } from '../core/errors.ts';
import type { NextVectors, PassageVector, Stores, VectorSpace, VectorStore } from '../stores/index.ts';
import type { Encoder } from './encoder/encoder.ts';
import { isSameModel } from './encoder/model-check.ts';
import { passageBatches } from './passage-batches.ts';
import { passageText } from './passage-text.ts';
import { analysePassage } from './ranking/analyse-passage.ts';
import { graphFaults, vectorFaults } from './store-faults.ts';

export interface ReindexReport {
  passages: number;
  /** Vectors that were computed; the others existed. */
  encoded: number;
  /** Vectors of another encoder that were dropped. */
  dropped: number;
  /** Vectors, and documents in the graph, that differed from the pages. They were corrected, or removed with a deleted page. */
  corrected: number;
}

export interface ReindexOptions {
  onProgress?: (progress: { done: number; total: number }) => void;
  signal?: AbortSignal;
}

/**
 * Rebuilds the search index from the stored passages: stems, names and, with an encoder, vectors. Vectors of another encoder
 * stay in use until all new ones are computed. A run after an interruption resumes, because existing vectors are not computed
 * again. Vectors and facts that differ from the pages are corrected. If the model behind the encoder's name has changed, it
 * counts as another encoder.
 *
 * @throws ENCODER_UNAVAILABLE (computed vectors are kept, except those of a model that changed meanwhile), CANCELLED
 */
export const reindex = async (
  { stores, encoder }: { stores: Stores; encoder?: Encoder },
  { onProgress, signal }: ReindexOptions = {},
): Promise<ReindexReport> => {
  const { vectors } = stores.rebuild;
  const { passages: total } = await stores.documents.count();
  const report: ReindexReport = { passages: 0, encoded: 0, dropped: 0, corrected: 0 };
  const space = await vectors.space();
  const nextSpace = await vectors.next.space();
  // The encoder's name may belong to another model by now, so encodes a stored passage again to compare.
  const fits = async (
    made: NextVectors,
    { encoder: name, dimensions }: NonNullable<typeof space>,
  ): Promise<boolean> => {
    if (name !== encoder?.name) return false;
    const sample = await sampleOf(stores, made);
    if (!sample) return total === 0 || (await dimensionsOf(encoder, signal)) === dimensions;
    const [fresh] = await encoder.embed([sample.text], signal);
    return fresh !== undefined && isSameModel(sample.stored, fresh);
  };
  const replaces = encoder !== undefined && space !== undefined && !(await fits(vectors, space));
  if (replaces && nextSpace && !(await fits(vectors.next, nextSpace))) await vectors.next.clear();
  for await (const { batch, passages } of passageBatches(stores.documents.hydrate())) {
    signal?.throwIfAborted();
    await stores.rebuild.putAnalyses(
      batch.flatMap((one) => one.passages.map((passage) => analysePassage(passage, one.document))),
    );
    if (space && !replaces) report.corrected += await correctVectors(stores, passages);
    if (encoder) report.encoded += await encodeMissing(replaces ? vectors.next : vectors, encoder, passages, signal);
    report.passages += passages.length;
    onProgress?.({ done: report.passages, total });
  }
  const made = replaces ? vectors.next : vectors;
  const madeIn = report.encoded > 0 ? await made.space() : undefined;
  if (madeIn && !(await fits(made, madeIn))) {
    // Vectors of two models must not serve together. Those that replace no others go at the next reindex.
    if (replaces) await vectors.next.clear();
    throw new ParleyError('ENCODER_UNAVAILABLE', {
      message: `${madeIn.encoder} became another model while the pages were encoded.`,
      remedy: 'Run `parley reindex` again when the same model answers all the time.',
    });
  }
  if (replaces) {
    report.dropped = await vectors.count();
    // Without passages, the next index was never opened.
    if (await vectors.next.space()) await vectors.swap();
    else await vectors.clear();
    // Documents that another process ingested meanwhile have vectors in the old index only.
    for await (const { passages } of passageBatches(stores.documents.hydrate()))
      report.encoded += await encodeMissing(vectors, encoder, passages, signal);
  } else if (encoder && space && (await vectors.count()) > report.passages) {
    report.corrected += await dropStrayVectors(stores, space, signal);
    for await (const { passages } of passageBatches(stores.documents.hydrate()))
      report.encoded += await encodeMissing(vectors, encoder, passages, signal);
  }
  report.corrected += await correctGraph(stores, signal);
  return report;
};

/** Stores vectors again whose document or scopes differ from the passage's. @returns how many */
const correctVectors = async (stores: Stores, passages: readonly Passage[]): Promise<number> => {
  const { foreign } = await vectorFaults(stores, passages);
  if (foreign.length === 0) return 0;
  await stores.rebuild.vectors.put(await stored(stores.vectors, foreign));
  return foreign.length;
};

/**
 * Removes vectors of passages that no longer exist. A vector store cannot list its vectors, so this copies the others to the
 * next index and swaps. @returns how many were removed
 */
const dropStrayVectors = async (stores: Stores, space: VectorSpace, signal?: AbortSignal): Promise<number> => {
  const { vectors } = stores.rebuild;
  let strays = await vectors.count();
  for await (const { passages } of passageBatches(stores.documents.hydrate()))
    strays -= (await stores.vectors.stampsOf(passages.map(({ id }) => id))).size;
  if (strays <= 0) return 0;
  await vectors.next.clear();
  await vectors.next.open(space);
  for await (const { passages } of passageBatches(stores.documents.hydrate())) {
    signal?.throwIfAborted();
    await vectors.next.put(await stored(stores.vectors, passages));
  }
  await vectors.swap();
  return strays;
};

/** The stored vectors of these passages with the passages' current document and scopes. */
const stored = async (vectors: VectorStore, passages: readonly Passage[]): Promise<PassageVector[]> => {
  const found = await vectors.vectors(passages.map(({ id }) => id));
  return passages.flatMap(({ id, documentId, scopes }) => {
    const vector = found.get(id);
    return vector ? [{ passageId: id, documentId, scopes, vector }] : [];
  });
};

const correctGraph = async (stores: Stores, signal?: AbortSignal): Promise<number> => {
  let corrected = 0;
  for await (const { documentId, corrected: knowledge } of graphFaults(stores)) {
    signal?.throwIfAborted();
    if (knowledge) await stores.rebuild.putKnowledge([knowledge]);
    else await stores.apply({ delete: [documentId] });
    corrected += 1;
  }
  return corrected;
};

/** The first passage of the first batch that has a vector. */
const sampleOf = async (
  { documents }: Stores,
  vectors: NextVectors,
): Promise<{ text: string; stored: Float32Array } | undefined> => {
  for await (const { passages } of passageBatches(documents.hydrate())) {
    const there = await vectors.vectors(passages.map(({ id }) => id));
    for (const passage of passages) {
      const stored = there.get(passage.id);
      if (stored) return { text: passageText(passage), stored };
    }
    return undefined;
  }
  return undefined;
};

const dimensionsOf = async (encoder: Encoder, signal?: AbortSignal): Promise<number> =>
  (await encoder.embed(['dimensions'], signal))[0]!.length;

const encodeMissing = async (
  vectors: NextVectors,
  encoder: Encoder,
  passages: readonly Passage[],
  signal?: AbortSignal,
): Promise<number> => {
  const there = await vectors.vectors(passages.map(({ id }) => id));
  const missing = passages.filter(({ id }) => !there.has(id));
  if (missing.length === 0) return 0;
  const made = await encoder.embed(missing.map(passageText), signal);
  await vectors.open({ encoder: encoder.name, dimensions: made[0]!.length });
  await vectors.put(
    missing.map(({ id, documentId, scopes }, i) => ({ passageId: id, documentId, scopes, vector: made[i]! })),
  );
  return missing.length;
};
