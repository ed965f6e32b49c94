import { proseAndCode } from '../../core/text/prose-and-code.ts';
import type { Stores } from '../../stores/index.ts';
import type { IncomingQuestion } from '../chat/delivery/deliveries.ts';
import { questionAbout } from '../chat/forms.ts';
import { shouldAnswer } from '../chat/should-answer.ts';
import { codeText, replaceTokens, unescaped } from './markup.ts';
import { type MessageContent, ownText, sharedText } from './message-text.ts';
import { messageId, personId, type SlackTarget } from './target.ts';

/** The fields of a message event that Parley reads. */
export interface SlackMessage extends MessageContent {
  type: string;
  subtype?: string;
  channel: string;
  channel_type?: string;
  user?: string;
  user_team?: string;
  bot_id?: string;
  ts: string;
  thread_ts?: string;
  hidden?: boolean;
  files?: {
    name?: string;
    mimetype?: string;
    size?: number;
    /** `tombstone` for a deleted file. */
    mode?: string;
    url_private_download?: string;
    url_private?: string;
  }[];
}

/** Subtypes of messages that a person writes. */
const WRITTEN = new Set(['file_share', 'thread_broadcast', 'me_message']);

/** How Parley classifies a message. */
export type IncomingMessage =
  | { kind: 'question'; question: IncomingQuestion<SlackTarget> }
  /** `greeting`: Parley is addressed without a question. `off`: it is switched off in the channel. */
  | { kind: 'greeting' | 'off'; channel: string; user: string; threadTs?: string }
  | { kind: 'nothing' };

const NOTHING: IncomingMessage = { kind: 'nothing' };

/** Replaces Slack's markup by plain text (docs.slack.dev/messaging/formatting-message-text); code keeps its spaces. */
export const plainText = (text: string, botUser: string): string =>
  proseAndCode(text)
    .map((part, index) => (index % 2 === 1 ? codeText(part) : prose(part, botUser)))
    .join('')
    .trim();

const prose = (text: string, botUser: string): string =>
  unescaped(
    replaceTokens(text, {
      person: (id, label) => (id === botUser ? ' ' : `@${label || id}`),
      channel: (id, label) => `#${label || id}`,
      link: (url, label) => (label && label !== url ? `${label} (${url})` : url),
    }),
  ).replace(/[ \t]+/g, ' ');

/** What a message asks: its own words, with the message that it forwards; a message forwarded without a word as it stands. */
export const askedText = (message: MessageContent, botUser: string): string => {
  const [own, shared] = [ownText(message), sharedText(message)].map((text) => plainText(text, botUser));
  return own ? questionAbout(own, shared) : (shared ?? '');
};

/**
 * Classifies a message as a question to Parley, a greeting, a mention where Parley is switched off, or none of these. The two
 * events of a mention (`app_mention` and `message`) get the same key.
 */
export const readMessage = async (
  stores: Pick<Stores, 'keyValues' | 'conversations'>,
  { team, botUser, message }: { team: string; botUser: string; message: SlackMessage },
): Promise<IncomingMessage> => {
  const { subtype, user, channel, ts } = message;
  const ordinary = subtype === undefined || WRITTEN.has(subtype);
  if (!ordinary || message.bot_id || message.hidden || !user || user === botUser) return NOTHING;
  const raw = ownText(message);
  const text = askedText(message, botUser);
  // A mention (`app_mention`) does not say what kind of channel it is in.
  const direct = message.channel_type === 'im' || channel.startsWith('D');
  const mentioned = message.type === 'app_mention' || raw.includes(`<@${botUser}>`);
  const threadTs = message.thread_ts ?? ts;
  const conversationId = messageId({ team, channel }, threadTs);
  const inThread = message.thread_ts !== undefined && message.thread_ts !== ts;
  const authorId = personId(team, user);
  const { decision, followed } = await shouldAnswer(stores, {
    channel: direct ? undefined : `slack:${team}/${channel}`,
    conversationId,
    authorId,
    text,
    mentioned,
    mentionsOthers: /<@[A-Z0-9]+/.test(raw.replaceAll(`<@${botUser}>`, '')),
    repliesToParley: false,
    position: inThread ? 'reply' : 'root',
    forumPost: false,
  });
  if (decision === 'silent') return NOTHING;
  const where = { channel, user, ...(inThread && { threadTs }) };
  if (decision === 'off') return { kind: 'off', ...where };
  const kept = (message.files ?? []).filter(({ mode }) => mode !== 'tombstone');
  if (text === '' && kept.length === 0 && message.files?.length) return NOTHING;
  const files = kept.map((file) => ({
    name: file.name ?? 'file',
    size: file.size ?? 0,
    type: file.mimetype ?? '',
    url: file.url_private_download ?? file.url_private ?? '',
  }));
  if (text === '' && files.length === 0) return { kind: 'greeting', ...where };
  return {
    kind: 'question',
    question: {
      key: messageId({ team, channel }, ts),
      conversationId,
      askerId: authorId,
      workspace: `slack:${team}`,
      text: text || 'What does this file say?',
      ...(decision === 'answer-if-found' && { onlyIfFound: true }),
      target: {
        team,
        channel,
        user,
        ts,
        threadTs,
        files,
        ...(message.user_team && message.user_team !== team && { userTeam: message.user_team }),
        channelType: direct ? 'im' : 'channel',
        ephemeral: false,
        joinsThread: inThread && !followed,
      },
    },
  };
};
