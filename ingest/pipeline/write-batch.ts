import { isParleyError } from '../../core/errors.ts';
import { scopesInSource } from '../../core/source-scopes.ts';
import type { DocumentChange, DocumentStamp } from '../../stores/index.ts';
import { NOBODY } from '../access/rules.ts';
import { contentHash, failureHash, type PageAccess, type PageItem } from '../inputs/item.ts';
import { readAhead, readItem } from './read-item.ts';
import { cancelled, type DocumentItem, failureOf, fallbackScopes, type Run } from './run.ts';

/** Pages that were read this long ago are written: a place with one page a second would lose a whole batch by a crash. */
const MAX_UNWRITTEN_MS = 10_000;
/** Maximum passages in memory before a write, because documents may be long. */
const MAX_PASSAGES = 2048;

/**
 * Reads the new and changed pages of a batch and writes them, and gives unchanged ones the scopes that they have now.
 * @throws CANCELLED after storing the documents that were ready
 */
export const writeBatch = async (batch: readonly DocumentItem[], run: Run): Promise<void> => {
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
