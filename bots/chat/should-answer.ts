import type { Stores } from '../../stores/index.ts';
import { threadReply } from '../conversation/index.ts';
import { asksSomething, readChannelSettings } from './channel-settings.ts';
import { createThreadActivity } from './thread-activity.ts';

/** A message as far as it decides whether Parley answers. */
export interface IncomingText {
  /** `slack:T1/C1`, the key of the channel's settings; undefined in a direct message. */
  channel: string | undefined;
  conversationId: string;
  authorId: string;
  /** Plain text, without a mention of Parley. */
  text: string;
  mentioned: boolean;
  mentionsOthers: boolean;
  /** It replies to one of Parley's messages. */
  repliesToParley: boolean;
  /** `reply`: in a thread that was there before; `root`: outside of threads, or the first message of a forum post. */
  position: 'root' | 'reply';
  /** A forum post: its title asks, whatever its text is. */
  forumPost: boolean;
}

/**
 * `answer`; `answer-if-found`: answered only if the pages hold the answer, else nothing is posted; `off`: addressed where
 * Parley is switched off; `silent`.
 */
export type MessageDecision = 'answer' | 'answer-if-found' | 'off' | 'silent';

/**
 * Decides whether a message is a question to Parley, the same on every platform: a direct message, a mention, a message in a
 * channel that is set to be answered, or what asks something in a thread that Parley follows.
 */
export const shouldAnswer = async (
  stores: Pick<Stores, 'keyValues' | 'conversations'>,
  message: IncomingText,
): Promise<{ decision: MessageDecision; followed: boolean }> => {
  const { channel, conversationId, authorId, text, mentioned, mentionsOthers, repliesToParley, position } = message;
  const followed = position === 'reply' && (await stores.conversations.conversation(conversationId)) !== undefined;
  const result = (decision: MessageDecision) => ({ decision, followed });
  if (channel === undefined) return result('answer');
  const { mode } = await readChannelSettings(stores.keyValues, channel);
  if (mode === 'off') return result(mentioned ? 'off' : 'silent');
  if (mentioned) return result('answer');
  if (followed || repliesToParley) {
    const activity = createThreadActivity(stores);
    const { askerId, othersWrote } = await activity.read(conversationId);
    const decision = threadReply({
      text,
      addressed: false,
      mentionsOthers,
      byAsker: askerId === authorId || repliesToParley,
      othersWrote: othersWrote && !repliesToParley,
    });
    if (decision !== 'answer') await activity.wrote(conversationId, authorId);
    return result(decision);
  }
  const asks = mode === 'all' || (mode === 'questions' && (message.forumPost || asksSomething(text)));
  return result(position === 'root' && !mentionsOthers && asks ? 'answer' : 'silent');
};
