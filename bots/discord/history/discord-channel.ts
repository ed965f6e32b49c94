import {
  type APIChannel,
  type APIMessage,
  type APIThreadChannel,
  ChannelType,
  DiscordAPIError,
  MessageType,
  OverwriteType,
  PermissionFlagsBits,
  type REST,
  RESTJSONErrorCodes,
  Routes,
  SnowflakeUtil,
} from 'discord.js';
import type { Scope } from '../../../core/document.ts';
import { channelScope, workspaceScope } from '../../../runtime/access/access.ts';
import type { ChannelHistory, Listed } from '../../chat/history/channel-history.ts';
import type { ChatMessage } from '../../chat/history/message.ts';
import { type MessageContent, messageText } from '../message-text.ts';
import { discordMarkdown } from './markdown.ts';

/** A channel, and whether it is public in its server. */
export interface DiscordChannel {
  id: string;
  guildId: string;
  name: string;
  type: ChannelType;
  /** True when every member of the server may see it. */
  open: boolean;
}

const PAGE = 100;
/** Types of messages with text; the other types are notices of joining, pinning or boosting. */
const SAID: ReadonlySet<MessageType> = new Set([MessageType.Default, MessageType.Reply, MessageType.ChatInputCommand]);
const THREADS_ONLY: ReadonlySet<ChannelType> = new Set([ChannelType.GuildForum, ChannelType.GuildMedia]);

/** True when the role `@everyone` may see the channel. */
export const isOpen = (
  channel: Pick<Extract<APIChannel, { permission_overwrites?: unknown }>, 'permission_overwrites'>,
  guildId: string,
  everyone: bigint,
): boolean => {
  const own = channel.permission_overwrites?.find(({ id, type }) => id === guildId && type === OverwriteType.Role);
  const base = (everyone & ~BigInt(own?.deny ?? 0)) | BigInt(own?.allow ?? 0);
  return (base & (PermissionFlagsBits.ViewChannel | PermissionFlagsBits.Administrator)) !== 0n;
};

/** The scopes of a channel's messages: those of the server for a public channel, or else those of the channel. */
export const scopesIn = ({ open, guildId, id }: DiscordChannel): Scope[] => [
  open ? workspaceScope(guildId) : channelScope(guildId, id),
];

/**
 * The history of a Discord channel: its public threads, and messages outside of threads. Leaves out private threads, since
 * not all members of the channel may read them.
 */
