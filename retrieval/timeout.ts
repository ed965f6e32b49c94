/** A timeout is counted in ticks of this length. */
const TICK_MS = 100;

/**
 * Aborts after so many milliseconds in which this process was free to take the answer. A tick that comes late counts as
 * one: while many searches keep the process busy, the answer may long be there, unread.
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

/** Rejects with the signal's reason once it is aborted: for racing with work that takes no signal. */
export const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
