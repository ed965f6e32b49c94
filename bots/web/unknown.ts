import { ParleyError } from '../../core/errors.ts';

/** The same words for what does not exist and for what is somebody else's. */
export const unknown = (what: 'thread' | 'answer' | 'page') =>
  new ParleyError('UNKNOWN_ID', {
    message: `This ${what} is not here.`,
    remedy: what === 'page' ? 'It may have been removed since.' : 'It may have been erased, or belong to someone else.',
  });
