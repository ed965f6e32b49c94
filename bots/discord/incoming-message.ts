import { type Message, MessageReferenceType } from 'discord.js';
import type { Stores } from '../../stores/index.ts';
import type { IncomingQuestion } from '../chat/delivery/deliveries.ts';
import type { Outbox } from '../chat/delivery/outbox.ts';
import { earlierMessages } from '../chat/earlier-messages.ts';
import { questionAbout } from '../chat/forms.ts';
import { shouldAnswer } from '../chat/should-answer.ts';
import { contentOf, messageText, ownText } from './message-text.ts';
import { type DiscordTarget, messageId, personId, questionKey, workspaceOf } from './target.ts';

export type IncomingMessage =
  | { kind: 'question'; question: IncomingQuestion<DiscordTarget> }
  /** `greeting`: Parley is addressed without a question. `off`: it is switched off in the channel. */
  | { kind: 'greeting' | 'off' }
  | { kind: 'nothing' };

const NOTHING: IncomingMessage = { kind: 'nothing' };

/** A forwarded message, which is asked as it stands if nothing is written beside it. */
const forwardedIn = (message: Message) => (message.content === '' ? message.messageSnapshots.first() : undefined);

/**
 * Text of a message without the mention of Parley, and with names instead of ids.
 * @param raw the text in Discord's markup; by default what the author wrote
 */
export const plainText = (message: Message, botId: string, raw = ownText(contentOf(message))): string =>
  raw
    .replace(new RegExp(`<@!?${botId}>`, 'g'), ' ')
    .replace(/<@!?(\d+)>/g, (_, id: string) => `@${message.mentions.users.get(id)?.displayName ?? id}`)
    .replace(/<@&(\d+)>/g, (_, id: string) => {
      const role = message.guild?.roles.cache.get(id);
      return role?.tags?.botId === botId ? ' ' : `@${role?.name ?? 'a role'}`;
    })
    .replace(/<#(\d+)>/g, (_, id: string) => `#${message.guild?.channels.cache.get(id)?.name ?? id}`)
    .replace(/<a?:(\w+):\d+>/g, ':$1:')
    .split(/(```[\s\S]*?```)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[ \t]+/g, ' ')))
    .join('')
    .trim();

/** Discord makes a role of its own for a bot, with its name: people who type `@Parley` may choose either. */
const isMentioned = ({ mentions }: Message, botId: string): boolean =>
  mentions.users.has(botId) || mentions.roles.some((role) => role.tags?.botId === botId);

/** The message of somebody else than Parley that this one replies to, if Discord sent it. */
const repliedTo = ({ channel, reference }: Message, botId: string): Message | undefined => {
  if (!reference?.messageId || reference.type === MessageReferenceType.Forward) return undefined;
  const found = channel.messages.cache.get(reference.messageId);
  return found?.author?.id === botId ? undefined : found;
};

/** The first message of a post in a forum or media channel, whose title belongs to the question. */
const postOf = ({ id, channel }: Message) =>
  channel.isThread() && channel.id === id && channel.parent?.isThreadOnly() ? channel : undefined;

type ReadStores = Pick<Stores, 'keyValues' | 'conversations'>;

/**
 * What a message asks. A reply that mentions Parley is about the message that it replies to, or passes that message on when it
 * says nothing else.
 */
export const askedText = async (stores: ReadStores, message: Message, botId: string): Promise<string> => {
  const own = plainText(message, botId);
  const post = postOf(message);
  if (post) return `${post.name}\n\n${own}`;
  const about = isMentioned(message, botId) || !message.guildId ? repliedTo(message, botId) : undefined;
  if (!about) return own;
  const [readable] = await earlierMessages(stores, [
    {
      personId: personId(about.author.id),
      eventId: questionKey(message.guildId ?? undefined, about.channelId, about.id),
      at: about.createdTimestamp,
      text: plainText(about, botId, messageText(contentOf(about))),
    },
  ]);
  return own ? questionAbout(own, readable?.text) : (readable?.text ?? '');
};

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
  { stores, outbox, botId }: { stores: ReadStores; outbox: Pick<Outbox, 'ofMessage'>; botId: string },
  message: Message,
): Promise<IncomingMessage> => {
  if (message.author.bot || message.system || message.webhookId) return NOTHING;
  const { channel } = message;
  const guildId = message.guildId ?? undefined;
  const thread = channel.isThread() ? channel : undefined;
  const placeId = thread?.parentId ?? channel.id;
  const mentioned = isMentioned(message, botId);
  const referenced = message.reference?.messageId;
  const answered = referenced ? await outbox.ofMessage(messageId(channel.id, referenced)) : undefined;
  const opensThread = guildId !== undefined && thread === undefined && answered === undefined;
  const threadId = `${workspaceOf(guildId)}/${channel.id}`;
  // A thread that is opened from a message has the message's id.
  const conversationId = answered?.conversationId ?? (opensThread ? `${workspaceOf(guildId)}/${message.id}` : threadId);
  const forumPost = postOf(message) !== undefined;
  const text = plainText(message, botId);
  const answers = repliedTo(message, botId);
  const authorId = personId(message.author.id);
  const { decision, followed } = await shouldAnswer(stores, {
    channel: guildId && `${workspaceOf(guildId)}/${placeId}`,
    conversationId,
    authorId,
    text,
    mentioned,
    // A reply addresses its author, also without the ping that the asker may switch off.
    mentionsOthers:
      (answers !== undefined && !answers.author.bot && answers.author.id !== message.author.id) ||
      message.mentions.users.some((user) => user.id !== botId && !user.bot),
    repliesToParley: answered !== undefined,
    position: thread === undefined || forumPost ? 'root' : 'reply',
    forumPost,
  });
  if (decision === 'silent') return NOTHING;
  if (decision === 'off') return { kind: 'off' };
  const files = filesOf(message);
  const asked = await askedText(stores, message, botId);
  if (asked === '' && files.length === 0) return { kind: 'greeting' };
  return {
    kind: 'question',
    question: {
      key: questionKey(guildId, channel.id, message.id),
      conversationId,
      askerId: authorId,
      workspace: workspaceOf(guildId),
      text: asked || 'What does this file say?',
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
