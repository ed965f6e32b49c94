import { asParleyError, ParleyError } from '../../core/errors.ts';
import type { TurnEvent } from './events.ts';

/** What a person is told when a turn fails. */
export type FailureEvent = Extract<TurnEvent, { type: 'error' }>;

/** The question was stopped by the one who asked it. */
export const stopped = () =>
  new ParleyError('CANCELLED', { message: 'This answer was stopped.', remedy: 'Ask again whenever you like.' });

/** The process is going down; the event stays claimed and unfinished, so that it is taken up afterwards. */
export const closing = () =>
  new ParleyError('CANCELLED', {
    message: 'Parley is restarting.',
    remedy: 'Your question is kept; it is taken up again when Parley is back.',
  });

/**
 * A failure in words for the person who asked. What nobody expected is not described to them, since its words may hold
 * anything; the turn's id leads whoever runs Parley to the log.
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
