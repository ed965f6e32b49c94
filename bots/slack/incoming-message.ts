import type { Stores } from '../../stores/index.ts';
import type { IncomingQuestion } from '../chat/deliveries.ts';
import { shouldAnswer } from '../chat/should-answer.ts';
import { messageId, personId, type SlackTarget } from './target.ts';

/** The fields of a message event that Parley reads. */
export interface SlackMessage {
  type: string;
  subtype?: string;
  channel: string;
  channel_type?: string;
  user?: string;
  user_team?: string;
  bot_id?: string;
  text?: string;
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
  blocks?: readonly unknown[];
  attachments?: readonly { text?: string; is_share?: boolean }[];
}

/** Subtypes of messages that a person writes. */
const WRITTEN = new Set(['file_share', 'thread_broadcast', 'me_message']);

/**
 * The text of a message in Slack's markup. Some clients send it in blocks alone, and a forwarded message without a word of
 * its own is asked as it stands.
 */
const writtenText = ({ text = '', blocks = [], attachments = [] }: SlackMessage, botUser: string): string => {
  const isEmpty = (written: string) => written.replaceAll(`<@${botUser}>`, '').trim() === '';
  if (!isEmpty(text)) return text;
  const inBlocks = blocks.map(blockText).join('\n');
  if (!isEmpty(inBlocks)) return inBlocks;
  const shared = attachments.flatMap((one) => (one.is_share && one.text ? [one.text] : []));
  return [text, ...shared].join('\n').trim();
};

/** The text of a block with what it contains, such as the sections and lists of `rich_text`. */
const blockText = (block: unknown): string => {
  if (typeof block !== 'object' || block === null) return '';
  const { type, text, url, user_id: user, elements, fields } = block as Record<string, unknown>;
  if (type === 'user') return `<@${String(user)}>`;
  if (typeof text === 'string') return text;
  if (typeof text === 'object') return blockText(text);
  if (typeof url === 'string') return type === 'link' ? url : '';
  const inside = [elements, fields].flatMap((some) => (Array.isArray(some) ? some : []));
  return inside.map(blockText).join(type === 'rich_text_section' ? '' : '\n');
};

/** How Parley classifies a message. */
export type IncomingMessage =
  | { kind: 'question'; question: IncomingQuestion<SlackTarget> }
  /** `greeting`: Parley is addressed without a question. `off`: it is switched off in the channel. */
  | { kind: 'greeting' | 'off'; channel: string; user: string; threadTs?: string }
  | { kind: 'nothing' };

const NOTHING: IncomingMessage = { kind: 'nothing' };

/** Replaces Slack's markup by plain text (docs.slack.dev/messaging/formatting-message-text). */
export const plainText = (text: string, botUser: string): string =>
  text
    .replaceAll(`<@${botUser}>`, ' ')
    .replace(/<#[A-Z0-9]+\|([^>]*)>/g, '#$1')
    .replace(/<@([A-Z0-9]+)(?:\|([^>]*))?>/g, (_, id: string, name?: string) => `@${name ?? id}`)
    .replace(/<!(?:subteam\^[A-Z0-9]+\|)?([^>|]+)(?:\|[^>]*)?>/g, '$1')
    .replace(/<(?:mailto:)?([^>|]+)\|([^>]*)>/g, (_, url: string, label: string) =>
      label && label !== url ? `${label} (${url})` : url,
    )
    .replace(/<([^>]+)>/g, '$1')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ')
    .trim();

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
  const raw = writtenText(message, botUser);
  const text = plainText(raw, botUser);
  const direct = message.channel_type === 'im';
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
