import { availableParallelism } from 'node:os';
import { type Document, EVERYONE, type Scope, type Source } from '../core/document.ts';
import { asParleyError, isParleyError, ParleyError } from '../core/errors.ts';
import { scopesInSource } from '../core/source-scopes.ts';
import type { DeletionReceipt, DocumentChange, DocumentStamp, DocumentStore } from '../stores/index.ts';
import { NOBODY } from './access/rules.ts';
import { chunkDocument } from './chunk/chunk.ts';
import type { ExtractedPage } from './extract/page.ts';
import {
  contentHash,
  failureHash,
  type Item,
  isUnreadable,
  type PageAccess,
  type PageItem,
  type TriplesItem,
} from './inputs/item.ts';
import { ruleKnowledge } from './knowledge/rule-knowledge.ts';
import { statedKnowledge } from './knowledge/stated.ts';
import { languageOf } from './language/detect.ts';
import { ownAddress } from './own-address.ts';
import {
  addSkipped,
  emptyReport,
  type IngestFailure,
  type IngestProgress,
  type IngestReport,
  oneSkipped,
} from './report.ts';
import { createSeenIds } from './seen-ids.ts';

/** The stored state that a run compares with, and the writes of a run. */
export interface Pipeline {
  stored: Pick<DocumentStore, 'sources' | 'stamps' | 'stampsOf'>;
  putSource(source: Source): Promise<void>;
  /** Removes a source without stored documents. */
  removeSource(id: string): Promise<void>;
  /**
   * Replaces these documents in every index. They are durable when it returns; a crash before that leaves the old ones.
   * `knowledge` of a change holds the facts of rules or of ready-made triples.
   * @throws CANCELLED after storing the documents that were ready
   */
  index(changes: readonly DocumentChange[], options: IndexOptions): Promise<void>;
  /** Gives stored documents other scopes and metadata, without reading their pages again. */
  rescope?(changes: readonly Rescoped[]): Promise<void>;
  /** Removes documents and what only they support, everywhere. @returns what was removed */
  delete(ids: readonly string[]): Promise<DeletionReceipt>;
  /** Names what else the index depends on, such as the model that extracts facts. It is a part of each content hash. */
  variant?: string;
  /** Hosts that a file may name as its own address; none by default. */
  linkHosts?: readonly string[];
  /** Documents per transaction; `MAX_BATCH_DOCUMENTS` by default. Fewer if each takes long to prepare. */
  batch?: number;
}

/** A stored document with its new scopes. */
export interface Rescoped {
  id: string;
  scopes: Scope[];
  access: PageAccess;
}

export interface IndexOptions {
  signal?: AbortSignal;
  /** If there is an encoder: called with the number of passages that have vectors. */
  onEncoded?: (passages: { done: number; total: number }) => void;
}

export interface PipelineOptions {
  /** Scopes of pages without their own. */
  scopes?: readonly Scope[];
  signal?: AbortSignal;
  onProgress?: (progress: IngestProgress) => void;
  /** The number of pages of the source, if its inputs know it. */
  total?: () => number | undefined;
  /** Called with the id of each document that the source still has; with undefined for a part that could not be read. */
  onItem?: (id: string | undefined) => void;
  /** Returns the options to store with the source for its next reading; called once all of this reading is stored. */
  newOptions?: (failed: readonly IngestFailure[]) => Record<string, unknown>;
  /** Pages that could not be read the last time, by `failureHash`: they are reported again without being read. */
  knownFailures?: ReadonlyMap<string, IngestFailure>;
  /** Ids of documents that a person removed by `forget`. */
  forgotten?: ReadonlySet<string>;
  /** True if nothing may be written, neither here nor by a connector. */
  dryRun?: boolean;
  /** True if only some pages are read; the source's time of its last reading stays. */
  partial?: boolean;
}

/**
 * Maximum documents of one transaction. Words and names repeat, so one batch of a thousand pages writes each of their lists
 * once, and four batches of 256 pages write it about three times.
 */
const MAX_BATCH_DOCUMENTS = 1024;
/** A batch is written after this time, so that a crash loses only seconds of a slow source. */
const MAX_GATHER_MS = 2000;
/** Pages that were read this long ago are written: a place with one page a second would lose a whole batch by a crash. */
const MAX_UNWRITTEN_MS = 10_000;
/** Maximum passages in memory before a write, because documents may be long. */
const MAX_PASSAGES = 2048;
/** Number of pages that are read ahead, so that every parser process has work. */
const READ_AHEAD = availableParallelism() + 1;

