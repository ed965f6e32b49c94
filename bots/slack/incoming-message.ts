import type { KeyValueStore, Stores } from '../../stores/index.ts';
import { asksSomething, readChannelSettings } from '../chat/channel-settings.ts';
import type { IncomingQuestion } from '../chat/deliveries.ts';
import { messageId, personId, type SlackTarget } from './target.ts';

/** A message as Slack's events carry it, as far as Parley reads it. */
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
  files?: { name?: string; mimetype?: string; size?: number; url_private_download?: string; url_private?: string }[];
}

/** What a message is to Parley. */
export type IncomingMessage =
  | { kind: 'question'; question: IncomingQuestion<SlackTarget> }
  /** Addressed, but without a question, or in a channel where Parley is switched off. */
  | { kind: 'greeting' | 'off'; channel: string; user: string; threadTs?: string }
  | { kind: 'nothing' };

const NOTHING: IncomingMessage = { kind: 'nothing' };

/** Slack's own markup as plain words (docs.slack.dev/messaging/formatting-message-text). */
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
 * Decides whether a message is a question to Parley: a DM, a mention, a reply in a thread where it already answered, or a
 * channel that is set to be answered. The mention's two events (`app_mention` and `message`) come to the same key.
 */
export const readMessage = async (
  { keyValues, conversations }: { keyValues: KeyValueStore; conversations: Stores['conversations'] },
  { team, botUser, message }: { team: string; botUser: string; message: SlackMessage },
): Promise<IncomingMessage> => {
  const { subtype, user, channel, ts } = message;
  const ordinary = subtype === undefined || subtype === 'file_share' || subtype === 'thread_broadcast';
  if (!ordinary || message.bot_id || message.hidden || !user || user === botUser) return NOTHING;
  const raw = message.text ?? '';
  const direct = message.channel_type === 'im';
  const mentioned = message.type === 'app_mention' || raw.includes(`<@${botUser}>`);
  const threadTs = message.thread_ts ?? ts;
  const conversationId = `slack:${team}/${channel}/${threadTs}`;
  const inThread = message.thread_ts !== undefined && message.thread_ts !== ts;
  const settings = direct ? undefined : await readChannelSettings(keyValues, `slack:${team}/${channel}`);
  const ours = inThread && (await conversations.conversation(conversationId)) !== undefined;
  if (settings?.mode === 'off')
    return mentioned ? { kind: 'off', channel, user, ...(inThread && { threadTs }) } : NOTHING;
  // A thread's reply that addresses somebody else is their talk, not ours.
  const toOthers = /<@[A-Z0-9]+/.test(raw.replaceAll(`<@${botUser}>`, ''));
  const followsUp = ours && !toOthers;
  const unasked =
    !inThread &&
    !toOthers &&
    (settings?.mode === 'all' || (settings?.mode === 'questions' && asksSomething(plainText(raw, botUser))));
  if (!direct && !mentioned && !followsUp && !unasked) return NOTHING;
  const text = plainText(raw, botUser);
  const files = (message.files ?? []).map((file) => ({
    name: file.name ?? 'file',
    size: file.size ?? 0,
    type: file.mimetype ?? '',
    url: file.url_private_download ?? file.url_private ?? '',
  }));
  if (text === '' && files.length === 0) return { kind: 'greeting', channel, user, ...(inThread && { threadTs }) };
  return {
    kind: 'question',
    question: {
      key: messageId({ team, channel }, ts),
      conversationId,
      askerId: personId(team, user),
      workspace: `slack:${team}`,
      text: text || 'What does this file say?',
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
        joinsThread: inThread && !ours,
      },
    },
  };
};
