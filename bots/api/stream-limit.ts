import { ParleyError } from '../../core/errors.ts';

/** Seconds after which a caller who was refused may find a place. */
const RETRY_AFTER_SECONDS = 10;

/** Counts the streams that are open in this process, so that nobody can hold all of its memory. */
export interface StreamLimit {
  /** Takes a place. @returns gives it back; safe to call twice @throws TOO_MANY_STREAMS */
  open(callerId: string): () => void;
  readonly count: number;
}

/** @param max streams in total; one caller may hold half of them */
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
