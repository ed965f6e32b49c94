import type { Passage } from '../core/document.ts';
import type { NextVectors, PassageVector, Stores, VectorSpace, VectorStore } from '../stores/index.ts';
import type { Encoder } from './encoder/encoder.ts';
import { isSameModel } from './encoder/model-check.ts';
import { passageBatches } from './passage-batches.ts';
import { passageText } from './passage-text.ts';
import { analysePassage } from './ranking/analyse-passage.ts';
import { graphFaults, vectorFaults } from './store-faults.ts';

/** What a reindex did. */
export interface ReindexReport {
  passages: number;
  /** Vectors that were made; the others were there. */
  encoded: number;
  /** Vectors of another encoder that were dropped first. */
  dropped: number;
  /** Vectors, and documents in the graph, that did not agree with the pages: put right, or removed where the page is gone. */
  corrected: number;
}

export interface ReindexOptions {
  onProgress?: (progress: { done: number; total: number }) => void;
  signal?: AbortSignal;
}

/**
 * Makes what search needs again from the stored passages: stems, names and, with an encoder, vectors. Vectors of another
 * encoder serve on until all of the new ones are there, and are then swapped out. Interrupted, it goes on where it was:
 * vectors that are there are not made again. Vectors and facts that do not agree with the pages are put right. That one name gives
 * vectors of another length by now counts as another encoder.
 *
 * @throws ENCODER_UNAVAILABLE (what was made stays), CANCELLED
 */
export const reindex = async (
  { stores, encoder }: { stores: Stores; encoder?: Encoder },
  { onProgress, signal }: ReindexOptions = {},
): Promise<ReindexReport> => {
  const { vectors } = stores.rebuild;
  const { passages: total } = await stores.documents.count();
  const report: ReindexReport = { passages: 0, encoded: 0, dropped: 0, corrected: 0 };
  const space = await vectors.space();
  const begun = await vectors.next.space();
  // Behind one name there may be another model by now: a passage encoded anew tells.
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
  const anew = encoder !== undefined && space !== undefined && !(await fits(vectors, space));
  if (anew && begun && !(await fits(vectors.next, begun))) await vectors.next.clear();
  for await (const { batch, passages } of passageBatches(stores.documents.hydrate())) {
    signal?.throwIfAborted();
    await stores.rebuild.putAnalyses(
      batch.flatMap((one) => one.passages.map((passage) => analysePassage(passage, one.document))),
    );
    if (space && !anew) report.corrected += await correctVectors(stores, passages);
    if (encoder) report.encoded += await encodeMissing(anew ? vectors.next : vectors, encoder, passages, signal);
    report.passages += passages.length;
    onProgress?.({ done: report.passages, total });
  }
  if (anew) {
    report.dropped = await vectors.count();
    // Without a single passage nothing was opened beside.
    if (await vectors.next.space()) await vectors.swap();
    else await vectors.clear();
    // What another process ingested meanwhile went to the old index alone.
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

/** Stores the vectors of these passages anew where they are kept under another document or for other people. */
const correctVectors = async (stores: Stores, passages: readonly Passage[]): Promise<number> => {
  const { foreign } = await vectorFaults(stores, passages);
  if (foreign.length === 0) return 0;
  await stores.rebuild.vectors.put(await stored(stores.vectors, foreign));
  return foreign.length;
};

/** Vectors of passages that are gone cannot be listed: those that are wanted are copied, and take the place of all. */
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

/** The vectors of these passages as they should be stored; passages without one are left out. */
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

/** A passage of the first documents that has a vector, with it. */
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
