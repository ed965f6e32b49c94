import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ChannelType, GatewayIntentBits, MessageFlags } from 'discord.js';
import { createFaults } from '../../chat/testing/faults.ts';
import { createGateway } from './gateway.ts';
import { type Route, routes } from './rest.ts';
import { DiscordRefusal, rules } from './rules.ts';
import { DiscordWorld, type FakeChannel, type FakeInteraction, type FakeMessage, type Json } from './world.ts';

export { closes, rules } from './rules.ts';
export type { FakeChannel, FakeMessage } from './world.ts';

export const FAKE_TOKEN = 'MTAwMA.fake.token';

export interface DiscordFakeOptions {
  /** The double's clock, in milliseconds; a test moves it to let an interaction run out. */
  now?: () => number;
  /** A bucket of a route and channel: so many calls in so long, then 429 (docs: topics/rate-limits). */
  bucket?: { calls: number; windowMs: number };
}

/** One REST call that arrived. */
export interface RecordedCall {
  route: string;
  path: string;
  body: Json;
  at: number;
  status: number;
}

const match = (route: Route, method: string, path: string): Record<string, string> | undefined => {
  if (route.method !== method) return undefined;
  const [want, have] = [route.pattern.split('/'), path.split('/')];
  if (want.length !== have.length) return undefined;
  const at: Record<string, string> = {};
  for (const [i, part] of want.entries()) {
    if (part.startsWith(':')) at[part.slice(1)] = decodeURIComponent(have[i] as string);
    else if (part !== have[i]) return undefined;
  }
  return at;
};

