import type { Source } from '../../core/document.ts';
import { isParleyError, ParleyError } from '../../core/errors.ts';
import { type Interval, readInterval } from '../../core/interval.ts';
import type { Log } from '../../core/log.ts';
import type { IngestReport } from '../../ingest/report.ts';
import type { Stores } from '../../stores/index.ts';
import type { Parley } from '../parley.ts';
import { SYNC } from './kinds.ts';
import type { JobHandler } from './run-jobs.ts';

/** How often due sources are checked. */
const TICK_MS = 60_000;
/** The list of sources is read at least this often, to find new ones. Reading it counts documents, so not at every tick. */
const LIST_EVERY_MS = 10 * 60_000;
/** Kind of the records with the time of each source's last attempt, by source id. */
export const SYNC_ATTEMPTS = 'sync-tried';

/** Failures that say that a place cannot be reached, not that a page of it cannot be read. */
const isUnreached = (code: string): code is 'INPUT_NOT_FOUND' | 'FETCH_FAILED' =>
  code === 'INPUT_NOT_FOUND' || code === 'FETCH_FAILED';

type SyncParley = Pick<Parley, 'settings' | 'log'> & { stores: Pick<Stores, 'documents' | 'jobs' | 'keyValues'> };

/**
 * Enqueues a job for each source whose interval has passed since the last sync or attempt of any process. The interval is the
 * source's own (`ingest --every`) or PARLEY_SYNC_EVERY. Several processes may do this at once, because the queue deduplicates
 * jobs by source.
 */
export const scheduleSyncs = ({ settings, stores, log }: SyncParley): { close(): Promise<void> } => {
  const started = Date.now();
  let closed = false;

  const dueAt = async (source: Source): Promise<number> => {
    const every = intervalOf(source) ?? settings.PARLEY_SYNC_EVERY;
    if (every === 'off') return Number.POSITIVE_INFINITY;
    const tried = await stores.keyValues.get<{ at: number }>(SYNC_ATTEMPTS, source.id);
    return Math.max(tried?.at ?? 0, source.syncedAt ? Date.parse(source.syncedAt) : started) + every;
  };

  const look = async (): Promise<void> => {
    try {
      const due = [];
      for (const source of await stores.documents.sources()) due.push({ id: source.id, at: await dueAt(source) });
      for (const { id, at } of due) {
        if (closed) return;
        if (at <= Date.now()) await enqueueSync(stores, id, log);
      }
      const later = due.map(({ at }) => at).filter((at) => at > Date.now());
      // The next due time of enqueued sources depends on when their job runs, so checks at the next tick.
      checkAt = due.length > later.length ? 0 : Math.min(Date.now() + LIST_EVERY_MS, ...later);
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'the sources cannot be looked at; it is tried again');
    }
  };

  let checkAt = 0;
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    // If the clock was set back, `checkAt` may be far in the future and is ignored.
    if (Date.now() < checkAt && checkAt - Date.now() <= LIST_EVERY_MS) return;
    running ??= look().finally(() => {
      running = undefined;
    });
  }, TICK_MS);
  return {
    async close() {
      closed = true;
      clearInterval(timer);
      await running;
    },
  };
};

const enqueueSync = async ({ jobs }: Pick<Stores, 'jobs'>, id: string, log: Log): Promise<void> => {
  try {
    await jobs.enqueue({ kind: SYNC, key: id, data: {} });
  } catch (error) {
    if (!isParleyError(error, 'QUEUE_FULL')) throw error;
    log.warn({ source: id }, 'too many syncs wait already; this source is handed in later');
  }
};

/** The source's own interval; undefined if it has none. */
const intervalOf = ({ options }: Source): Interval | undefined =>
  typeof options?.every === 'string' ? readInterval(options.every) : undefined;

/**
 * Fails the job of a source of which nothing could be reached, such as a folder that is gone or not mounted: it is tried again,
 * and is then kept for a person to see.
 */
const assertReached = (id: string, { failed, added, updated, unchanged, deleted }: IngestReport): void => {
  const [first] = failed;
  if (first === undefined || !isUnreached(first.code) || !failed.every(({ code }) => isUnreached(code))) return;
  if (added + updated + unchanged + deleted > 0) return;
  throw new ParleyError(first.code, {
    message: `Nothing of the source ${id} can be read: ${first.input}: ${first.message}`,
    remedy: first.remedy,
  });
};

/** The job handler that syncs one source. */
export const syncHandler = (parley: SyncParley & Pick<Parley, 'sync'>, atOnce: number): JobHandler => ({
  kind: SYNC,
  atOnce,
  // A sync of a million pages takes hours.
  maxMs: 24 * 3_600_000,
  async run({ key: id }, signal) {
    const { stores, log } = parley;
    const known = (await stores.documents.sources()).some((source) => source.id === id);
    // The source was deleted since the job was enqueued.
    if (!known) return;
    await stores.keyValues.put(SYNC_ATTEMPTS, id, { at: Date.now() });
    const report = await parley.sync([id], { signal });
    assertReached(id, report);
    log.info({ report }, 'a source is in step');
  },
});
