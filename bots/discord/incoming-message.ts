import { ChannelType, type Message } from 'discord.js';
import type { Stores } from '../../stores/index.ts';
import { asksSomething, readChannelSettings } from '../chat/channel-settings.ts';
import type { IncomingQuestion } from '../chat/deliveries.ts';
import type { Outbox } from '../chat/outbox.ts';
import { type DiscordTarget, messageId, personId, questionKey, workspaceOf } from './target.ts';

export type IncomingMessage =
  | { kind: 'question'; question: IncomingQuestion<DiscordTarget> }
  /** Addressed, but without a question, or in a channel where Parley is switched off. */
  | { kind: 'greeting' | 'off' }
  | { kind: 'nothing' };

const NOTHING: IncomingMessage = { kind: 'nothing' };

/** A message's words without the mention of Parley, and with names in place of ids. */
export const plainText = (message: Message, botId: string): string =>
  message.content
    .replace(new RegExp(`<@!?${botId}>`, 'g'), ' ')
    .replace(/<@!?(\d+)>/g, (_, id: string) => `@${message.mentions.users.get(id)?.displayName ?? id}`)
    .replace(/<#(\d+)>/g, (_, id: string) => `#${message.guild?.channels.cache.get(id)?.name ?? id}`)
    .replace(/<a?:(\w+):\d+>/g, ':$1:')
    .replace(/[ \t]+/g, ' ')
    .trim();

export const filesOf = (message: Message) =>
  [...message.attachments.values()].map(({ name, size, contentType, url }) => ({
    name,
    size,
    type: contentType ?? '',
    url,
  }));

/**
 * Decides whether a message is a question to Parley: a DM, a mention, a post in a forum or channel that is set to be
 * answered, and what follows in a thread where Parley answered or in reply to one of its messages.
 */
export const readMessage = async (
  {
    stores,
    outbox,
    botId,
  }: { stores: Pick<Stores, 'keyValues' | 'conversations'>; outbox: Pick<Outbox, 'ofMessage'>; botId: string },
  message: Message,
): Promise<IncomingMessage> => {
  if (message.author.bot || message.system || message.webhookId) return NOTHING;
  const { channel, guildId } = message;
  const thread = channel.isThread() ? channel : undefined;
  const placeId = thread?.parentId ?? channel.id;
  const mentioned = message.mentions.users.has(botId);
  const direct = guildId === null;
  const settings = direct ? undefined : await readChannelSettings(stores.keyValues, `discord:${guildId}/${placeId}`);
  if (settings?.mode === 'off') return mentioned ? { kind: 'off' } : NOTHING;

  const referenced = message.reference?.messageId;
  const answered = referenced ? await outbox.ofMessage(messageId(channel.id, referenced)) : undefined;
  const threadId = `discord:${guildId ?? 'dm'}/${channel.id}`;
  const ours = thread !== undefined && (await stores.conversations.conversation(threadId)) !== undefined;
  const toOthers = message.mentions.users.some((user) => user.id !== botId && !user.bot) && !mentioned;
  const forum = thread?.parent?.type === ChannelType.GuildForum && thread.id === message.id;
  const text = plainText(message, botId);
  const unasked =
    !toOthers &&
    (thread === undefined || forum) &&
    (settings?.mode === 'all' || (settings?.mode === 'questions' && (forum || asksSomething(text))));
  const follows = !toOthers && (ours || answered !== undefined);
  if (!direct && !mentioned && !follows && !unasked) return NOTHING;
  const files = filesOf(message);
  if (text === '' && files.length === 0) return { kind: 'greeting' };

  const opensThread = !direct && thread === undefined && answered === undefined;
  return {
    kind: 'question',
    question: {
      key: questionKey(guildId ?? undefined, channel.id, message.id),
      // A thread that is made at a message takes the message's id.
      conversationId: answered?.conversationId ?? (opensThread ? `discord:${guildId}/${message.id}` : threadId),
      askerId: personId(message.author.id),
      workspace: workspaceOf(guildId ?? undefined),
      text: forum && thread ? `${thread.name}\n\n${text}` : text || 'What does this file say?',
      target: {
        ...(guildId && { guildId }),
        channelId: channel.id,
        placeId,
        userId: message.author.id,
        messageId: message.id,
        opensThread,
        files,
        joinsThread: thread !== undefined && !ours && !forum,
      },
    },
  };
};
