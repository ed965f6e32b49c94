/** A round of the event loop that took less than this had nobody new to hear. */
const QUIET_MS = 1;
/** A request is read in a few rounds: its connection, its head, its body, the cookie's check on another thread. */
const QUIET_ROUNDS = 4;
/** However many come, an answer begins after this. */
const MAX_HEARING_MS = 250;

const round = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Resolves when the process has heard whoever has come. */
const hear = async (): Promise<void> => {
  const until = performance.now() + MAX_HEARING_MS;
  for (let quiet = 0; quiet < QUIET_ROUNDS && performance.now() < until; ) {
    const at = performance.now();
    await round();
    quiet = performance.now() - at < QUIET_MS ? quiet + 1 : 0;
  }
};

/**
 * Lets callers through one after the other, each when the process has heard whoever has come meanwhile. The embedded stores
 * answer at once, so an answer can be worked out without a pause; a crowd of them, started one after the other, would keep
 * every new question unheard until the last is done, and so without a place in the line.
 */
export const createTurnstile = (): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => {
    last = last.then(hear);
    return last;
  };
};
