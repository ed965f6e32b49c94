import type { Parley } from '../runtime/parley.ts';
import { prepareLocalEncoder } from './local-encoder.ts';
import { printError } from './output.ts';
import { createPlainLog } from './plain-log.ts';

/**
 * Opens Parley with the settings, runs `work`, and always closes it. Ctrl-C and SIGTERM abort `signal`, so that `work` stops
 * after the current page without incomplete writes; a second one ends the process. Unless PARLEY_LOG is set, the log is printed
 * as plain lines at the end, without texts that `work` passed to `alreadyPrinted`.
 *
 * @param options `encodes`: `work` encodes pages, so missing parts of a local encoder are offered for download first.
 *   `serves`: `work` runs until it is stopped, so the log is structured and written immediately
 */
export const withParley = async <T>(
  work: (parley: Parley, signal: AbortSignal, alreadyPrinted: (text: string) => void) => Promise<T>,
  { encodes = false, serves = false }: { encodes?: boolean; serves?: boolean } = {},
): Promise<T> => {
  const [{ openParley }, { readBotSettings }, { chatHistories }] = await Promise.all([
    import('../runtime/open.ts'),
    import('../bots/settings.ts'),
    import('../bots/histories.ts'),
  ]);
  const settings = readBotSettings();
  // Before signals are handled, so that Ctrl-C at the encoder's question ends the process.
  if (encodes) await prepareLocalEncoder(settings);
  const how = encodes ? ' after the current page; what is done so far is kept' : '';
  return interruptible(async (signal) => {
    const log = serves || process.env.PARLEY_LOG ? undefined : createPlainLog();
    try {
      const parley = await openParley({ settings, log, sourceKinds: (parts) => chatHistories({ ...parts, settings }) });
      try {
        return await work(parley, signal, (text) => log?.alreadyPrinted(text));
      } finally {
        await parley.close();
      }
    } finally {
      log?.release();
    }
  }, how);
};

/**
 * Runs `work` with a signal that Ctrl-C and SIGTERM abort; a second one ends the process.
 * @param how text after "Stopping" in the message: when it stops, and what is kept
 */
export const interruptible = async <T>(work: (signal: AbortSignal) => Promise<T>, how = ''): Promise<T> => {
  const stop = new AbortController();
  const interrupt = () => {
    printError(`Stopping${how}. Ctrl-C again stops at once.`);
    stop.abort();
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    return await work(stop.signal);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
};
