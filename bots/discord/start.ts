import { Client, Events, GatewayIntentBits, Options, Partials, REST, type RESTOptions, Routes } from 'discord.js';
import { systemClock } from '../../core/clock.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { openGuardedFetcher } from '../../runtime/guarded-fetcher.ts';
import { accessTo, type ChatHandle, type ChatOptions, createChat } from '../chat/chat.ts';
import { createOutbox } from '../chat/delivery/outbox.ts';
import { suggestions } from '../suggestions.ts';
import { isRefusal } from './check.ts';
import { commands } from './commands.ts';
import { listen } from './listeners/listen.ts';
import { MAX_OPTIONS } from './modals.ts';
import { createPeople } from './people.ts';
import { createDiscordPlatform } from './platform.ts';
import { type DiscordTarget, discordTarget, localId, placeOnly } from './target.ts';

export interface DiscordOptions extends ChatOptions {
  /** Replaces how discord.js sends requests; for tests. */
  makeRequest?: RESTOptions['makeRequest'];
}

export type DiscordHandle = ChatHandle<DiscordTarget>;

/** The gateway intents. MessageContent is privileged and must be enabled in the developer portal. */
const intents = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.MessageContent,
  GatewayIntentBits.GuildMessageReactions,
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.DirectMessageReactions,
];

const createClient = (rest: Partial<RESTOptions>, log: Log): Client => {
  const client = new Client({
    intents,
    // Events about messages from before the start contain partial objects only.
    partials: [Partials.Message, Partials.Channel, Partials.Reaction, Partials.User],
    shards: 'auto',
    rest,
    // Messages are handled as they arrive, so large caches would only cost memory.
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 20,
      ReactionManager: 0,
      GuildMemberManager: { maxSize: 200, keepOverLimit: (member) => member.id === member.client.user.id },
      PresenceManager: 0,
      VoiceStateManager: 0,
      GuildStickerManager: 0,
      GuildEmojiManager: 0,
    }),
  });
  client.on(Events.Error, (error) => log.warn({ err: error }, 'Discord: an error'));
  client.on(Events.ShardError, (error) => log.warn({ err: error }, 'Discord: a connection failed'));
  client.on(Events.Warn, (message) => log.debug(message));
  return client;
};

/** The error for a failed start: Discord refused the bot, or could not be reached. */
const notOpened = (cause: unknown): ParleyError => {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const disallowed = /(disallowed|privileged) intent/i.test(reason);
  if (!disallowed && !isRefusal(cause))
    return new ParleyError('PLATFORM_UNREACHABLE', {
      message: `Discord cannot be reached: ${reason}.`,
      remedy: 'Check the network, a proxy and DISCORD_API_URL, if it is set.',
      cause,
    });
  return new ParleyError('PLATFORM_REFUSED', {
    message: disallowed
      ? 'Discord does not let this bot read messages.'
      : `Discord does not accept DISCORD_TOKEN: ${reason.replace(/\.$/, '')}.`,
    remedy: disallowed
      ? 'Switch on Message Content Intent under Bot of the application.'
      : 'Copy a fresh one from Bot > Reset Token of the application.',
    cause,
  });
};

/**
 * Logs in and resolves when the client is online.
 * @throws PLATFORM_REFUSED when Discord does not accept the token or an intent; PLATFORM_UNREACHABLE otherwise
 */
const logIn = async (client: Client, token: string): Promise<Client<true>> => {
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  try {
    await client.login(token);
  } catch (cause) {
    await client.destroy();
    throw notOpened(cause);
  }
  return ready;
};

/**
 * Starts Parley in Discord, in every server that it was added to.
 *
 * @throws BAD_SETTING without a token; PLATFORM_REFUSED when Discord does not accept the token or an intent;
 *   PLATFORM_UNREACHABLE when Discord cannot be reached; then nothing is left open, and the start can be tried again
 */
export const startDiscord = async ({ makeRequest, ...options }: DiscordOptions): Promise<DiscordHandle> => {
  const { settings, log, clock = systemClock, pace = {} } = options;
  const { stores } = options.parley;
  const { keyValues } = stores;
  if (!settings.DISCORD_TOKEN)
    throw new ParleyError('BAD_SETTING', {
      message: 'Discord needs DISCORD_TOKEN.',
      remedy: 'Copy it from Bot > Reset Token of the application; docs/discord.md says where.',
    });
  const rest = {
    ...(settings.DISCORD_API_URL && { api: settings.DISCORD_API_URL }),
    retries: 3,
    timeout: 15_000,
    ...(makeRequest && { makeRequest }),
  };
  // Interaction responses do not count towards Discord's limit of 50 calls per second, and must be sent within 3 seconds.
  const tokens = new REST({ ...rest, globalRequestsPerSecond: Number.POSITIVE_INFINITY });
  const client = await logIn(createClient(rest, log), settings.DISCORD_TOKEN);
  const access = accessTo('discord', options);
  const people = createPeople({ client, access, now: () => clock.now() });
  const outbox = createOutbox(keyValues, { platform: 'discord', target: discordTarget, placeOnly, log });
  const paceMs = pace.updateMs;
  const guarded = openGuardedFetcher(settings);
  const platform = createDiscordPlatform({
    access,
    client,
    tokens,
    people,
    outbox,
    stores,
    settings,
    guarded,
    clock,
    log,
    paceMs,
  });
  const { deliveries, actions, ratings, handle } = createChat(options, {
    platform,
    outbox,
    maxOptions: MAX_OPTIONS,
    mention: (person) => `<@${localId(person)}>`,
    notAdmin: 'Only people who may manage this server may do that.',
  });
  const suggest = () => suggestions(options.parley);
  const context = {
    client,
    tokens,
    people,
    deliveries,
    outbox,
    actions,
    ratings,
    stores,
    settings,
    suggest,
    clock,
    log,
  };
  const messages = listen(context);
  const started = handle(
    async () => {
      client.removeAllListeners(Events.MessageCreate);
      client.removeAllListeners(Events.InteractionCreate);
      await messages.close();
    },
    async () => {
      await messages.close();
      await client.destroy();
      await guarded.close();
    },
  );
  try {
    await client.rest.put(Routes.applicationCommands(client.application.id), { body: commands });
  } catch (cause) {
    await started.close();
    throw notOpened(cause);
  }
  await deliveries.sweep();
  void messages
    .readMissed()
    .catch((error: unknown) => log.warn({ err: error }, 'messages from before the start could not be read'));
  return started;
};
