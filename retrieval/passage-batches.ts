import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Passage } from '../core/document.ts';
import type { IndexedDocument } from '../stores/index.ts';

/** What a stop of `reindex` loses at most: two seconds of a local encoder. */
const BATCH_PASSAGES = 128;
/** Documents without passages (stated facts) are bounded too. */
const BATCH_DOCUMENTS = 500;

/**
 * Documents with their passages, some passages at a time. Between two batches the process hears what came in meanwhile, such
 * as Ctrl-C: the data file answers without ever waiting.
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
