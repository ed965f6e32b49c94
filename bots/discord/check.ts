import {
  ApplicationFlagsBitField,
  DiscordAPIError,
  PermissionsBitField,
  RateLimitError,
  REST,
  Routes,
} from 'discord.js';
import type { Finding } from '../../runtime/doctor.ts';
import type { BotSettings } from '../settings.ts';

/** What the bot needs in a server. */
const PERMISSIONS = new PermissionsBitField([
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'CreatePublicThreads',
  'ReadMessageHistory',
  'AddReactions',
]).bitfield;

/** What the gateway says when it closes for good, and discord.js where it finds out by itself. */
const SAID_NO = /authentication failed|invalid token|token was provided|disallowed intent/i;

/** Whether Discord itself said no, rather than that it could not be reached or is not well. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DiscordAPIError
    ? error.status < 500 && error.status !== 429
    : error instanceof Error && !(error instanceof RateLimitError) && SAID_NO.test(error.message);

/** The address at which a server's manager adds the bot. */
export const inviteUrl = (applicationId: string): string =>
  `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${PERMISSIONS}`;

/** What `parley doctor` finds about Discord, where it is set. */
export const checkDiscord = async (
  settings: Pick<BotSettings, 'DISCORD_API_URL'> & { DISCORD_TOKEN: string },
): Promise<Finding[]> => {
  const rest = new REST({
    ...(settings.DISCORD_API_URL && { api: settings.DISCORD_API_URL }),
    retries: 1,
    timeout: 10_000,
  }).setToken(settings.DISCORD_TOKEN);
  try {
    const [user, application, gateway] = (await Promise.all([
      rest.get(Routes.user()),
      rest.get(Routes.currentApplication()),
      rest.get(Routes.gatewayBot()),
    ])) as [
      { username: string },
      { id: string; flags?: number },
      { shards: number; session_start_limit: { remaining: number } },
    ];
    const flags = new ApplicationFlagsBitField(application.flags ?? 0);
    const reads = flags.has('GatewayMessageContent') || flags.has('GatewayMessageContentLimited');
    const { shards, session_start_limit: limit } = gateway;
    return [
      {
        what: 'discord token',
        state: 'ok',
        detail: `Parley is ${user.username}. Add it to a server at ${inviteUrl(application.id)}`,
      },
      reads
        ? { what: 'discord intents', state: 'ok', detail: 'It may read messages.' }
        : {
            what: 'discord intents',
            state: 'broken',
            detail: 'It may not read messages.',
            remedy: `Switch on Message Content Intent at https://discord.com/developers/applications/${application.id}/bot and save.`,
          },
      limit.remaining > 0
        ? {
            what: 'discord gateway',
            state: 'ok',
            detail: `${shards} ${shards === 1 ? 'connection' : 'connections'} will be opened.`,
          }
        : {
            what: 'discord gateway',
            state: 'broken',
            detail: 'No more starts are allowed today.',
            remedy: 'Wait until tomorrow; something restarts Parley too often.',
          },
    ];
  } catch (error) {
    if (!isRefusal(error)) {
      return [
        {
          what: 'discord',
          state: 'broken',
          detail: `Discord cannot be reached: ${error instanceof Error ? error.message : String(error)}.`,
          remedy: 'Check the network, a proxy and DISCORD_API_URL, if it is set. `parley start` tries again by itself.',
        },
      ];
    }
    return [
      {
        what: 'discord token',
        state: 'broken',
        detail: `Discord refuses DISCORD_TOKEN: ${error instanceof Error ? error.message : String(error)}.`,
        remedy: 'Copy a fresh one from Bot > Reset Token of the application.',
      },
    ];
  }
};
