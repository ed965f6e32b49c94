import type { Feedback } from '../../core/conversation.ts';
import { ParleyError } from '../../core/errors.ts';
import type { ConversationStore } from '../../stores/index.ts';

/** The longest comment that is kept, in characters. */
export const MAX_COMMENT_CHARS = 4000;

/** Keeps what a person thought of an answer. @throws UNKNOWN_ID, BAD_USAGE */
export const storeFeedback = async (store: ConversationStore, feedback: Feedback): Promise<void> => {
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
  const { reason, comment, ...rest } = feedback;
  await store.putFeedback({
    ...rest,
    ...(feedback.rating === 'down' && reason ? { reason } : {}),
    ...(comment?.trim() ? { comment: comment.trim().slice(0, MAX_COMMENT_CHARS) } : {}),
  });
};
