import type { Source } from '../../core/document.ts';
import { isParleyError } from '../../core/errors.ts';
import { type Interval, readInterval } from '../../core/interval.ts';
import type { Log } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';
import type { Parley } from '../parley.ts';
import { SYNC } from './kinds.ts';
import type { JobHandler } from './run-jobs.ts';

/** How exactly intervals are kept. */
const TICK_MS = 60_000;
/** The list of sources, which counts their documents, is read again this often for new ones, however long none is due. */
const LIST_EVERY_MS = 10 * 60_000;
/** When each source was last tried: a row each, by the source's id. */
export const TRIES = 'sync-tried';

type SyncParley = Pick<Parley, 'settings' | 'log'> & { stores: Pick<Stores, 'documents' | 'jobs' | 'keyValues'> };

/**
 * Hands in a job for each source whose interval has passed since it was last read or tried, by whichever process, also before
 * a restart. PARLEY_SYNC_EVERY names the interval, or the source's own (`ingest --every`). Any number of processes may do so
 * at once: a source has one job.
 */
export const scheduleSyncs = ({ settings, stores, log }: SyncParley): { close(): Promise<void> } => {
  const started = Date.now();
  let closed = false;

  const dueAt = async (source: Source): Promise<number> => {
    const every = intervalOf(source) ?? settings.PARLEY_SYNC_EVERY;
    if (every === 'off') return Number.POSITIVE_INFINITY;
    const tried = await stores.keyValues.get<{ at: number }>(TRIES, source.id);
    return Math.max(tried?.at ?? 0, source.syncedAt ? Date.parse(source.syncedAt) : started) + every;
  };

  const look = async (): Promise<void> => {
    try {
      const due = [];
      for (const source of await stores.documents.sources()) due.push({ id: source.id, at: await dueAt(source) });
      for (const { id, at } of due) {
        if (closed) return;
        if (at <= Date.now()) await handIn(stores, id, log);
      }
      const later = due.map(({ at }) => at).filter((at) => at > Date.now());
      // What was handed in is due again an interval after its try, which is not known yet.
      lookAt = due.length > later.length ? 0 : Math.min(Date.now() + LIST_EVERY_MS, ...later);
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'the sources cannot be looked at; it is tried again');
    }
  };

  let lookAt = 0;
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    // Of a clock that was set back the next look would be far away.
    if (Date.now() < lookAt && lookAt - Date.now() <= LIST_EVERY_MS) return;
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

const handIn = async ({ jobs }: Pick<Stores, 'jobs'>, id: string, log: Log): Promise<void> => {
  try {
    await jobs.enqueue({ kind: SYNC, key: id, data: {} });
  } catch (error) {
    if (!isParleyError(error, 'QUEUE_FULL')) throw error;
    log.warn({ source: id }, 'too many syncs wait already; this source is handed in later');
  }
};

/** The interval that a source was given by itself. */
const intervalOf = ({ options }: Source): Interval | undefined =>
  typeof options?.every === 'string' ? readInterval(options.every) : undefined;

/** Reads one source again. */
export const syncHandler = (parley: SyncParley & Pick<Parley, 'sync'>, atOnce: number): JobHandler => ({
  kind: SYNC,
  atOnce,
  // Reading a source of a million pages again takes hours.
  maxMs: 24 * 3_600_000,
  async run({ key: id }, signal) {
    const { stores, log } = parley;
    const known = (await stores.documents.sources()).some((source) => source.id === id);
    // Forgotten since it was handed in.
    if (!known) return;
    await stores.keyValues.put(TRIES, id, { at: Date.now() });
    const report = await parley.sync([id], { signal });
    log.info({ report }, 'a source is in step');
  },
});