/**
 * A double of Discord that enforces the platform's rules (`rules.ts` names each and where it is documented): the gateway
 * with RESUME, REST with rate-limit buckets, interactions with their 3 seconds, and the things that people do.
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
  const world = new DiscordWorld(now);
  const faults = createFaults();
  const calls: RecordedCall[] = [];
  const buckets = new Map<string, { left: number; resetAt: number }>();
  let privileged = GatewayIntentBits.MessageContent | GatewayIntentBits.GuildMembers | 0;
  let shards = 1;
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  let origin = '';
  const gateway = createGateway(server, world, {
    token: FAKE_TOKEN,
    origin: () => origin,
    // Everything but the three privileged intents, and those of them that are switched on.
    allowedIntents: () =>
      (0x7fffffff &
        ~(GatewayIntentBits.MessageContent | GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences)) |
      privileged,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
    if (body === undefined) response.writeHead(204, headers).end();
    else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  const refuse = (response: ServerResponse, error: DiscordRefusal) => {
    const rule = rules[error.rule];
    send(response, rule.status, {
      message: rule.message,
      code: rule.code,
      ...(error.errors && { errors: error.errors }),
    });
    return rule.status;
  };

  /** Takes one call from the route's bucket; undefined when there is none to take. */
  const take = (route: Route, at: Record<string, string>): Record<string, string> | undefined => {
    const key = `${route.method} ${route.pattern} ${route.major ? at[route.major] : ''}`;
    const current = buckets.get(key);
    const live =
      current && current.resetAt > Date.now() ? current : { left: bucket.calls, resetAt: Date.now() + bucket.windowMs };
    buckets.set(key, live);
    const seconds = Math.max(0, (live.resetAt - Date.now()) / 1000);
    if (live.left <= 0) return undefined;
    live.left -= 1;
    return {
      'x-ratelimit-limit': String(bucket.calls),
      'x-ratelimit-remaining': String(live.left),
      'x-ratelimit-reset-after': seconds.toFixed(3),
      'x-ratelimit-reset': (live.resetAt / 1000).toFixed(3),
      'x-ratelimit-bucket': Buffer.from(`${route.method}${route.pattern}`).toString('hex').slice(0, 32),
    };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin);
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (url.pathname.startsWith('/attachments/')) {
      const file = world.files.get(url.pathname);
      response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.bytes);
      return;
    }
    const path = url.pathname.replace(/^\/api\/v10/, '');
    if (path === '/gateway/bot') {
      if (request.headers.authorization !== `Bot ${FAKE_TOKEN}`)
        return void refuse(response, new DiscordRefusal('unauthorized'));
      return send(response, 200, {
        url: origin.replace('http', 'ws'),
        shards,
        session_start_limit: { total: 1000, remaining: 999, reset_after: 0, max_concurrency: 1 },
      });
    }
    const raw = Buffer.concat(pieces).toString('utf8');
    const body = raw ? (JSON.parse(raw) as Json) : {};
    for (const route of routes) {
      const at = match(route, request.method ?? 'GET', path);
      if (!at) continue;
      const name = `${route.method} ${route.pattern}`;
      const record: RecordedCall = { route: name, path, body, at: now(), status: 200 };
      calls.push(record);
      const fault = faults.take(name);
      if (fault?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, fault.ms));
      const limits = route.major ? take(route, at) : {};
      if (fault?.kind === 'rate-limit' || limits === undefined) {
        record.status = 429;
        const retry = fault?.kind === 'rate-limit' ? fault.retryAfter : Math.max(0.001, bucket.windowMs / 1000);
        return send(
          response,
          429,
          { message: rules.rateLimited.message, retry_after: retry, global: false },
          { 'retry-after': String(retry), 'x-ratelimit-scope': 'user' },
        );
      }
      if (fault?.kind === 'status') {
        record.status = fault.status;
        return send(response, fault.status, { message: 'server error', code: 0 });
      }
      if (fault?.kind === 'dropped') {
        record.status = 0;
        request.socket.destroy();
        return;
      }
      if (!route.open && request.headers.authorization !== `Bot ${FAKE_TOKEN}`) {
        record.status = refuse(response, new DiscordRefusal('unauthorized'));
        return;
      }
      try {
        if (fault?.kind === 'error') throw new DiscordRefusal(fault.error as keyof typeof rules);
        const result = route.run({ world, body, query: url.searchParams, at, dispatch: gateway.dispatch });
        if (fault?.kind === 'lost') {
          request.socket.destroy();
          return;
        }
        return send(response, 200, result, limits);
      } catch (error) {
        if (!(error instanceof DiscordRefusal)) throw error;
        record.status = refuse(response, error);
        return;
      }
    }
    calls.push({ route: `${request.method} ${path}`, path, body, at: now(), status: 404 });
    refuse(response, new DiscordRefusal('unknownRoute'));
  };

  const interact = (userId: string, channelId: string, type: number, data: Json, more: Json = {}): FakeInteraction => {
    const channel = world.channels.get(channelId) as FakeChannel;
    const guild = world.guilds.get(channel.guildId ?? '');
    const interaction: FakeInteraction = {
      id: world.snowflake(),
      token: `token-${world.snowflake()}`,
      at: now(),
      userId,
      channelId,
      ephemeral: false,
      ...(typeof (more.message as Json | undefined)?.id === 'string' && {
        sourceId: (more.message as Json).id as string,
      }),
    };
    world.interactions.set(interaction.token, interaction);
    gateway.dispatch(
      'INTERACTION_CREATE',
      {
        id: interaction.id,
        application_id: world.applicationId,
        type,
        data,
        token: interaction.token,
        version: 1,
        channel_id: channelId,
        channel: world.channelJson(channel),
        app_permissions: '2147483647',
        locale: 'en-US',
        entitlements: [],
        authorizing_integration_owners: {},
        attachment_size_limit: 10_000_000,
        ...(guild
          ? { guild_id: guild.id, member: world.memberJson(guild, userId), context: 0 }
          : { user: world.userJson(userId), context: 1 }),
        ...more,
      },
      channel.guildId,
    );
    return interaction;
  };
  const see = (channelId: string, userId: string): FakeChannel => {
    const channel = world.channels.get(channelId);
    if (!channel || !world.mayView(channel, userId)) throw new Error(`${userId} cannot see channel ${channelId}`);
    return channel;
  };

  return {
    apiUrl: `${origin}/api`,
    origin,
    world,
    faults,
    calls,
    gateway,
    /** Which privileged intents are switched on in the developer portal. */
    setPrivileged(intents: number) {
      privileged = intents;
    },
    setShards(count: number) {
      shards = count;
    },
    addGuild(
      id: string,
      members: readonly string[],
      { managers = [] as readonly string[], name = `guild ${id}` } = {},
    ) {
      for (const member of members)
        if (!world.users.has(member)) world.users.set(member, { id: member, username: `user${member}` });
      const guild = { id, name, members: new Set(members), managers: new Set(managers) };
      world.guilds.set(id, guild);
      return guild;
    },
    /** The bot is added to a guild while it runs. */
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
    /** A direct-message channel with a person. */
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

    say({
      channel,
      user,
      content,
      reference,
      attachments = [],
      times = 1,
    }: {
      channel: string;
      user: string;
      content: string;
      reference?: string;
      attachments?: Json[];
      times?: number;
    }): FakeMessage {
      const place = see(channel, user);
      const message: FakeMessage = {
        id: world.snowflake(),
        channelId: channel,
        authorId: user,
        content,
        components: [],
        embeds: [],
        flags: 0,
        attachments,
        reactions: new Map(),
        edits: 0,
        ...(reference && { reference }),
      };
      world.messages.set(message.id, message);
      for (let i = 0; i < times; i += 1) gateway.dispatch('MESSAGE_CREATE', world.messageJson(message), place.guildId);
      return message;
    },
    edit(message: FakeMessage, content: string) {
      message.content = content;
      message.editedAt = now();
      gateway.dispatch('MESSAGE_UPDATE', world.messageJson(message), world.channels.get(message.channelId)?.guildId);
    },
    remove(message: FakeMessage) {
      world.messages.delete(message.id);
      const channel = world.channels.get(message.channelId);
      gateway.dispatch(
        'MESSAGE_DELETE',
        { id: message.id, channel_id: message.channelId, ...(channel?.guildId && { guild_id: channel.guildId }) },
        channel?.guildId,
      );
    },
    react(message: FakeMessage, user: string, emoji: string) {
      const channel = world.channels.get(message.channelId);
      const guild = world.guilds.get(channel?.guildId ?? '');
      message.reactions.set(emoji, new Set([...(message.reactions.get(emoji) ?? []), user]));
      gateway.dispatch(
        'MESSAGE_REACTION_ADD',
        {
          user_id: user,
          channel_id: message.channelId,
          message_id: message.id,
          emoji: { id: null, name: emoji },
          burst: false,
          type: 0,
          message_author_id: message.authorId,
          ...(guild && { guild_id: guild.id, member: world.memberJson(guild, user) }),
        },
        guild?.id,
      );
    },
    /** A forum post: a thread whose first message has the thread's own id. */
    post({
      forum,
      user,
      title,
      content,
    }: {
      forum: string;
      user: string;
      title: string;
      content: string;
    }): FakeMessage {
      const parent = see(forum, user);
      const id = world.snowflake();
      const channel: FakeChannel = {
        id,
        guildId: parent.guildId,
        type: ChannelType.PublicThread,
        name: title,
        parentId: forum,
      };
      world.channels.set(id, channel);
      gateway.dispatch(
        'THREAD_CREATE',
        { ...world.channelJson(channel), newly_created: true, owner_id: user },
        parent.guildId,
      );
      const message: FakeMessage = {
        id,
        channelId: id,
        authorId: user,
        content,
        components: [],
        embeds: [],
        flags: 0,
        attachments: [],
        reactions: new Map(),
        edits: 0,
      };
      world.messages.set(id, message);
      gateway.dispatch('MESSAGE_CREATE', world.messageJson(message), parent.guildId);
      return message;
    },
    slash({
      channel,
      user,
      name,
      options = {},
    }: {
      channel: string;
      user: string;
      name: string;
      options?: Record<string, string | boolean>;
    }) {
      see(channel, user);
      const command = world.commands.find((item) => item.name === name);
      if (!command) throw new Error(`no command ${name} is registered`);
      const given = Object.entries(options).map(([key, value]) => ({
        name: key,
        type: typeof value === 'boolean' ? 5 : 3,
        value,
      }));
      return interact(user, channel, 2, { id: command.id, name, type: 1, options: given });
    },
    messageCommand({
      channel,
      user,
      name,
      target,
    }: {
      channel: string;
      user: string;
      name: string;
      target: FakeMessage;
    }) {
      see(channel, user);
      const command = world.commands.find((item) => item.name === name);
      if (!command) throw new Error(`no command ${name} is registered`);
      return interact(user, channel, 2, {
        id: command.id,
        name,
        type: 3,
        target_id: target.id,
        resolved: { messages: { [target.id]: world.messageJson(target) } },
      });
    },
    click({
      message,
      user,
      customId,
      values,
    }: {
      message: FakeMessage;
      user: string;
      customId: string;
      values?: string[];
    }) {
      if (message.ephemeralTo && message.ephemeralTo !== user)
        throw new Error('only its addressee sees an ephemeral message');
      if (!JSON.stringify(message.components).includes(`"custom_id":${JSON.stringify(customId)}`))
        throw new Error(`no component ${customId}`);
      return interact(
        user,
        message.channelId,
        3,
        { custom_id: customId, component_type: values ? 3 : 2, ...(values && { values }) },
        {
          message: {
            ...world.messageJson(message),
            ...(message.ephemeralTo && { flags: message.flags | MessageFlags.Ephemeral }),
          },
        },
      );
    },
    /** Sends in a modal that an interaction opened; `values` by custom id, in the order of the modal's labels. */
    submit({
      opened,
      user,
      values,
    }: {
      opened: FakeInteraction;
      user: string;
      values: Record<string, string | string[]>;
    }) {
      if (!opened.modal) throw new Error('that interaction opened no modal');
      const components = (opened.modal.components as Json[])
        .filter((label) => label.component)
        .map((label) => {
          const input = label.component as Json;
          const value = values[input.custom_id as string];
          return {
            type: 18,
            id: 1,
            component: {
              type: input.type,
              id: 2,
              custom_id: input.custom_id,
              ...(Array.isArray(value) || input.type === 3 || input.type === 5 || input.type === 22
                ? { values: value ?? [] }
                : { value: value ?? (input.type === 4 ? '' : null) }),
            },
          };
        });
      const source = opened.sourceId ? world.messages.get(opened.sourceId) : undefined;
      return interact(
        user,
        opened.channelId,
        5,
        {
          custom_id: opened.modal.custom_id,
          components,
          // People who were selected come with what is known of them.
          resolved: { users: Object.fromEntries([...world.users.keys()].map((id) => [id, world.userJson(id)])) },
        },
        source ? { message: world.messageJson(source) } : {},
      );
    },
    archive(channelId: string) {
      const channel = world.channels.get(channelId) as FakeChannel;
      channel.archived = true;
      channel.archivedAt = now();
      gateway.dispatch('THREAD_UPDATE', world.channelJson(channel), channel.guildId);
    },
    deleteChannel(channelId: string) {
      const channel = world.channels.get(channelId) as FakeChannel;
      channel.deleted = true;
      gateway.dispatch('CHANNEL_DELETE', world.channelJson(channel), channel.guildId);
    },
    /** What the bot wrote in a channel, oldest first, without what one person alone sees. */
    replies(channelId: string): FakeMessage[] {
      return [...world.messages.values()].filter(
        (message) => message.channelId === channelId && message.authorId === world.botId && !message.ephemeralTo,
      );
    },
    ephemeral(userId: string): FakeMessage[] {
      return [...world.messages.values()].filter((message) => message.ephemeralTo === userId);
    },
    async close() {
      gateway.stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
export type DiscordFake = Awaited<ReturnType<typeof createDiscordFake>>;
