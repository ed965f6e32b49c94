/** A round of the event loop that takes less than this handled no new request. */
const QUIET_MS = 1;
/** Number of quiet rounds in a row: a request takes several rounds, for its connection, head, body and session. */
const QUIET_ROUNDS = 4;
/** Maximum delay of an answer, however many requests arrive. */
const MAX_WAIT_MS = 250;

const round = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Resolves when the process has read all pending requests, or after MAX_WAIT_MS. */
const untilQuiet = async (): Promise<void> => {
  const until = performance.now() + MAX_WAIT_MS;
  for (let quiet = 0; quiet < QUIET_ROUNDS && performance.now() < until; ) {
    const at = performance.now();
    await round();
    quiet = performance.now() - at < QUIET_MS ? quiet + 1 : 0;
  }
};

/**
 * Lets callers through one at a time, each after the process has read all pending requests. With the embedded stores, an
 * answer may run without yielding to the event loop. Without this pause, many such answers in a row would block new questions
 * from being accepted until the last answer is done.
 */
export const createTurnstile = (): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => {
    last = last.then(untilQuiet);
    return last;
  };
};
