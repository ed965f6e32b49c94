import type { Source } from '../core/document.ts';
import { type Interval, readInterval } from '../core/interval.ts';
import type { Parley } from './parley.ts';

/** How often the worker looks which sources are due. */
const LOOK_EVERY_MS = 60_000;

/** How the worker keeps time; tests bring their own. */
export interface WorkerOptions {
  lookEveryMs?: number;
  now?: () => number;
}

/**
 * Keeps the sources in step while Parley runs: each is read again when its interval has passed since it was last read,
 * also when that was by another process or before a restart. A source that fails waits its interval before the next try.
 * PARLEY_SYNC_EVERY names the interval, or the source's own (`ingest --every`).
 */
export const startWorker = (
  parley: Parley,
  { lookEveryMs = LOOK_EVERY_MS, now = Date.now }: WorkerOptions = {},
): { close(): Promise<void> } => {
  const stop = new AbortController();
  const tried = new Map<string, number>();
  const started = now();
  const usual = parley.settings.PARLEY_SYNC_EVERY;

  const isDue = (source: Source): boolean => {
    const every = intervalOf(source) ?? usual;
    const last = Math.max(tried.get(source.id) ?? 0, source.syncedAt ? Date.parse(source.syncedAt) : started);
    return every !== 'off' && now() - last >= every;
  };

  const look = async (): Promise<void> => {
    try {
      for (const source of (await parley.stores.documents.sources()).filter(isDue)) {
        if (stop.signal.aborted) return;
        tried.set(source.id, now());
        await syncOne(parley, source.id, stop.signal);
      }
    } catch (error) {
      if (!stop.signal.aborted) parley.log.warn({ err: error }, 'the sources cannot be looked at; it is tried again');
    }
  };

  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= look().finally(() => {
      running = undefined;
    });
  }, lookEveryMs);
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
