import { ParleyError } from '../core/errors.ts';

/** The recommended wait before another attempt, in seconds. */
const RETRY_SECONDS = 10;

/** The error for `JobKind.maxWaiting`. */
export const queueFull = (kind: string, waiting: number): ParleyError =>
  new ParleyError('QUEUE_FULL', {
    message: `${waiting} jobs of the kind ${kind} are waiting already.`,
    remedy: 'Try again in a moment; `parley status` shows the queue. More workers empty it faster.',
    details: { kind, waiting, retryAfterSeconds: RETRY_SECONDS },
  });
