import { ChannelType } from 'discord.js';
import type { Call, Route } from './call.ts';
import { checkCommands } from './components.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { edit, put } from './messages.ts';
import { DiscordRefusal } from './rules.ts';
import type { DiscordWorld, FakeChannel, Json } from './world.ts';

const thread = (call: Call, parent: FakeChannel, id: string): Json => {
  const name = String(call.body.name ?? '');
  if (name.length < 1 || name.length > 100)
    throw new DiscordRefusal('invalidForm', 'name', 'Must be between 1 and 100 in length.');
  const made: FakeChannel = { id, guildId: parent.guildId, type: ChannelType.PublicThread, name, parentId: parent.id };
  call.world.channels.set(id, made);
  const json = call.world.channelJson(made);
  call.dispatch('THREAD_CREATE', { ...json, newly_created: true }, parent.guildId);
  return json;
};

/** The REST routes that Parley uses. Each refuses what Discord refuses. */
export const routes: Route[] = [
  { method: 'GET', pattern: '/users/@me', run: ({ world }) => world.userJson(world.botId) },
  {
    method: 'GET',
    pattern: '/applications/@me',
    run: ({ world }) => ({
      id: world.applicationId,
      name: 'parley',
      description: '',
      flags: world.applicationFlags,
      bot_public: true,
    }),
  },
  { method: 'GET', pattern: '/applications/:app/commands', run: ({ world }) => world.commands },
  {
    method: 'PUT',
    pattern: '/applications/:app/commands',
    run: ({ world, body }) => {
      const commands = body as unknown as Json[];
      checkCommands(commands);
      world.commands = commands.map((command) => ({
        type: 1,
        ...command,
        id: world.snowflake(),
        application_id: world.applicationId,
        version: '1',
        default_member_permissions: command.default_member_permissions ?? null,
      }));
      return world.commands;
    },
  },
  ...interactionRoutes,
  {
    method: 'GET',
    pattern: '/channels/:channel',
    run: ({ world, at }) => world.channelJson(world.channel(at.channel as string)),
  },
  {
    method: 'PATCH',
    pattern: '/channels/:channel',
    run: ({ world, at, body }) => {
      const channel = world.channel(at.channel as string);
      if (channel.locked) throw new DiscordRefusal('missingPermissions');
      if (body.archived !== undefined) channel.archived = body.archived === true;
      return world.channelJson(channel);
    },
  },
  {
    method: 'POST',
    pattern: '/channels/:channel/typing',
    major: 'channel',
    run: ({ world, at }) => {
      world.typing.push({ channelId: world.writable(at.channel as string).id, at: world.now() });
      return undefined;
    },
  },
  {
    method: 'GET',
    pattern: '/channels/:channel/messages',
    major: 'channel',
    run: ({ world, at, query }) => {
      const channel = world.channel(at.channel as string);
      const limit = limitOf(query, 50);
      const [before, after] = [query.get('before'), query.get('after')];
      const newestFirst = [...world.messages.values()]
        .filter((message) => message.channelId === channel.id && !message.ephemeralTo)
        .filter(
          (message) =>
            (!before || BigInt(message.id) < BigInt(before)) && (!after || BigInt(message.id) > BigInt(after)),
        )
        .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
      // `after` returns the messages directly after it, not the newest ones (docs: resources/message#get-channel-messages).
      return (after && !before ? newestFirst.slice(-limit) : newestFirst.slice(0, limit)).map((message) =>
        world.messageJson(message),
      );
    },
  },
  {
    method: 'GET',
    pattern: '/channels/:channel/messages/:message',
    major: 'channel',
    run: ({ world, at }) =>
      world.messageJson(world.message(world.channel(at.channel as string).id, at.message as string)),
  },
  {
    method: 'POST',
    pattern: '/channels/:channel/messages',
    major: 'channel',
    run: (call) => call.world.messageJson(put(call, call.world.writable(call.at.channel as string), call.body)),
  },
  {
    method: 'PATCH',
    pattern: '/channels/:channel/messages/:message',
    major: 'channel',
    run: (call) => {
      const channel = call.world.channel(call.at.channel as string);
      const message = call.world.message(channel.id, call.at.message as string);
      if (message.authorId !== call.world.botId) throw new DiscordRefusal('notTheAuthor');
      if (channel.archived) throw new DiscordRefusal('archived');
      return call.world.messageJson(edit(call, message));
    },
  },
  {
    method: 'DELETE',
    pattern: '/channels/:channel/messages/:message',
    major: 'channel',
    run: ({ world, at }) => {
      const message = world.message(world.channel(at.channel as string).id, at.message as string);
      world.messages.delete(message.id);
      return undefined;
    },
  },
  {
    method: 'PUT',
    pattern: '/channels/:channel/messages/:message/reactions/:emoji/@me',
    major: 'channel',
    run: ({ world, at }) => {
      const message = world.message(world.writable(at.channel as string).id, at.message as string);
      const emoji = at.emoji as string;
      message.reactions.set(emoji, new Set([...(message.reactions.get(emoji) ?? []), world.botId]));
      return undefined;
    },
  },
  {
    method: 'DELETE',
    pattern: '/channels/:channel/messages/:message/reactions/:emoji/@me',
    major: 'channel',
    run: ({ world, at }) => {
      const message = world.message(world.channel(at.channel as string).id, at.message as string);
      message.reactions.get(at.emoji as string)?.delete(world.botId);
      return undefined;
    },
  },
  {
    method: 'POST',
    pattern: '/channels/:channel/messages/:message/threads',
    major: 'channel',
    run: (call) => {
      const channel = call.world.writable(call.at.channel as string);
      const message = call.world.message(channel.id, call.at.message as string);
      if (channel.type !== ChannelType.GuildText && channel.type !== ChannelType.GuildAnnouncement)
        throw new DiscordRefusal('wrongChannelType');
      // A thread has the id of its message, so there can be only one.
      if (call.world.channels.has(message.id)) throw new DiscordRefusal('threadExists');
      return thread(call, channel, message.id);
    },
  },
  { method: 'GET', pattern: '/guilds/:guild', run: ({ world, at }) => world.guildJson(guild(world, at.guild)) },
  {
    method: 'GET',
    pattern: '/guilds/:guild/members/:user',
    run: ({ world, at }) => {
      const found = guild(world, at.guild);
      if (!found.members.has(at.user as string) && at.user !== world.botId) throw new DiscordRefusal('unknownMember');
      return world.memberJson(found, at.user as string);
    },
  },
  {
    method: 'GET',
    pattern: '/guilds/:guild/channels',
    run: ({ world, at }) => world.guildJson(guild(world, at.guild)).channels as Json[],
  },
  {
    method: 'GET',
    pattern: '/users/@me/guilds',
    run: ({ world }) => [...world.guilds.values()].map(({ id, name }) => ({ id, name, owner: false, features: [] })),
  },
  {
    method: 'GET',
    pattern: '/guilds/:guild/threads/active',
    run: ({ world, at }) => {
      const found = guild(world, at.guild);
      const threads = threadsOf(world, (thread) => thread.guildId === found.id && !thread.archived);
      return { threads: threads.map((thread) => world.channelJson(thread)), members: [] };
    },
  },
  {
    method: 'GET',
    pattern: '/channels/:channel/threads/archived/public',
    major: 'channel',
    run: ({ world, at, query }) => {
      const parent = world.channel(at.channel as string);
      const limit = limitOf(query, 50);
      const before = Date.parse(query.get('before') ?? '') || Number.POSITIVE_INFINITY;
      const all = threadsOf(world, ({ parentId, archived }) => parentId === parent.id && archived === true)
        .filter((thread) => world.archivedAt(thread) < before)
        .sort((a, b) => world.archivedAt(b) - world.archivedAt(a));
      return {
        threads: all.slice(0, limit).map((thread) => world.channelJson(thread)),
        members: [],
        has_more: all.length > limit,
      };
    },
  },
  {
    method: 'POST',
    pattern: '/users/@me/channels',
    run: ({ world, body }) => {
      const user = String(body.recipient_id);
      if (!world.users.has(user)) throw new DiscordRefusal('unknownUser');
      const known = [...world.channels.values()].find((channel) => channel.recipients?.includes(user));
      const dm = known ?? { id: world.snowflake(), type: ChannelType.DM, name: '', recipients: [user, world.botId] };
      world.channels.set(dm.id, dm);
      return world.channelJson(dm);
    },
  },
];

/** The `limit` parameter, 1 to 100 (docs: resources/message#get-channel-messages). */
const limitOf = (query: URLSearchParams, usual: number): number => {
  const limit = Number(query.get('limit') ?? usual);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw new DiscordRefusal('invalidForm', 'limit', 'int value should be between 1 and 100.');
  return limit;
};

/** The threads that the bot may see. */
const threadsOf = (world: DiscordWorld, which: (thread: FakeChannel) => boolean): FakeChannel[] =>
  [...world.channels.values()].filter(
    (channel) => world.isThread(channel) && !channel.deleted && which(channel) && world.mayView(channel, world.botId),
  );

const guild = (world: DiscordWorld, id: string | undefined) => {
  const found = world.guilds.get(id ?? '');
  if (!found) throw new DiscordRefusal('missingAccess');
  return found;
};
