import { asParleyError, ParleyError } from '../../core/errors.ts';
import type { TurnEvent } from './events.ts';

/** The event that tells a person that a turn failed. */
export type FailureEvent = Extract<TurnEvent, { type: 'error' }>;

/** The error for a question that its asker stopped. */
export const stopped = () =>
  new ParleyError('CANCELLED', { message: 'This answer was stopped.', remedy: 'Ask again whenever you like.' });

/** The error while the process shuts down. The event stays unfinished, so that the next process resumes it. */
export const closing = () =>
  new ParleyError('CANCELLED', {
    message: 'Parley is restarting.',
    remedy: 'Your question is kept; it is taken up again when Parley is back.',
  });

/**
 * Turns an error into the event for the asker. The message of an unexpected error may contain anything, so it is replaced by a
 * general one with the turn's id, by which the operator finds the log entry.
 */
export const failureOf = (error: unknown, turnId: string): FailureEvent => {
  const { code, message, remedy, details } = asParleyError(error);
  const { retryAfterSeconds } = details;
  return code === 'INTERNAL'
    ? {
        type: 'error',
        turnId,
        code,
        message: 'Something went wrong inside Parley.',
        remedy: `Ask again; if it happens again, give whoever runs Parley this number: ${turnId}.`,
      }
    : {
        type: 'error',
        turnId,
        code,
        message,
        remedy,
        ...(typeof retryAfterSeconds === 'number' && { retryAfterSeconds }),
      };
};
