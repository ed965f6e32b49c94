import { availableParallelism } from 'node:os';
import { type Document, EVERYONE, type Scope, type Source } from '../core/document.ts';
import { asParleyError, ParleyError } from '../core/errors.ts';
import { scopesInSource } from '../core/source-scopes.ts';
import type { DocumentChange, DocumentStamp } from '../stores/index.ts';
import { chunkDocument } from './chunk/chunk.ts';
import type { ExtractedPage } from './extract/page.ts';
import { contentHash, failureHash, type Item, isUnreadable, type PageItem, type TriplesItem } from './inputs/item.ts';
import { ruleKnowledge } from './knowledge/rule-knowledge.ts';
import { statedKnowledge } from './knowledge/stated.ts';
import { languageOf } from './language/detect.ts';
import { emptyReport, type IngestFailure, type IngestReport } from './report.ts';
import { createSeenIds } from './seen-ids.ts';

/** What the pipeline writes to and asks. */
export interface Pipeline {
  sources(): Promise<Source[]>;
  putSource(source: Source): Promise<void>;
  stamps(sourceId: string): AsyncIterable<DocumentStamp>;
  stampsOf(ids: readonly string[]): Promise<Map<string, DocumentStamp>>;
  /**
   * Replaces these documents in every index; when it returns they are kept, and a crash before leaves the old ones.
   * `knowledge` of a change is what was handed in ready-made; rules add theirs behind this call.
   */
  index(changes: readonly DocumentChange[], signal?: AbortSignal): Promise<void>;
  /** Removes documents and what only they support, everywhere. @returns how many there were */
  delete(ids: readonly string[]): Promise<number>;
  /** What the index is made with beside the pages, such as a model that reads facts: another variant, another hash. */
  variant?: string;
  /** Documents written in one transaction, `BATCH` by default: fewer where each takes long to prepare, as with an encoder. */
  batch?: number;
  now(): Date;
}

export interface PipelineOptions {
  /** For pages that name none themselves. */
  scopes?: readonly Scope[];
  signal?: AbortSignal;
  onProgress?: (progress: { done: number; input: string }) => void;
  /** Hears the id of everything that the source still holds; undefined for a part of it that could not be read. */
  onItem?: (id: string | undefined) => void;
  /** What the source is to remember for its next reading, asked for when all of this one is stored. */
  newOptions?: (failed: readonly IngestFailure[]) => Record<string, unknown>;
  /** Pages that could not be read the last time, by `failureHash`: they are reported again without being read. */
  knownFailures?: ReadonlyMap<string, IngestFailure>;
  /** Some of its pages alone are read: the source stays as fresh as it was. */
  partial?: boolean;
}

/**
 * Documents written in one transaction. Words and names repeat, so that of a thousand pages each list is written once where
 * four times 256 pages write it three times.
 */
const MAX_BATCH_DOCUMENTS = 1024;
/** A batch that has gathered for so long is written, so that a crash costs seconds of a slow source's pages. */
const MAX_GATHER_MS = 2000;
/** Passages held in memory before they are written: documents may be long. */
const MAX_PASSAGES = 2048;
/** Pages that are read ahead of the one that is due, so that every parser process has work. */
const READ_AHEAD = availableParallelism() + 1;

/**
 * Ingests the items of a source. The same input twice changes nothing (content hashes), a killed run resumes where it
 * stopped, and failures are reported while the rest is ingested.
 * @throws CANCELLED between two batches, with everything so far kept
 */
export const ingestItems = async (
  pipeline: Pipeline,
  source: Source,
  items: AsyncIterable<Item>,
  options: PipelineOptions = {},
): Promise<IngestReport> => {
  const started = performance.now();
  const report = emptyReport(source.id);
  // Saves a new source only after its first page could be read.
  const remembered = (await pipeline.sources()).some(({ id }) => id === source.id);
  if (remembered) await pipeline.putSource(source);
  let done = 0;
  for await (const batch of inBatches(unique(items, report, options), pipeline.batch ?? MAX_BATCH_DOCUMENTS)) {
    stopIfAborted(options.signal, done);
    if (done === 0 && !remembered) await pipeline.putSource(source);
    await writeBatch(pipeline, source, batch, options, report);
    done += batch.length;
  }
  if (remembered || done > 0)
    await pipeline.putSource({
      ...source,
      options: { ...source.options, ...options.newOptions?.(report.failed) },
      ...(!options.partial && { syncedAt: pipeline.now().toISOString() }),
    });
  report.seconds = (performance.now() - started) / 1000;
  return report;
};

const stopIfAborted = (signal: AbortSignal | undefined, done: number): void => {
  if (!signal?.aborted) return;
  throw new ParleyError('CANCELLED', {
    message: `Stopped after ${done} documents; they are kept.`,
    remedy: 'Run the same command again to go on.',
  });
};

type DocumentItem = Extract<Item, PageItem | TriplesItem>;

const failureOf = ({ input, place }: DocumentItem, code: string, message: string, remedy: string): IngestFailure => ({
  input,
  code,
  message,
  remedy,
  place,
  page: true,
});

