import { EventEmitter } from 'node:events';
import { ChannelType, type Client, Collection, Events, GatewayDispatchEvents, Routes } from 'discord.js';
import type { DiscordWorld, FakeChannel, FakeMessage, Json } from '../../../bots/discord/fake/world.ts';
import { GUILD } from '../world.ts';

/** A process's connection to Discord's gateway, with the client that its listeners hear on. */
export interface DiscordGateway {
  readonly client: Client<true>;
  /** Discord tells of a new, edited or deleted message. It does so once. */
  tell(event: 'create' | 'update' | 'delete', message: FakeMessage): void;
  /** The connection has a new session: what was said since the last one is told by nobody. */
  beginSession(): void;
}

interface ApiMessage {
  id: string;
  channel_id: string;
  guild_id?: string;
  content: string;
  author: { id: string; bot: boolean };
  mentions: { id: string; username: string }[];
  timestamp: string;
  edited_timestamp: string | null;
  message_reference?: { message_id: string };
  referenced_message?: ApiMessage | null;
}

/**
 * discord.js's client as far as hearing messages needs it: its events, its caches, and what it fetches over REST.
 * @param bare the client with its REST calls
 * @param onRead is called with the id of each message that the process gets to read
 */
export const createGateway = (
  world: DiscordWorld,
  bare: Client<true>,
  onRead: (messageId: string) => void,
): DiscordGateway => {
  const channelOf = (channel: FakeChannel) => ({
    id: channel.id,
    parentId: channel.parentId ?? null,
    parent: channel.parentId === undefined ? null : { isThreadOnly: () => false },
    lastMessageId: world.lastMessageId(channel.id) ?? null,
    isTextBased: () => true,
    isThread: () => world.isThread(channel),
    isDMBased: () => channel.type === ChannelType.DM,
    messages: {
      cache: new Collection<string, object>(),
      fetch: async ({ after, limit }: { after: string; limit: number }) => {
        const query = new URLSearchParams({ after, limit: String(limit) });
        const found = (await bare.rest.get(Routes.channelMessages(channel.id), { query })) as ApiMessage[];
        return new Collection(found.map((json) => [json.id, messageOf(json)]));
      },
    },
  });
  const messageOf = (json: ApiMessage): object => {
    onRead(json.id);
    const channel = world.channels.get(json.channel_id) as FakeChannel;
    const at = channelOf(channel);
    // discord.js keeps the message that a reply comes with.
    if (json.referenced_message) at.messages.cache.set(json.referenced_message.id, messageOf(json.referenced_message));
    return {
      id: json.id,
      channelId: json.channel_id,
      guildId: channel.guildId ?? null,
      guild: null,
      channel: at,
      author: json.author,
      content: json.content,
      partial: false,
      fetch: async () =>
        messageOf((await bare.rest.get(Routes.channelMessage(json.channel_id, json.id))) as ApiMessage),
      system: false,
      webhookId: null,
      mentions: {
        users: new Collection(json.mentions.map((user) => [user.id, { ...user, displayName: user.username }])),
        // Nobody in a story mentions a role.
        roles: new Collection(),
      },
      createdTimestamp: Date.parse(json.timestamp),
      editedTimestamp: json.edited_timestamp ? Date.parse(json.edited_timestamp) : null,
      embeds: [],
      components: [],
      poll: null,
      reference: json.message_reference ? { messageId: json.message_reference.message_id, type: 0 } : null,
      attachments: new Collection(),
      messageSnapshots: new Collection(),
    };
  };
  const guild = {
    id: GUILD,
    shardId: 0,
    channels: {
      get cache() {
        const own = [...world.channels.values()].filter(({ guildId, archived }) => guildId === GUILD && !archived);
        return new Collection(own.map((channel) => [channel.id, channelOf(channel)]));
      },
    },
  };
  const client = Object.assign(new EventEmitter(), {
    rest: bare.rest,
    user: bare.user,
    ws: new EventEmitter(),
    guilds: { cache: new Collection([[GUILD, guild]]) },
    channels: {
      fetch: async (id: string, { force = false } = {}) => {
        // What a bot knows is in its cache; a channel is asked for by force to learn its newest message.
        const json = force ? ((await bare.rest.get(Routes.channel(id))) as Json) : undefined;
        const channel = world.channels.get(String(json?.id ?? id));
        return channel ? channelOf(channel) : null;
      },
    },
  });
  return {
    client: client as unknown as Client<true>,
    tell(event, message) {
      const json = JSON.parse(JSON.stringify(world.messageJson(message))) as ApiMessage;
      if (event === 'delete') {
        const { id, channel_id, guild_id } = json;
        client.ws.emit(GatewayDispatchEvents.MessageDelete, { id, channel_id, guild_id });
        return;
      }
      const told = messageOf(json);
      if (event === 'update') client.emit(Events.MessageUpdate, told, told);
      else client.emit(Events.MessageCreate, told);
    },
    beginSession: () => void client.emit(Events.ShardReady, 0, new Set()),
  };
};
