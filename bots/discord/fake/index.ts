import { ChannelType } from 'discord.js';
import { createPeople } from './people.ts';
import { type DiscordFakeOptions, openServer } from './server.ts';
import type { FakeChannel, FakeMessage } from './world.ts';

/**
 * A fake of Discord that enforces the platform's rules, which `rules.ts` lists with their documentation: the gateway with
 * RESUME, REST with rate-limit buckets, interactions with their 3 seconds, and the actions of people.
 *
 * @example
 * const discord = await createDiscordFake();
 * discord.addGuild('2000', ['3000']);
 * discord.addChannel({ id: '2001', guildId: '2000' });
 * await client.login(FAKE_TOKEN); // a Client made with rest.api = discord.apiUrl
 */
export const createDiscordFake = async ({
  now = Date.now,
  bucket = { calls: 5, windowMs: 1000 },
}: DiscordFakeOptions = {}) => {
  const server = await openServer({ now, bucket });
  const { world, gateway, origin } = server;
  return {
    ...server,
    ...createPeople({ world, gateway, now }),
    addGuild(
      id: string,
      members: readonly string[],
      { managers = [] as readonly string[], name = `guild ${id}`, owner = '1' } = {},
    ) {
      for (const member of [...members, owner])
        if (!world.users.has(member)) world.users.set(member, { id: member, username: `user${member}` });
      const guild = { id, name, members: new Set(members), managers: new Set(managers), owner };
      world.guilds.set(id, guild);
      return guild;
    },
    /** Adds the bot to a guild while it is running. */
    joinGuild(id: string) {
      const guild = world.guilds.get(id);
      if (guild) gateway.dispatch('GUILD_CREATE', world.guildJson(guild), id);
    },
    addChannel(channel: Omit<Partial<FakeChannel>, 'viewers'> & { id: string; viewers?: readonly string[] }) {
      const { viewers, ...given } = channel;
      const made: FakeChannel = {
        type: ChannelType.GuildText,
        name: `channel-${channel.id}`,
        ...given,
        ...(viewers && { viewers: new Set([...viewers, world.botId]) }),
      };
      world.channels.set(made.id, made);
      return made;
    },
    /** Adds a direct-message channel with a person. */
    addDirect(id: string, userId: string) {
      if (!world.users.has(userId)) world.users.set(userId, { id: userId, username: `user${userId}` });
      const channel: FakeChannel = { id, type: ChannelType.DM, name: '', recipients: [userId, world.botId] };
      world.channels.set(id, channel);
      return channel;
    },
    addFile(name: string, type: string, bytes: Buffer | string) {
      const path = `/attachments/${world.snowflake()}/${name}`;
      world.files.set(path, { bytes: Buffer.from(bytes), type });
      return {
        id: world.snowflake(),
        filename: name,
        size: Buffer.from(bytes).length,
        url: `${origin}${path}`,
        proxy_url: `${origin}${path}`,
        content_type: type,
      };
    },

    /** @param options `locked`: only moderators may open it again */
    archive(channelId: string, { locked = false } = {}) {
      const channel = world.channels.get(channelId) as FakeChannel;
      channel.locked = locked;
      channel.archived = true;
      channel.archivedAt = now();
      gateway.dispatch('THREAD_UPDATE', world.channelJson(channel), channel.guildId);
    },
    deleteChannel(channelId: string) {
      const channel = world.channels.get(channelId) as FakeChannel;
      channel.deleted = true;
      gateway.dispatch('CHANNEL_DELETE', world.channelJson(channel), channel.guildId);
    },
    /** The bot's messages in a channel, oldest first, without ephemeral ones. */
    replies(channelId: string): FakeMessage[] {
      return [...world.messages.values()].filter(
        (message) => message.channelId === channelId && message.authorId === world.botId && !message.ephemeralTo,
      );
    },
    ephemeral(userId: string): FakeMessage[] {
      return [...world.messages.values()].filter((message) => message.ephemeralTo === userId);
    },
  };
};
export type DiscordFake = Awaited<ReturnType<typeof createDiscordFake>>;
