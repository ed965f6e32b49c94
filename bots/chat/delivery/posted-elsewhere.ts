import type { Turn } from '../../../core/conversation.ts';
import { revisionId } from '../../../stores/index.ts';
import type { ReplyEnd } from '../platform.ts';
import type { AttemptContext, AttemptOptions } from './attempt-context.ts';
import type { createRetries } from './retries.ts';

/**
 * Keeps an attempt from hiding the end of its question that another process has posted in the same messages.
 * @param endOf the end of such a turn, as it is posted
 */
export const createPostedElsewhere = <Target>(
  { stores, answered }: Pick<AttemptOptions, 'stores' | 'answered'>,
  { delivery, reply, signed }: Pick<AttemptContext<Target>, 'delivery' | 'reply' | 'signed'>,
  { withRetries, read }: ReturnType<typeof createRetries>,
  endOf: (turn: Turn) => ReplyEnd,
) => {
  /**
   * Shows an end again that another process has posted in the same message, as for an interaction: a call of this attempt
   * that took long may have replaced it with an earlier state.
   * @returns false when no other process has posted it
   */
  const showAgain = async (last: ReplyEnd): Promise<boolean> => {
    const shown = delivery.messages.length > 0 ? await read(answered) : undefined;
    if (!shown || shown.delivery.turnId !== last.turnId) return false;
    // Without a first sign, this attempt has replaced nothing: what a stopped reply shows is more than could be shown again.
    const isUntouched = last.kind === 'stopped' && !signed;
    const isSame = shown.delivery.messages.some((id) => delivery.messages.includes(id));
    if (isUntouched || !isSame) return true;
    // The running call ends first, so that it does not arrive after this one.
    await reply.leave();
    try {
      await withRetries(() => shown.reply.finish(last, true));
    } finally {
      await shown.reply.leave();
    }
    return true;
  };

  /**
   * The turn, read anew once no call of this attempt is under way any more: the first sign may land over the end that another
   * process posts meanwhile, also of a turn that had ended and was about to be posted.
   */
  const turnBehindSign = async (find: () => Promise<Turn | undefined>): Promise<Turn | undefined> => {
    const turn = await find();
    if (!turn || !signed) return turn;
    await reply.leave();
    return find();
  };

  /** When the store failed: true if another process has posted the end of this turn, which then stands again. */
  const showStandingEnd = async (): Promise<boolean> => {
    const find = () => stores.conversations.turnByEvent(revisionId(delivery));
    const turn = await turnBehindSign(find).catch(() => undefined);
    return turn !== undefined && turn.status !== 'running' && showAgain(endOf(turn));
  };

  return { showAgain, turnBehindSign, showStandingEnd };
};
