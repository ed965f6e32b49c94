import type { IndexedDocument, NextVectors, Stores } from '../stores/index.ts';
import type { Encoder } from './encoder/encoder.ts';
import { isSameModel } from './encoder/model-check.ts';
import { passageText } from './passage-text.ts';
import { analysePassage } from './ranking/analyse-passage.ts';

/** What a reindex did. */
export interface ReindexReport {
  passages: number;
  /** Vectors that were made; the others were there. */
  encoded: number;
  /** Vectors of another encoder that were dropped first. */
  dropped: number;
}

export interface ReindexOptions {
  onProgress?: (progress: { done: number; total: number }) => void;
  signal?: AbortSignal;
}

/** What a stop loses at most: two seconds of a local encoder. */
const BATCH_PASSAGES = 128;

/**
 * Makes what search needs again from the stored passages: stems, names and, with an encoder, vectors. Vectors of another
 * encoder serve on until all of the new ones are there, and are then swapped out. Interrupted, it goes on where it was:
 * vectors that are there are not made again. That one name gives vectors of another length by now counts as another encoder.
 *
 * @throws ENCODER_UNAVAILABLE (what was made stays), CANCELLED
 */
export const reindex = async (
  { stores, encoder }: { stores: Stores; encoder?: Encoder },
  { onProgress, signal }: ReindexOptions = {},
): Promise<ReindexReport> => {
  const { vectors } = stores.rebuild;
  const { passages: total } = await stores.documents.count();
  const report: ReindexReport = { passages: 0, encoded: 0, dropped: 0 };
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
  for await (const batch of batches(stores.documents.hydrate())) {
    signal?.throwIfAborted();
    const passages = batch.flatMap((document) => document.passages);
    await stores.rebuild.putAnalyses(
      batch.flatMap((one) => one.passages.map((passage) => analysePassage(passage, one.document))),
    );
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
    for await (const batch of batches(stores.documents.hydrate()))
      report.encoded += await encodeMissing(
        vectors,
        encoder,
        batch.flatMap((document) => document.passages),
        signal,
      );
  }
  return report;
};

/** A passage of the first documents that has a vector, with it. */
const sampleOf = async (
  { documents }: Stores,
  vectors: NextVectors,
): Promise<{ text: string; stored: Float32Array } | undefined> => {
  for await (const batch of batches(documents.hydrate())) {
    const passages = batch.flatMap((document) => document.passages);
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
  passages: IndexedDocument['passages'],
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

async function* batches(documents: AsyncIterable<IndexedDocument>): AsyncGenerator<IndexedDocument[]> {
  let batch: IndexedDocument[] = [];
  let passages = 0;
  for await (const document of documents) {
    batch.push(document);
    passages += document.passages.length;
    if (passages < BATCH_PASSAGES) continue;
    yield batch;
    batch = [];
    passages = 0;
  }
  if (batch.length > 0) yield batch;
}
