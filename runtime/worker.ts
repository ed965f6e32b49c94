import type { Source } from '../core/document.ts';
import { type Interval, readInterval } from '../core/interval.ts';
import type { Parley } from './parley.ts';

/** How exactly intervals are kept. */
const TICK_MS = 60_000;
/** The list of sources, which counts their documents, is read again this often for new ones, however long none is due. */
const LIST_EVERY_MS = 10 * 60_000;

/**
 * Keeps the sources in step while Parley runs: each is read again when its interval has passed since it was last read,
 * also when that was by another process or before a restart. A source that fails waits its interval before the next try.
 * PARLEY_SYNC_EVERY names the interval, or the source's own (`ingest --every`).
 */
export const startWorker = (parley: Parley): { close(): Promise<void> } => {
  const stop = new AbortController();
  const tried = new Map<string, number>();
  const started = Date.now();
  const usual = parley.settings.PARLEY_SYNC_EVERY;

  const dueAt = (source: Source): number => {
    const every = intervalOf(source) ?? usual;
    const last = Math.max(tried.get(source.id) ?? 0, source.syncedAt ? Date.parse(source.syncedAt) : started);
    return every === 'off' ? Number.POSITIVE_INFINITY : last + every;
  };

  const look = async (): Promise<void> => {
    try {
      const sources = await parley.stores.documents.sources();
      for (const source of sources.filter((one) => dueAt(one) <= Date.now())) {
        if (stop.signal.aborted) return;
        tried.set(source.id, Date.now());
        await syncOne(parley, source.id, stop.signal);
      }
      lookAt = Math.min(Date.now() + LIST_EVERY_MS, ...sources.map(dueAt));
    } catch (error) {
      if (!stop.signal.aborted) parley.log.warn({ err: error }, 'the sources cannot be looked at; it is tried again');
    }
  };

  let lookAt = 0;
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    if (Date.now() < lookAt) return;
    running ??= look().finally(() => {
      running = undefined;
    });
  }, TICK_MS);
  return {
    async close() {
      clearInterval(timer);
      stop.abort();
      await running;
    },
  };
};

/** The interval that a source was given by itself. */
const intervalOf = ({ options }: Source): Interval | undefined =>
  typeof options?.every === 'string' ? readInterval(options.every) : undefined;

const syncOne = async (parley: Parley, id: string, signal: AbortSignal): Promise<void> => {
  try {
    const report = await parley.sync([id], { signal });
    parley.log.info({ report }, 'a source is in step');
  } catch (error) {
    if (!signal.aborted)
      parley.log.warn({ err: error, source: id }, 'sync failed; it is tried again after its interval');
  }
};
