/** Timeouts are counted in ticks of this length. */
const TICK_MS = 100;

/**
 * Aborts after `ms` milliseconds in which the event loop was free to receive the answer. A delayed tick counts as one tick,
 * because while the process is busy, an answer may have arrived that is not yet read.
 */
export const createTimeout = (ms: number): { signal: AbortSignal; end(): void } => {
  const stop = new AbortController();
  let left = Math.ceil(ms / TICK_MS);
  const timer = setInterval(
    () => {
      left -= 1;
      if (left <= 0) stop.abort(new DOMException('There was no answer in time.', 'TimeoutError'));
    },
    Math.min(TICK_MS, ms),
  );
  timer.unref();
  return { signal: stop.signal, end: () => clearInterval(timer) };
};

/** Rejects with the signal's reason when it aborts, for racing with work that accepts no signal. */
export const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
