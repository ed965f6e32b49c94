/** Time as the agent and the chat platforms see it; a test or a simulation brings its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a clock that nobody sets, for durations; `now` serves where there is none, as in tests. */
  steady?(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  steady: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** Milliseconds that only differences of are meaningful: a clock that is set in between does not change them. */
export const steadyMs = (clock: Clock): number => clock.steady?.() ?? clock.now();

/**
 * How far apart two moments are. Of a clock that was set back what is stored lies in the future: a moment far from now, on
 * either side, is long ago.
 */
export const distanceMs = (now: number, stored: string): number => Math.abs(now - Date.parse(stored));
