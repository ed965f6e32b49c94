import type { Turn } from '../../core/conversation.ts';
import { type ErrorCode, ParleyError } from '../../core/errors.ts';
import type { Ask } from '../conversation/events.ts';
import type { WebDependencies } from '../web/dependencies.ts';

/**
 * Starts a question, or returns the turn that the same event started earlier.
 * @throws the error with which the conversation refuses it, or with which it could not be stored; ALREADY_SENT with
 *   `retryAfterSeconds` while another request stores the same event
 */
export const startTurn = async (
  { live, parley }: Pick<WebDependencies, 'live' | 'parley'>,
  ask: Ask,
): Promise<Turn> => {
  const first = await live.start(ask);
  const turnId = 'turnId' in first ? first.turnId : undefined;
  const turn = turnId ? await parley.stores.conversations.turn(turnId) : undefined;
  if (turn) return turn;
  if (first.type === 'error') {
    const { code, retryAfterSeconds, message, remedy } = first;
    throw new ParleyError(code as ErrorCode, { message, remedy, details: { retryAfterSeconds } });
  }
  // Another request is storing the same event, or it was refused a moment ago.
  throw new ParleyError('ALREADY_SENT', {
    message: 'This question was sent a moment ago.',
    remedy: 'Send it again in about 15 seconds.',
    details: { retryAfterSeconds: 15 },
  });
};
