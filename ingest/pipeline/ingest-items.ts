import type { Source } from '../../core/document.ts';
import { type Item, PIPELINE_VERSION } from '../inputs/item.ts';
import { addSkipped, emptyReport, type IngestReport, oneSkipped } from '../report.ts';
import { createSeenIds } from '../seen-ids.ts';
import type { Pipeline, PipelineOptions } from './pipeline.ts';
import { cancelled, type DocumentItem, failureOf, type Run } from './run.ts';
import { writeBatch } from './write-batch.ts';

/**
 * Maximum documents of one transaction. Words and names repeat, so one batch of a thousand pages writes each of their lists
 * once, and four batches of 256 pages write it about three times.
 */
const MAX_BATCH_DOCUMENTS = 1024;
/** A batch is written after this time, so that a crash loses only seconds of a slow source. */
const MAX_GATHER_MS = 2000;

/**
 * Ingests the items of a source. Unchanged items are recognised by their content hash, so ingesting them again changes nothing
 * and a killed run resumes where it stopped. Failures are reported, and the rest is ingested.
 * @throws CANCELLED after the current page; everything so far is stored
 */
export const ingestItems = async (
  pipeline: Pipeline,
  source: Source,
  items: AsyncIterable<Item>,
  options: PipelineOptions = {},
): Promise<IngestReport> => {
  const started = performance.now();
  const run: Run = { pipeline, source, options, report: emptyReport(source.id), done: 0, kept: 0, stopped: false };
  // Saves a new source only after its first page could be read.
  let saved = (await pipeline.stored.sources()).some(({ id }) => id === source.id);
  if (saved) await pipeline.putSource(source);
  for await (const batch of inBatches(documentItems(items, run), run)) {
    if (!saved) await pipeline.putSource(source);
    try {
      await writeBatch(batch, run);
    } catch (error) {
      // A new source whose first pages could not be written is not listed. Only the first error is reported.
      if (!saved && run.kept === 0) await pipeline.removeSource(source.id).catch(() => {});
      throw error;
    }
    saved = true;
  }
  if (run.stopped) throw cancelled(run);
  if (saved) await pipeline.putSource(await finishedSource(run));
  run.report.seconds = (performance.now() - started) / 1000;
  return run.report;
};

/** The option of a source that holds the version of the pipeline by which all of it was last read. */
const READ_BY = 'pipeline';

/** True for a source that was read by another version of the pipeline: its next run reads every page anew. */
export const isReadOtherwise = ({ syncedAt, options }: Source): boolean =>
  syncedAt !== undefined && options?.[READ_BY] !== PIPELINE_VERSION;

const finishedSource = async ({ pipeline, source, options, report }: Run): Promise<Source> => {
  // Read again, to keep what `forget` wrote during this run.
  const now = (await pipeline.stored.sources()).find(({ id }) => id === source.id);
  return {
    ...source,
    options: {
      ...source.options,
      ...options.newOptions?.(report.failed),
      ...(!options.partial && { [READ_BY]: PIPELINE_VERSION }),
      ...(now?.options?.forgotten !== undefined && { forgotten: now.options.forgotten }),
    },
    ...(!options.partial && { syncedAt: new Date().toISOString() }),
  };
};

/** The reason for skipping a document that was removed by `forget`. */
const FORGOTTEN = 'forgotten; `parley forget ID --undo` lets a page in again';

/** Adds failures and skipped files to the report, and refuses a second item with the same id, with an error that names both. */
async function* documentItems(items: AsyncIterable<Item>, run: Run): AsyncGenerator<DocumentItem> {
  const { report, options } = run;
  const { failed, copies, skipped } = report;
  const skip = (input: string, reason: string) => addSkipped(skipped, oneSkipped(input, reason));
  const seen = createSeenIds();
  for await (const item of items) {
    if (item.kind === 'deleted') continue;
    if (item.kind === 'skipped') {
      skip(item.input, item.reason);
      continue;
    }
    if (item.kind === 'copy') {
      copies.push({ input: item.input, of: item.of });
      continue;
    }
    if (item.id !== undefined && options.forgotten?.has(item.id)) {
      run.done++;
      skip(item.kind === 'failure' ? item.failure.input : item.input, FORGOTTEN);
      continue;
    }
    options.onItem?.(item.id);
    if (item.kind === 'unchanged') {
      run.done++;
      run.kept++;
      report.unchanged++;
      continue;
    }
    if (item.kind === 'failure') {
      run.done++;
      failed.push({ ...item.failure, place: item.place, page: item.id !== undefined });
      continue;
    }
    const earlier = seen.add(item.id, item.input);
    if (earlier !== undefined) {
      run.done++;
      const message = `The id ${item.id} already belongs to ${earlier}.`;
      failed.push(failureOf(item, 'BAD_INPUT', message, 'Give each document an id of its own.'));
      continue;
    }
    yield item;
  }
}

/** Groups a stream. Groups are smaller if the stream is slow, and at its end. A cancelled run gets the unfinished group. */
async function* inBatches<T>(items: AsyncIterable<T>, run: Run): AsyncGenerator<T[]> {
  const size = run.pipeline.batch ?? MAX_BATCH_DOCUMENTS;
  const { signal } = run.options;
  let batch: T[] = [];
  let since = 0;
  try {
    for await (const item of items) {
      if (batch.length === 0) since = performance.now();
      batch.push(item);
      if (signal?.aborted) break;
      if (batch.length >= size || performance.now() - since > MAX_GATHER_MS) {
        yield batch;
        batch = [];
      }
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
  if (signal?.aborted) run.stopped = true;
  if (batch.length > 0) yield batch;
}