/** One run over the items of a source. */
interface Run {
  pipeline: Pipeline;
  source: Source;
  options: PipelineOptions;
  report: IngestReport;
  /** Number of pages that were read, are unchanged or failed. */
  done: number;
  /** Number of pages whose current version is stored. */
  kept: number;
  /** True if the run was cancelled and left items unread. */
  stopped: boolean;
}

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

const cancelled = ({ kept }: Run): ParleyError =>
  new ParleyError('CANCELLED', {
    message: kept > 0 ? `Stopped after ${kept} pages; they are kept.` : 'Stopped before the first page was read.',
    remedy: 'Run the same command again to go on.',
  });

const finishedSource = async ({ pipeline, source, options, report }: Run): Promise<Source> => {
  // Read again, to keep what `forget` wrote during this run.
  const now = (await pipeline.stored.sources()).find(({ id }) => id === source.id);
  return {
    ...source,
    options: {
      ...source.options,
      ...options.newOptions?.(report.failed),
      ...(now?.options?.forgotten !== undefined && { forgotten: now.options.forgotten }),
    },
    ...(!options.partial && { syncedAt: new Date().toISOString() }),
  };
};

type DocumentItem = Extract<Item, PageItem | TriplesItem>;

const failureOf = (
  { id, input, place }: DocumentItem,
  code: string,
  message: string,
  remedy: string,
): IngestFailure => ({
  input,
  code,
  message,
  remedy,
  place,
  id,
  page: true,
});

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

const writeBatch = async (batch: readonly DocumentItem[], run: Run): Promise<void> => {
  const { pipeline, options, report } = run;
  const stamps = await pipeline.stored.stampsOf(batch.map(({ id }) => id));
  let changes: DocumentChange[] = [];
  let passages = 0;
  let since = performance.now();
  const write = async () => {
    report.documents += changes.length;
    if (changes.length > 0) await indexChanges(changes, run);
    changes = [];
    passages = 0;
    since = performance.now();
  };
  const changed = batch.flatMap((item) => {
    const hash = hashIfChanged(item, stamps.get(item.id), run);
    if (hash === undefined) run.done++;
    return hash === undefined ? [] : [{ item, hash }];
  });
  const rescoped = new Set(batch.filter((item) => hasOtherAccess(item, stamps.get(item.id))));
  const pages = readAhead(changed.map(({ item }) => item));
  for (const { item, hash } of changed) {
    if (options.signal?.aborted) {
      run.stopped = true;
      break;
    }
    if (passages >= MAX_PASSAGES || performance.now() - since > MAX_UNWRITTEN_MS) await write();
    options.onProgress?.({ phase: 'reading', done: run.done, total: options.total?.(), input: item.input });
    const change = await readItem(item, hash, pages, run);
    run.done++;
    if (change === 'refused') {
      if (item.kind === 'page' && item.access && stamps.has(item.id)) rescoped.add(closed(item, item.access));
      rescoped.delete(item);
      continue;
    }
    if (change === undefined) continue;
    rescoped.delete(item);
    changes.push(change);
    passages += change.passages.length;
    report.passages += change.passages.length;
    report.tables += change.tables.length;
    report.triples += change.knowledge?.triples.length ?? 0;
    stamps.has(item.id) ? report.updated++ : report.added++;
  }
  await write();
  await rescope([...rescoped], run);
};

/** True for a stored page that its source shows to other people than before. */
const hasOtherAccess = (item: DocumentItem, stamp: DocumentStamp | undefined): boolean => {
  if (item.kind !== 'page' || item.access === undefined || stamp === undefined) return false;
  const before = stamp.metadata?.access as PageAccess | undefined;
  return before?.rules !== item.access.rules || before.place !== item.access.place;
};

/** A page whose permission was withdrawn after it was listed. Nobody may see its stored copy until the next sync. */
const closed = (item: PageItem, { place }: PageAccess): PageItem => ({
  ...item,
  scopes: [NOBODY],
  access: { place, rules: 'closed' },
});

/**
 * Gives stored pages the scopes that they have now, also if their new text could not be read: their old copy is visible to
 * those who may see the page now.
 */
const rescope = async (items: readonly DocumentItem[], run: Run): Promise<void> => {
  const { source, report, pipeline } = run;
  const changes = items.flatMap((item) => {
    if (item.kind !== 'page' || item.access === undefined) return [];
    const scopes = item.scopes?.length ? scopesInSource(item.scopes, source.id) : fallbackScopes(run);
    return [{ id: item.id, scopes, access: item.access }];
  });
  if (changes.length === 0) return;
  // A cancelled run still withdraws pages from those who may no longer see them.
  await pipeline.rescope?.(changes);
  report.rescoped = (report.rescoped ?? 0) + changes.length;
};

