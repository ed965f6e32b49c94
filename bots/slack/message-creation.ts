import type { Delivery } from '../chat/delivery/delivery.ts';
import type { Calls } from './calls.ts';
import type { ReplyMessage } from './reply-message.ts';
import { messageId, type SlackTarget } from './target.ts';

/** Posts the messages of a reply, each exactly once, even if the process crashes. */
export const createMessageCreation = ({
  calls,
  delivery,
  save,
  orphan,
}: {
  calls: Calls;
  delivery: Delivery<SlackTarget>;
  save: () => Promise<void>;
  /** Finds a message of Parley in the thread that belongs to no delivery. */
  orphan: () => Promise<string | undefined>;
}) => {
  /** Posts a message exactly once. If that fails, the next update tries again. */
  const create = async (message: ReplyMessage, post: () => Promise<string | undefined>): Promise<void> => {
    try {
      await createOnce(message, post);
    } catch (error) {
      if (message.ts === undefined) {
        message.mode = 'new';
        message.sent = '';
      }
      throw error;
    }
  };

  /** Saves `posting` before the message is posted and its id afterwards, so that a crash in between can be detected. */
  const createOnce = async (message: ReplyMessage, post: () => Promise<string | undefined>): Promise<void> => {
    const find = async () => (message.ts === undefined ? await orphan() : undefined);
    const adopted = delivery.posting ? await find() : undefined;
    if (adopted !== undefined) {
      message.mode = 'edit';
      message.sent = undefined;
    } else {
      delivery.posting = true;
      await save();
    }
    let found = false;
    const ts =
      adopted ??
      (await calls.once(post, async () => {
        const existing = await find();
        found = existing !== undefined;
        return existing;
      }));
    if (found) {
      message.mode = 'edit';
      message.sent = undefined;
    }
    if (ts === undefined) throw new Error('Slack named no message');
    message.ts = ts;
    delivery.messages.push(messageId(delivery.target, ts));
    delivery.posting = false;
    await save();
  };

  return create;
};
