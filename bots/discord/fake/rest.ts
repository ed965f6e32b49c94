import { ChannelType, MessageFlags } from 'discord.js';
import { checkCommands, checkMessage, checkModal } from './components.ts';
import { DiscordRefusal } from './rules.ts';
import type { DiscordWorld, FakeChannel, FakeInteraction, FakeMessage, Json } from './world.ts';

/** One REST call as a route sees it. */
export interface Call {
  world: DiscordWorld;
  body: Json;
  query: URLSearchParams;
  /** The path's parts that the pattern names. */
  at: Record<string, string>;
  dispatch(t: string, d: Json, guildId?: string): void;
}
export interface Route {
  method: string;
  pattern: string;
  /** The part of the path that has its own rate-limit bucket (docs: topics/rate-limits). */
  major?: string;
  /** Interaction answers need no bot token and are not rate-limited by channel. */
  open?: boolean;
  run(call: Call): Json | Json[] | undefined;
}

const INTERACTION_SECONDS = 3;
const TOKEN_MINUTES = 15;
/** `enforce_nonce` looks back a few minutes (docs: resources/message#create-message). */
const NONCE_MINUTES = 5;

const put = (call: Call, channel: FakeChannel, body: Json, more: Partial<FakeMessage> = {}): FakeMessage => {
  const { world } = call;
  checkMessage(body);
  const nonce = body.nonce === undefined ? undefined : String(body.nonce);
  if (nonce && body.enforce_nonce === true) {
    if (nonce.length > 25) throw new DiscordRefusal('invalidForm', 'nonce', 'Must be 25 or fewer in length.');
    const twin = [...world.messages.values()].find(
      (message) =>
        message.nonce === nonce &&
        message.authorId === world.botId &&
        message.channelId === channel.id &&
        world.now() - Number((BigInt(message.id) >> 22n) + 1_420_070_400_000n) < NONCE_MINUTES * 60_000,
    );
    if (twin) return twin;
  }
  const reference = (body.message_reference as Json | undefined)?.message_id as string | undefined;
  if (reference && !world.messages.has(reference) && (body.message_reference as Json).fail_if_not_exists !== false)
    throw new DiscordRefusal('invalidForm', 'message_reference', 'Unknown message');
  const message: FakeMessage = {
    id: world.snowflake(),
    channelId: channel.id,
    authorId: world.botId,
    content: String(body.content ?? ''),
    components: (body.components as Json[]) ?? [],
    embeds: (body.embeds as Json[]) ?? [],
    flags: Number(body.flags ?? 0),
    attachments: [],
    reactions: new Map(),
    edits: 0,
    ...(nonce && { nonce }),
    ...(reference && { reference }),
    ...more,
  };
  world.messages.set(message.id, message);
  if (channel.archived) channel.archived = false;
  if (!message.ephemeralTo) call.dispatch('MESSAGE_CREATE', world.messageJson(message), channel.guildId);
  return message;
};

const edit = (call: Call, message: FakeMessage): FakeMessage => {
  checkMessage(call.body, call.world.messageJson(message));
  if (call.body.content !== undefined) message.content = String(call.body.content ?? '');
  if (call.body.components !== undefined) message.components = (call.body.components as Json[]) ?? [];
  if (call.body.embeds !== undefined) message.embeds = (call.body.embeds as Json[]) ?? [];
  // Once a message is components only, it stays so.
  message.flags |= Number(call.body.flags ?? 0) & MessageFlags.IsComponentsV2;
  message.editedAt = call.world.now();
  message.edits += 1;
  return message;
};

const interactionOf = ({ world, at }: Call): FakeInteraction => {
  const interaction = world.interactions.get(at.token as string);
  if (!interaction) throw new DiscordRefusal('unknownWebhook');
  if (world.now() - interaction.at > TOKEN_MINUTES * 60_000) throw new DiscordRefusal('invalidWebhookToken');
  return interaction;
};

const original = (call: Call): FakeMessage => {
  const interaction = interactionOf(call);
  const id = call.at.message === '@original' ? (interaction.originalId ?? interaction.sourceId) : call.at.message;
  const message = call.world.messages.get(id ?? '');
  if (
    !message ||
    (call.at.message !== '@original' && message.token !== interaction.token && message.id !== interaction.sourceId)
  )
    throw new DiscordRefusal('unknownMessage');
  return message;
};