/** Moves failures to the report and refuses a second item with the same id, naming both inputs: citations keep ids. */
async function* unique(
  items: AsyncIterable<Item>,
  { failed, copies }: IngestReport,
  { onItem, onProgress }: PipelineOptions,
): AsyncGenerator<DocumentItem> {
  const met = createSeenIds();
  for await (const item of items) {
    if (item.kind === 'gone') continue;
    if (item.kind === 'copy') {
      copies.push({ input: item.input, of: item.of });
      continue;
    }
    onItem?.(item.id);
    if (item.kind === 'failure') {
      failed.push({ ...item.failure, place: item.place, page: item.id !== undefined });
      continue;
    }
    const earlier = met.add(item.id, item.input);
    if (earlier !== undefined) {
      const message = `The id ${item.id} already belongs to ${earlier}.`;
      failed.push(failureOf(item, 'BAD_INPUT', message, 'Give each document an id of its own.'));
      continue;
    }
    onProgress?.({ done: met.size, input: item.input });
    yield item;
  }
}

const writeBatch = async (
  pipeline: Pipeline,
  source: Source,
  batch: DocumentItem[],
  options: PipelineOptions,
  report: IngestReport,
): Promise<void> => {
  const usual = options.scopes?.length ? options.scopes : source.scopes.length ? source.scopes : [EVERYONE];
  const fallback = scopesInSource(usual, source.id);
  const stamps = await pipeline.stampsOf(batch.map((item) => item.id));
  let changes: DocumentChange[] = [];
  let passages = 0;
  const write = async () => {
    report.documents += changes.length;
    if (changes.length > 0) await pipeline.index(changes, options.signal);
    changes = [];
    passages = 0;
  };
  const changed: { item: DocumentItem; hash: string; stamp?: DocumentStamp }[] = [];
  for (const item of batch) {
    const stamp = stamps.get(item.id);
    if (stamp && stamp.sourceId !== source.id) {
      const message = `The id ${item.id} belongs to the source ${stamp.sourceId}.`;
      const remedy = `Ingest with --source ${stamp.sourceId} to replace it there, or change the id.`;
      report.failed.push(failureOf(item, 'BAD_INPUT', message, remedy));
      continue;
    }
    const hash = contentHash(item.hash, source.id, JSON.stringify(fallback), pipeline.variant ?? '');
    if (stamp?.contentHash === hash) {
      report.unchanged++;
      continue;
    }
    const failedBefore = options.knownFailures?.get(failureHash(item.hash));
    if (failedBefore) report.failed.push({ ...failedBefore, input: item.input, place: item.place });
    else changed.push({ item, hash, stamp });
  }
  const pages = readAhead(changed.map(({ item }) => item));
  for (const { item, hash, stamp } of changed) {
    if (passages >= MAX_PASSAGES) await write();
    try {
      const fetchedAt = pipeline.now().toISOString();
      if (item.kind === 'triples') {
        const change = statedKnowledge(item, { source, hash, scopes: fallback, fetchedAt });
        changes.push(change);
        report.triples += change.knowledge.triples.length;
      } else {
        const change = await toDocument(item, await pages(item), { source, hash, fallback, fetchedAt });
        changes.push(change);
        report.triples += change.knowledge?.triples.length ?? 0;
        report.passages += change.passages.length;
        passages += change.passages.length;
        report.tables += change.tables.length;
      }
      stamp ? report.updated++ : report.added++;
    } catch (error) {
      const { code, message, remedy } = asParleyError(error);
      report.failed.push({
        ...failureOf(item, code, message, remedy),
        ...(isUnreadable(code) && { contentHash: failureHash(item.hash) }),
      });
    }
  }
  await write();
};

/** Gives the pages of items that are asked for in order, some of them begun before they are due. */
const readAhead = (items: readonly DocumentItem[]): ((item: PageItem) => Promise<ExtractedPage>) => {
  const due = items.filter((item) => item.kind === 'page');
  const begun = new Map<PageItem, Promise<ExtractedPage>>();
  let next = 0;
  return (item) => {
    for (
      const last = due.indexOf(item, Math.max(0, next - READ_AHEAD - 1)) + READ_AHEAD;
      next <= last && next < due.length;
      next++
    ) {
      const one = due[next];
      if (one === undefined) break;
      const page = (async () => one.extract())();
      // Its failure is met when it is due.
      page.catch(() => {});
      begun.set(one, page);
    }
    const page = begun.get(item);
    begun.delete(item);
    return page ?? Promise.resolve(item.extract());
  };
};

const toDocument = async (
  item: PageItem,
  page: ExtractedPage,
  { source, hash, fallback, fetchedAt }: { source: Source; hash: string; fallback: Scope[]; fetchedAt: string },
): Promise<DocumentChange> => {
  const { scopes, ...said } = page.metadata;
  const own = [item.scopes, scopes].find((named) => named?.length);
  const document: Document = {
    id: item.id,
    sourceId: source.id,
    title:
      page.title ||
      item.id
        .split('/')
        .at(-1)!
        .replace(/\.[^.]*$/, ''),
    url: item.url ?? said.canonical,
    text: page.markdown,
    scopes: own ? scopesInSource(own, source.id) : fallback,
    updatedAt: said.updated ?? said.published,
    fetchedAt,
    contentHash: hash,
    language: await languageOf(page.markdown, said.language),
    metadata: { ...said, ...item.metadata },
  };
  const { passages, tables } = chunkDocument(document, { tables: page.tables, format: item.format });
  if (passages.length === 0) {
    throw new ParleyError('INPUT_UNREADABLE', {
      message: 'The page holds no text.',
      remedy: 'Check that it is not empty, an image, or drawn by a script.',
    });
  }
  const indexed = { document, passages, tables };
  return { ...indexed, knowledge: ruleKnowledge(indexed) };
};

/** Groups a stream; a group is smaller where the stream is slow, and at its end. */
async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  let since = 0;
  for await (const item of items) {
    if (batch.length === 0) since = performance.now();
    batch.push(item);
    if (batch.length >= size || performance.now() - since > MAX_GATHER_MS) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}
