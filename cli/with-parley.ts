import type { Parley } from '../runtime/parley.ts';

/**
 * Opens Parley by the settings, runs `work`, and closes it whatever happens. Ctrl-C and SIGTERM abort the signal that
 * `work` is given, so that it stops between two batches and nothing is left half-written.
 */
export const withParley = async <T>(work: (parley: Parley, signal: AbortSignal) => Promise<T>): Promise<T> => {
  const [{ openParley }, { readSettings }, { chatHistories }] = await Promise.all([
    import('../runtime/open.ts'),
    import('../core/settings.ts'),
    import('../bots/histories.ts'),
  ]);
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const parley = await openParley(readSettings(), { sourceKinds: chatHistories });
  try {
    return await work(parley, stop.signal);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    await parley.close();
  }
};
