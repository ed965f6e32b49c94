/** The time source of the agent and the chat platforms. Tests and simulations replace it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a monotonic clock, for durations. `now` is used if absent, as in tests. */
  steady?(): number;
  /** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

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

/** Monotonic milliseconds, of which only differences are meaningful: setting the clock does not change them. */
export const steadyMs = (clock: Clock): number => clock.steady?.() ?? clock.now();

/**
 * Absolute distance of two moments. After a clock was set back, stored moments may be in the future; they then count as
 * equally long ago.
 */
export const distanceMs = (now: number, stored: string): number => Math.abs(now - Date.parse(stored));

/** True for a time, in milliseconds since 1970, that a `Date` can hold. */
export const isTime = (ms: number): boolean => !Number.isNaN(new Date(ms).getTime());
