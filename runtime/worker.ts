import type { Parley } from './parley.ts';

/** How often sources are looked at again. */
const SYNC_EVERY_MS = 60 * 60 * 1000;

/** Keeps the sources in step while Parley runs; the first round is one interval after the start. */
export const startWorker = (parley: Parley): { close(): Promise<void> } => {
  const stop = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => syncAll(parley, stop.signal));
  }, SYNC_EVERY_MS);
  return {
    async close() {
      clearInterval(timer);
      stop.abort();
      await running;
    },
  };
};

const syncAll = async (parley: Parley, signal: AbortSignal): Promise<void> => {
  try {
    const report = await parley.sync([], { signal });
    parley.log.info({ report }, 'sources are in step');
  } catch (error) {
    if (!signal.aborted) parley.log.warn({ error }, 'sync failed; it is tried again in an hour');
  }
};