const indexChanges = async (changes: readonly DocumentChange[], run: Run): Promise<void> => {
  const { onProgress, signal, total } = run.options;
  const before = run.done - changes.length;
  await run.pipeline
    .index(changes, {
      signal,
      onEncoded: ({ done, total: passages }) =>
        onProgress?.({
          phase: 'encoding',
          done: before + Math.floor((changes.length * done) / passages),
          total: total?.(),
          input: changes[0]?.document.title ?? '',
        }),
    })
    .catch((error: unknown) => {
      if (!isParleyError(error, 'CANCELLED')) throw error;
      run.kept += Number(error.details.kept ?? 0);
      throw cancelled(run);
    });
  run.kept += changes.length;
};

/** The content hash of a new or changed item; undefined for an unchanged or refused one. */
const hashIfChanged = (item: DocumentItem, stamp: DocumentStamp | undefined, run: Run): string | undefined => {
  const { pipeline, source, options, report } = run;
  if (stamp && stamp.sourceId !== source.id) {
    const message = `The id ${item.id} belongs to the source ${stamp.sourceId}.`;
    const remedy = `Ingest with --source ${stamp.sourceId} to replace it there, or change the id.`;
    report.failed.push(failureOf(item, 'BAD_INPUT', message, remedy));
    return undefined;
  }
  const hash = contentHash(item.hash, source.id, JSON.stringify(fallbackScopes(run)), pipeline.variant ?? '');
  if (stamp?.contentHash === hash) {
    report.unchanged++;
    run.kept++;
    return undefined;
  }
  const failedBefore = options.knownFailures?.get(failureHash(item.hash));
  if (failedBefore === undefined) return hash;
  report.failed.push({ ...failedBefore, input: item.input, place: item.place });
  return undefined;
};

/** The scopes of a page without its own. */
const fallbackScopes = ({ source, options }: Run): Scope[] => {
  const scopes = options.scopes?.length ? options.scopes : source.scopes.length ? source.scopes : [EVERYONE];
  return scopesInSource(scopes, source.id);
};

/** HTTP statuses of a page that may no longer be seen or is gone. */
const REFUSED: ReadonlySet<number> = new Set([403, 404, 410]);

/** Reads an item. Returns undefined after reporting the failure if it cannot be read. */
const readItem = async (
  item: DocumentItem,
  hash: string,
  pages: (item: PageItem) => Promise<ExtractedPage>,
  run: Run,
): Promise<DocumentChange | 'refused' | undefined> => {
  const { source, report } = run;
  const fetchedAt = new Date().toISOString();
  const fallback = fallbackScopes(run);
  try {
    return item.kind === 'triples'
      ? statedKnowledge(item, { source, hash, scopes: fallback, fetchedAt })
      : await toDocument(item, await pages(item), { hash, fallback, fetchedAt }, run);
  } catch (error) {
    const { code, message, remedy, details } = asParleyError(error);
    report.failed.push({
      ...failureOf(item, code, message, remedy),
      ...(isUnreadable(code) && { contentHash: failureHash(item.hash) }),
    });
    return REFUSED.has(Number(details.status)) ? 'refused' : undefined;
  }
};

/** Reads the pages of items in order, and reads ahead while one is written. */
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
      // The error is handled when the page is due; this avoids an unhandled rejection.
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
  { hash, fallback, fetchedAt }: { hash: string; fallback: Scope[]; fetchedAt: string },
  { source, pipeline, report }: Run,
): Promise<DocumentChange> => {
  const { scopes, ...metadata } = page.metadata;
  const own = [item.scopes, scopes].find((named) => named?.length);
  const document: Document = {
    id: item.id,
    sourceId: source.id,
    title: page.title || (item.id.split('/').at(-1) ?? '').replace(/\.[^.]*$/, ''),
    url: item.url ?? ownAddress(metadata.canonical, pipeline.linkHosts, report),
    text: page.markdown,
    scopes: own ? scopesInSource(own, source.id) : fallback,
    updatedAt: metadata.updated ?? metadata.published,
    fetchedAt,
    contentHash: hash,
    language: await languageOf(page.markdown, metadata.language),
    metadata: { ...metadata, ...item.metadata, ...(item.access && { access: item.access }) },
  };
  const { passages, tables } = chunkDocument(document, {
    tables: page.tables,
    anchors: page.anchors,
    listEnds: page.listEnds,
    format: item.format,
  });
  if (passages.length === 0) {
    throw new ParleyError('INPUT_UNREADABLE', {
      message: 'The page holds no text.',
      remedy: 'Check that it is not empty, an image, or drawn by a script.',
    });
  }
  const indexed = { document, passages, tables };
  return { ...indexed, knowledge: ruleKnowledge(indexed) };
};

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
