import type { Stores } from '../../stores/index.ts';
import { threadReply } from '../conversation/thread-reply.ts';
import { asksSomething, readChannelSettings } from './channel-settings.ts';
import { createThreadActivity } from './thread-activity.ts';

/** The properties of a message on which the decision to answer depends. */
export interface IncomingText {
  /** `slack:T1/C1`, the key of the channel's settings; undefined in a direct message. */
  channel: string | undefined;
  conversationId: string;
  authorId: string;
  /** Plain text without the mention of Parley. */
  text: string;
  mentioned: boolean;
  mentionsOthers: boolean;
  /** True when it is a reply to one of Parley's messages. */
  repliesToParley: boolean;
  /** `reply`: in an existing thread. `root`: outside of threads, or the first message of a forum post. */
  position: 'root' | 'reply';
  /** True for a new forum post, which counts as a question whatever its text. */
  forumPost: boolean;
}

/**
 * `answer-if-found`: post an answer only if the pages contain it. `off`: the message mentions Parley in a channel where it is
 * switched off. `silent`: ignore the message.
 */
export type MessageDecision = 'answer' | 'answer-if-found' | 'off' | 'silent';

/**
 * Decides, in the same way on every platform, whether a message is a question to Parley. That is a direct message, a mention,
 * a message that the channel's mode includes, or a question in a thread that Parley follows.
 * @returns the decision, and `followed`: true when the message is in a thread in which Parley has answered
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