export const discordChannelHistory = (
  rest: REST,
  botId: string,
  channel: DiscordChannel,
  download: ChannelHistory['download'],
): ChannelHistory => {
  const { guildId } = channel;
  const linkTo = (place: string, message?: string) =>
    `https://discord.com/channels/${guildId}/${place}${message === undefined ? '' : `/${message}`}`;

  async function* raw(place: string, bounds: { from?: Date; to?: Date } = {}): AsyncGenerator<APIMessage> {
    const from = bounds.from === undefined ? 0n : SnowflakeUtil.generate({ timestamp: bounds.from, increment: 0n });
    let before = bounds.to && String(SnowflakeUtil.generate({ timestamp: bounds.to.getTime() + 1, increment: 0n }));
    for (;;) {
      const query = new URLSearchParams({ limit: String(PAGE), ...(before && { before }) });
      const page = (await rest.get(Routes.channelMessages(place), { query })) as APIMessage[];
      for (const message of page) {
        if (BigInt(message.id) < (from >> 22n) << 22n) return;
        yield message;
      }
      if (page.length < PAGE) return;
      before = page.at(-1)!.id;
    }
  }

  const chatMessage = (message: APIMessage): ChatMessage => {
    const { author, attachments, mentions } = message;
    const people = new Map(mentions.map((one) => [one.id, one.global_name ?? one.username]));
    const said = messageText(message as MessageContent);
    const files = attachments.map(({ filename }) => `(attached: ${filename})`);
    return {
      id: message.id,
      at: new Date(message.timestamp),
      author: author.global_name ?? author.username,
      text: [discordMarkdown(said, people), ...files].filter(Boolean).join('\n\n'),
      version: message.edited_timestamp ?? '',
      files: attachments.map(({ id, filename, size, content_type, url }) => ({
        id,
        name: filename,
        size,
        type: content_type ?? '',
        url,
      })),
      ...(author.id === botId
        ? { part: 'parley' as const }
        : mentions.some(({ id }) => id === botId)
          ? { part: 'to-parley' as const }
          : {}),
    };
  };

  async function* threads(since: Date | undefined): AsyncGenerator<APIThreadChannel> {
    const active = (await rest.get(Routes.guildActiveThreads(guildId))) as { threads: APIThreadChannel[] };
    yield* active.threads.filter((thread) => thread.parent_id === channel.id);
    for (let before: string | undefined; ; ) {
      const query = new URLSearchParams({ limit: String(PAGE), ...(before && { before }) });
      const page = (await rest.get(Routes.channelThreads(channel.id, 'public'), { query })) as {
        threads: APIThreadChannel[];
        has_more: boolean;
      };
      yield* page.threads;
      before = page.threads.at(-1)?.thread_metadata?.archive_timestamp;
      // Sorted by the time of archiving, newest first. A thread is archived after its last message.
      if (!page.has_more || before === undefined || (since && Date.parse(before) < since.getTime())) return;
    }
  }

  async function* alone(bounds: { from?: Date; to?: Date } = {}): AsyncGenerator<APIMessage> {
    if (THREADS_ONLY.has(channel.type)) return;
    for await (const message of raw(channel.id, bounds)) if (SAID.has(message.type) && !message.thread) yield message;
  }

  return {
    name: channel.name,
    scopes: scopesIn(channel),
    async *list(since): AsyncGenerator<Listed> {
      for await (const thread of threads(since)) {
        if (thread.type === ChannelType.PrivateThread) continue;
        yield {
          kind: 'thread',
          thread: {
            id: thread.id,
            name: thread.name,
            startedAt: timeOf(thread.id),
            lastAt: timeOf(thread.last_message_id ?? thread.id),
            mark: `${thread.last_message_id ?? ''} ${thread.total_message_sent ?? ''} ${thread.message_count ?? ''}`,
          },
        };
      }
      for await (const message of alone({ from: since })) yield { kind: 'message', message: chatMessage(message) };
    },
    async thread(id) {
      try {
        const messages: APIMessage[] = [];
        for await (const message of raw(id)) if (SAID.has(message.type)) messages.push(message);
        const root = THREADS_ONLY.has(channel.type) ? undefined : await starter(rest, channel.id, id);
        if (root && SAID.has(root.type)) messages.push(root);
        return messages.reverse().map(chatMessage);
      } catch (error) {
        if (isCode(error, RESTJSONErrorCodes.UnknownChannel)) return undefined;
        throw error;
      }
    },
    async *between(from, to) {
      for await (const message of alone({ from, to })) yield chatMessage(message);
    },
    download,
    linkTo: (message) => linkTo(channel.id, message),
    linkToThread: (thread) => linkTo(thread),
  };
};

/** The message from which a thread was opened. It stays in the parent channel and has the thread's id. */
const starter = async (rest: REST, channelId: string, threadId: string): Promise<APIMessage | undefined> => {
  try {
    return (await rest.get(Routes.channelMessage(channelId, threadId))) as APIMessage;
  } catch (error) {
    // A thread may have been opened without a message, or the message may have been deleted.
    if (isCode(error, RESTJSONErrorCodes.UnknownMessage)) return undefined;
    throw error;
  }
};

const isCode = (error: unknown, code: number): boolean => error instanceof DiscordAPIError && error.code === code;
const timeOf = (id: string): Date => new Date(SnowflakeUtil.timestampFrom(id));
