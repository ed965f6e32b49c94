import { asParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';

/** A failure of something that a person pressed, in words for them; what nobody expected goes to the log. */
export const errorText = (error: unknown, log: Log): string => {
  const known = asParleyError(error);
  if (known.code !== 'INTERNAL') return known.oneLine;
  log.error({ err: error }, 'an action failed');
  return 'That did not work. Try again in a moment.';
};
