import { ApplicationFlagsBitField, PermissionsBitField, REST, Routes } from 'discord.js';
import type { Settings } from '../../core/settings.ts';
import type { Check } from '../chat/check.ts';

export type { Check } from '../chat/check.ts';

/** What the bot needs in a server. */
const PERMISSIONS = new PermissionsBitField([
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'CreatePublicThreads',
  'ReadMessageHistory',
  'AddReactions',
]).bitfield;

/** The address at which a server's manager adds the bot. */
export const inviteUrl = (applicationId: string): string =>
  `https://discord.com/oauth2/authorize?client_id=${applicationId}&scope=bot+applications.commands&permissions=${PERMISSIONS}`;

/** What `parley doctor` finds about Discord; empty when nothing of Discord is set. */
export const checkDiscord = async (settings: Settings): Promise<Check[]> => {
  if (!settings.DISCORD_TOKEN) return [];
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
        name: 'Discord token',
        ok: true,
        message: `Parley is ${user.username}. Add it to a server at ${inviteUrl(application.id)}`,
      },
      reads
        ? { name: 'Discord intents', ok: true, message: 'It may read messages.' }
        : {
            name: 'Discord intents',
            ok: false,
            message: 'It may not read messages.',
            remedy: `Switch on Message Content Intent at https://discord.com/developers/applications/${application.id}/bot and save.`,
          },
      limit.remaining > 0
        ? {
            name: 'Discord gateway',
            ok: true,
            message: `${shards} ${shards === 1 ? 'connection' : 'connections'} will be opened.`,
          }
        : {
            name: 'Discord gateway',
            ok: false,
            message: 'No more starts are allowed today.',
            remedy: 'Wait until tomorrow; something restarts Parley too often.',
          },
    ];
  } catch (error) {
    return [
      {
        name: 'Discord token',
        ok: false,
        message: `Discord refuses DISCORD_TOKEN: ${error instanceof Error ? error.message : String(error)}.`,
        remedy: 'Copy a fresh one from Bot > Reset Token of the application.',
      },
    ];
  }
};
