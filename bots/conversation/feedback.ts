import type { Feedback } from '../../core/conversation.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { dataWithoutSecrets } from '../../core/secrets/mask-secrets.ts';
import type { Cases } from '../../runtime/cases/cases.ts';
import type { ConversationStore } from '../../stores/index.ts';

/** Longer comments and right answers are cut off. */
const MAX_COMMENT_CHARS = 4000;

/** Stores a person's feedback on an answer, and makes a case for evals from it. @throws UNKNOWN_ID, BAD_USAGE */
export const storeFeedback = async (
  { store, cases, log }: { store: ConversationStore; cases?: Pick<Cases, 'noteThumb'>; log: Log },
  feedback: Feedback,
): Promise<void> => {
  const turn = await store.turn(feedback.turnId);
  if (!turn) {
    throw new ParleyError('UNKNOWN_ID', {
      message: 'That answer is no longer known here.',
      remedy: 'It may have been erased; ask the question again.',
    });
  }
  if (turn.status !== 'done') {
    throw new ParleyError('BAD_USAGE', {
      message: 'There is no answer yet to have an opinion of.',
      remedy: 'Wait until the answer is complete.',
    });
  }
  const { reason, comment, answer, ...rest } = dataWithoutSecrets(feedback);
  const kept: Feedback = {
    ...rest,
    ...(feedback.rating === 'down' && reason ? { reason } : {}),
    ...(comment?.trim() ? { comment: comment.trim().slice(0, MAX_COMMENT_CHARS) } : {}),
    ...(feedback.rating === 'down' && answer?.trim() ? { answer: answer.trim().slice(0, MAX_COMMENT_CHARS) } : {}),
  };
  await store.putFeedback(kept);
  // The feedback is already stored, so a failure is only logged: `parley cases collect` makes the missing case.
  await cases?.noteThumb(turn, kept).catch((error: unknown) => log.warn({ err: error }, 'a thumb became no case yet'));
};
