import { asParleyError } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { plainFailure } from '../../conversation/plain-words.ts';

/** Logs the failure of an action, and returns the text for the person who started it. */
export const errorText = (error: unknown, log: Log): string => {
  const known = asParleyError(error);
  log.error({ err: error, code: known.code }, 'an action failed');
  if (known.code !== 'INTERNAL') {
    const { message, remedy } = plainFailure({ message: known.message, remedy: known.remedy });
    return `${message} ${remedy}`.replace(/\s+/g, ' ').trim();
  }
  return 'That did not work. Try again in a moment.';
};
