/**
 * Lets callers through one a round of the event loop. The embedded stores answer at once, so an answer can be worked out
 * without a pause; a crowd of them, started one after the other, would keep every new question unheard until the last is
 * done. Between two rounds the process hears whoever has come meanwhile.
 */
export const createTurnstile = (): (() => Promise<void>) => {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)));
    return last;
  };
};
