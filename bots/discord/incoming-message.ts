import { ChannelType, type Message } from 'discord.js';
import type { Stores } from '../../stores/index.ts';
import type { IncomingQuestion } from '../chat/deliveries.ts';
import type { Outbox } from '../chat/outbox.ts';
import { shouldAnswer } from '../chat/should-answer.ts';
import { type DiscordTarget, messageId, personId, questionKey, workspaceOf } from './target.ts';

export type IncomingMessage =
  | { kind: 'question'; question: IncomingQuestion<DiscordTarget> }
  /** `greeting`: Parley is addressed without a question. `off`: it is switched off in the channel. */
  | { kind: 'greeting' | 'off' }
  | { kind: 'nothing' };

const NOTHING: IncomingMessage = { kind: 'nothing' };

/** A forwarded message, which is asked as it stands if nothing is written beside it. */
const forwardedIn = (message: Message) => (message.content === '' ? message.messageSnapshots.first() : undefined);

/** A message's text without the mention of Parley, and with names instead of ids. */
export const plainText = (message: Message, botId: string): string =>
  (forwardedIn(message)?.content ?? message.content)
    .replace(new RegExp(`<@!?${botId}>`, 'g'), ' ')
    .replace(/<@!?(\d+)>/g, (_, id: string) => `@${message.mentions.users.get(id)?.displayName ?? id}`)
    .replace(/<#(\d+)>/g, (_, id: string) => `#${message.guild?.channels.cache.get(id)?.name ?? id}`)
    .replace(/<a?:(\w+):\d+>/g, ':$1:')
    .replace(/[ \t]+/g, ' ')
    .trim();

const filesOf = (message: Message) =>
  [...message.attachments.values(), ...(forwardedIn(message)?.attachments.values() ?? [])].map(
    ({ name, size, contentType, url }) => ({
      name,
      size,
      type: contentType ?? '',
      url,
    }),
  );

/** Classifies a message as a question to Parley, a greeting, a mention where Parley is switched off, or none of these. */
export const readMessage = async (
  {
    stores,
    outbox,
    botId,
  }: { stores: Pick<Stores, 'keyValues' | 'conversations'>; outbox: Pick<Outbox, 'ofMessage'>; botId: string },
  message: Message,
): Promise<IncomingMessage> => {
  if (message.author.bot || message.system || message.webhookId) return NOTHING;
  const { channel } = message;
  const guildId = message.guildId ?? undefined;
  const thread = channel.isThread() ? channel : undefined;
  const placeId = thread?.parentId ?? channel.id;
  const mentioned = message.mentions.users.has(botId);
  const referenced = message.reference?.messageId;
  const answered = referenced ? await outbox.ofMessage(messageId(channel.id, referenced)) : undefined;
  const opensThread = guildId !== undefined && thread === undefined && answered === undefined;
  const threadId = `${workspaceOf(guildId)}/${channel.id}`;
  // A thread that is opened from a message has the message's id.
  const conversationId = answered?.conversationId ?? (opensThread ? `${workspaceOf(guildId)}/${message.id}` : threadId);
  const forumPost = thread?.parent?.type === ChannelType.GuildForum && thread.id === message.id;
  const text = plainText(message, botId);
  const authorId = personId(message.author.id);
  const { decision, followed } = await shouldAnswer(stores, {
    channel: guildId && `${workspaceOf(guildId)}/${placeId}`,
    conversationId,
    authorId,
    text,
    mentioned,
    mentionsOthers: message.mentions.users.some((user) => user.id !== botId && !user.bot),
    repliesToParley: answered !== undefined,
    position: thread === undefined || forumPost ? 'root' : 'reply',
    forumPost,
  });
  if (decision === 'silent') return NOTHING;
  if (decision === 'off') return { kind: 'off' };
  const files = filesOf(message);
  if (text === '' && files.length === 0) return { kind: 'greeting' };
  return {
    kind: 'question',
    question: {
      key: questionKey(guildId, channel.id, message.id),
      conversationId,
      askerId: authorId,
      workspace: workspaceOf(guildId),
      text: forumPost && thread ? `${thread.name}\n\n${text}` : text || 'What does this file say?',
      ...(decision === 'answer-if-found' && { onlyIfFound: true }),
      target: {
        ...(guildId && { guildId }),
        channelId: channel.id,
        placeId,
        userId: message.author.id,
        messageId: message.id,
        opensThread,
        files,
        joinsThread: thread !== undefined && !followed && !forumPost,
      },
    },
  };
};
