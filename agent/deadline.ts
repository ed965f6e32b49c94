import type { Clock } from '../core/clock.ts';
import { ParleyError } from '../core/errors.ts';
import type { Meter } from './model/budget.ts';

/** A signal that aborts with CANCELLED when the asker cancels, and with BUDGET_EXHAUSTED when the seconds are over. */
export interface Deadline {
  signal: AbortSignal;
  /** Stops watching, without aborting the signal. */
  stop(): void;
}

/** Starts the clock of one question: the signal aborts when the asker's does, or once the meter's seconds are over. */
export const startDeadline = (asker: AbortSignal | undefined, meter: Meter, clock: Clock): Deadline => {
  const controller = new AbortController();
  const timer = new AbortController();
  const cancel = () => controller.abort(cancelled());
  if (asker?.aborted) cancel();
  asker?.addEventListener('abort', cancel, { once: true });
  clock.sleep(meter.remainingMs(), timer.signal).then(
    () =>
      controller.abort(
        new ParleyError('BUDGET_EXHAUSTED', {
          message: `The budget of ${meter.budget.seconds} seconds is over.`,
          remedy: 'Raise it with --budget seconds=….',
        }),
      ),
    () => {},
  );
  return {
    signal: controller.signal,
    stop() {
      timer.abort();
      asker?.removeEventListener('abort', cancel);
    },
  };
};

/** The error of a question that its asker stopped. */
export const cancelled = () =>
  new ParleyError('CANCELLED', { message: 'The question was cancelled.', remedy: 'Ask again to start anew.' });
