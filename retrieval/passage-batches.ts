import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Passage } from '../core/document.ts';
import type { IndexedDocument } from '../stores/index.ts';

/** Passages per batch. Interrupting `reindex` loses at most one batch: two seconds of a local encoder. */
const BATCH_PASSAGES = 128;
/** Documents per batch; limits batches of documents without passages, such as stated facts. */
const BATCH_DOCUMENTS = 500;

/**
 * Groups documents into batches. Waits for the event loop between batches, so that signals such as Ctrl-C are handled:
 * reads from the data file are synchronous and never yield.
 */
export async function* passageBatches(
  documents: AsyncIterable<IndexedDocument>,
): AsyncGenerator<{ batch: IndexedDocument[]; passages: Passage[] }> {
  let batch: IndexedDocument[] = [];
  let passages: Passage[] = [];
  for await (const document of documents) {
    batch.push(document);
    passages.push(...document.passages);
    if (passages.length < BATCH_PASSAGES && batch.length < BATCH_DOCUMENTS) continue;
    yield { batch, passages };
    await nextTurn();
    batch = [];
    passages = [];
  }
  if (batch.length > 0) yield { batch, passages };
}
