import { Client, Events, GatewayIntentBits, Options, Partials, REST, type RESTOptions, Routes } from 'discord.js';
import { type Clock, systemClock } from '../../core/clock.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Settings } from '../../core/settings.ts';
import type { Parley } from '../../runtime/parley.ts';
import { createDeliveries } from '../chat/deliveries.ts';
import { createDigestActions, type DigestParts, mayReadQuestion } from '../chat/digest/index.ts';
import { createFollowUps } from '../chat/follow-ups.ts';
import { createHistorySwitch } from '../chat/history/index.ts';
import type { Conversations } from '../conversation/index.ts';
import { commands } from './commands.ts';
import { listen } from './listeners/index.ts';
import { createPeople } from './people.ts';
import { createDiscordPlatform } from './platform.ts';
import type { DiscordTarget } from './target.ts';

export interface DiscordOptions {
  parley: Pick<Parley, 'stores' | 'agent'> & Partial<Pick<Parley, 'ingest'>>;
  conversations: Conversations;
  settings: Settings;
  log: Log;
  /** Where an answer and its whole reasoning can be opened (a signed link to the web chat), if people reach that. */
  linkTo?: (turnId: string) => string;
  clock?: Clock;
  /** In place of discord.js's own, such as a test's that dies in the middle. */
  makeRequest?: RESTOptions['makeRequest'];
  /** For tests: the pace of edits, of the sweep for lost questions, and of notices, in milliseconds. */
  pace?: { updateMs?: number; sweepMs?: number; followUpMs?: number };
}

export interface DiscordHandle {
  /** Stops taking events and gives running answers a moment; what is not done is taken up at the next start. */
  close(): Promise<void>;
  sweep(): Promise<void>;
  followUp(): Promise<void>;
  /** What digests of open questions are sent with. */
  readonly digests: DigestParts<DiscordTarget>;
  readonly running: number;
}

/** What Parley listens to; MessageContent is privileged and is switched on in the developer portal. */
export const intents = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.MessageContent,
  GatewayIntentBits.GuildMessageReactions,
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.DirectMessageReactions,
];

/**
 * Opens Parley in Discord, in every server that it was added to.
 *
 * @throws BAD_SETTING without a token; PLATFORM_REFUSED when Discord takes the token or an intent back
 */
export const startDiscord = async ({
  parley,
  conversations,
  settings,
  log,
  linkTo,
  makeRequest,
  clock = systemClock,
  pace = {},
}: DiscordOptions): Promise<DiscordHandle> => {
  const { stores } = parley;
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
  // Discord's limit of 50 calls a second does not count the answers to interactions, which have to come within 3 seconds.
  const tokens = new REST({ ...rest, globalRequestsPerSecond: Number.POSITIVE_INFINITY });
  const client = new Client({
    intents,
    // Reactions to, and edits of, messages from before the start come without their message.
    partials: [Partials.Message, Partials.Channel, Partials.Reaction, Partials.User],
    shards: 'auto',
    rest,
    // Messages are read as they come; kept ones would only cost memory.
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

  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  try {
    await client.login(settings.DISCORD_TOKEN);
  } catch (cause) {
    await client.destroy();
    const disallowed = /disallowed intents/i.test(cause instanceof Error ? cause.message : '');
    throw new ParleyError('PLATFORM_REFUSED', {
      message: disallowed
        ? 'Discord does not let this bot read messages.'
        : `Discord refuses DISCORD_TOKEN: ${cause instanceof Error ? cause.message : String(cause)}.`,
      remedy: disallowed
        ? 'Switch on Message Content Intent under Bot of the application.'
        : 'Copy a fresh one from Bot > Reset Token of the application.',
      cause,
    });
  }
  const online = await ready;

  const { keyValues } = stores;
  const people = createPeople({ client: online, log, now: () => clock.now() });
  const front = createDiscordPlatform({ client: online, tokens, people, keyValues, clock, log, paceMs: pace.updateMs });
  const deliveries = createDeliveries<DiscordTarget>({
    front,
    conversations,
    stores,
    log,
    clock,
    sweepMs: pace.sweepMs,
  });
  const care = createFollowUps({ front, deliveries, stores, log, everyMs: pace.followUpMs });
  const history = parley.ingest && createHistorySwitch({ stores, ingest: parley.ingest, log });
  const messages = listen({
    client: online,
    tokens,
    people,
    deliveries,
    conversations,
    stores,
    desk: createDigestActions({ front, find: deliveries.find, stores, conversations }),
    maySee: (person, question) => mayReadQuestion({ front, find: deliveries.find }, person, question),
    settings,
    strategies: parley.agent.strategies,
    linkTo,
    history,
    clock,
    log,
  });
  await online.rest.put(Routes.applicationCommands(online.application.id), { body: commands });
  await deliveries.sweep();
  void messages
    .readMissed()
    .catch((error: unknown) => log.warn({ err: error }, 'what was said while Parley was away could not be read'));

  return {
    async close() {
      care.close();
      client.removeAllListeners(Events.MessageCreate);
      client.removeAllListeners(Events.InteractionCreate);
      await messages.close();
      await history?.close();
      await messages.close();
      await deliveries.close();
      await client.destroy();
    },
    sweep: () => deliveries.sweep(),
    followUp: () => care.round(),
    digests: { front, keyValues, find: deliveries.find },
    get running() {
      return deliveries.running;
    },
  };
};