/** Answers an interaction (docs: interactions/receiving-and-responding#interaction-response-object). */
const callback = (call: Call): Json | undefined => {
  const { world, body, query } = call;
  const interaction = [...world.interactions.values()].find(
    (item) => item.id === call.at.id && item.token === call.at.token,
  );
  if (!interaction || world.now() - interaction.at > INTERACTION_SECONDS * 1000)
    throw new DiscordRefusal('unknownInteraction');
  if (interaction.acknowledged) throw new DiscordRefusal('acknowledged');
  const data = (body.data as Json | undefined) ?? {};
  const channel = world.channels.get(interaction.channelId) as FakeChannel;
  const flags = Number(data.flags ?? 0);
  const private_ = (flags & MessageFlags.Ephemeral) !== 0;
  let message: FakeMessage | undefined;
  if (body.type === 4 || body.type === 5) {
    interaction.acknowledged = body.type === 4 ? 'replied' : 'deferred';
    interaction.ephemeral = private_;
    const more = { token: interaction.token, ...(private_ && { ephemeralTo: interaction.userId }) };
    message =
      body.type === 4
        ? put(call, channel, data, more)
        : put(
            call,
            channel,
            { content: '…thinking', flags: flags & MessageFlags.Ephemeral },
            { ...more, flags: flags | MessageFlags.Loading },
          );
    if (body.type === 5) message.content = '';
    interaction.originalId = message.id;
  } else if (body.type === 6) interaction.acknowledged = 'deferred-update';
  else if (body.type === 7) {
    interaction.acknowledged = 'updated';
    const source = world.messages.get(interaction.sourceId ?? '');
    if (!source) throw new DiscordRefusal('unknownMessage');
    message = edit({ ...call, body: data }, source);
  } else if (body.type === 9) {
    checkModal(data);
    interaction.acknowledged = 'modal';
    interaction.modal = data;
  } else throw new DiscordRefusal('invalidForm', 'type', 'unknown');
  if (query.get('with_response') !== 'true') return undefined;
  return {
    interaction: {
      id: interaction.id,
      type: 2,
      response_message_id: message?.id,
      response_message_loading: body.type === 5,
      response_message_ephemeral: private_,
    },
    resource: { type: body.type as number, ...(message && { message: world.messageJson(message) }) },
  };
};

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

/** The routes that Parley uses, each refusing what Discord refuses. */
export const routes: Route[] = [
  { method: 'GET', pattern: '/users/@me', run: ({ world }) => world.userJson(world.botId) },
  {
    method: 'GET',
    pattern: '/applications/@me',
    run: ({ world }) => ({ id: world.applicationId, name: 'parley', description: '', flags: 0, bot_public: true }),
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
  { method: 'POST', pattern: '/interactions/:id/:token/callback', open: true, run: callback },
  {
    method: 'POST',
    pattern: '/webhooks/:app/:token',
    open: true,
    run: (call) => {
      const interaction = interactionOf(call);
      const channel = call.world.channels.get(interaction.channelId) as FakeChannel;
      const ephemeral = (Number(call.body.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
      const message = put(call, channel, call.body, {
        token: interaction.token,
        ...(ephemeral && { ephemeralTo: interaction.userId }),
      });
      return call.world.messageJson(message);
    },
  },
  {
    method: 'GET',
    pattern: '/webhooks/:app/:token/messages/:message',
    open: true,
    run: (call) => call.world.messageJson(original(call)),
  },
  {
    method: 'PATCH',
    pattern: '/webhooks/:app/:token/messages/:message',
    open: true,
    major: 'token',
    run: (call) => {
      const message = original(call);
      message.flags &= ~MessageFlags.Loading;
      return call.world.messageJson(edit(call, message));
    },
  },
  {
    method: 'DELETE',
    pattern: '/webhooks/:app/:token/messages/:message',
    open: true,
    run: (call) => {
      call.world.messages.delete(original(call).id);
      return undefined;
    },
  },
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
      // With `after` come the messages next to it, not the newest of the channel (docs: resources/message#get-channel-messages).
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
      // A thread takes its message's id, so a second one cannot be.
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

/** A page's length, 1 to 100 (docs: resources/message#get-channel-messages). */
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
