import {
  ApplicationFlagsBitField,
  DiscordAPIError,
  PermissionsBitField,
  RateLimitError,
  REST,
  Routes,
} from 'discord.js';
import { counted } from '../../core/text/counted.ts';
import type { Finding } from '../../runtime/doctor/index.ts';
import type { BotSettings } from '../settings.ts';

/** The permissions that the bot needs in a server. */
const PERMISSIONS = new PermissionsBitField([
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'CreatePublicThreads',
  'ReadMessageHistory',
  'AddReactions',
]).bitfield;

/** Messages of the gateway, or of discord.js, for a token or intent that Discord refuses permanently. */
const SAID_NO = /authentication failed|invalid token|token was provided|disallowed intent/i;

/** True when Discord refused the request; false for network errors, rate limits and server errors. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DiscordAPIError
    ? error.status < 500 && error.status !== 429
    : error instanceof Error && !(error instanceof RateLimitError) && SAID_NO.test(error.message);

/** The URL with which a manager of a server adds the bot. */
const inviteUrl = (applicationId: string): string =>
  `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${PERMISSIONS}`;

/** The checks of `parley doctor` for Discord. */
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
            detail: `${counted(shards, 'connection')} will be opened.`,
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
