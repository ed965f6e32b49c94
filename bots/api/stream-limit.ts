import { ParleyError } from '../../core/errors.ts';

/** Value of `Retry-After` for a refused stream. */
const RETRY_AFTER_SECONDS = 10;

/** Limits the open streams of this process, so that callers cannot exhaust its memory. */
export interface StreamLimit {
  /** Counts a new stream. @returns a function that releases it, safe to call twice @throws TOO_MANY_STREAMS */
  open(callerId: string): () => void;
  readonly count: number;
}

/** @param max maximum streams in total; one caller may have half of them */
export const createStreamLimit = (max: number): StreamLimit => {
  const perCaller = Math.max(1, Math.ceil(max / 2));
  const open = new Map<string, number>();
  let count = 0;
  return {
    open(callerId) {
      const own = open.get(callerId) ?? 0;
      if (count >= max || own >= perCaller)
        throw new ParleyError('TOO_MANY_STREAMS', {
          message: own >= perCaller ? `You have ${own} streams open.` : `There are ${count} streams open.`,
          remedy: 'Close one, or come back in a few seconds.',
          details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
        });
      count += 1;
      open.set(callerId, own + 1);
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        count -= 1;
        const left = (open.get(callerId) ?? 1) - 1;
        if (left > 0) open.set(callerId, left);
        else open.delete(callerId);
      };
    },
    get count() {
      return count;
    },
  };
};
