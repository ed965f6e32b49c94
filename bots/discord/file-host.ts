import type { BotSettings } from '../settings.ts';

const FILE_HOSTS = ['cdn.discordapp.com', 'media.discordapp.net'];

/** True for Discord's own file hosts and for the host of DISCORD_API_URL. */
export const isDiscordHost =
  ({ DISCORD_API_URL }: Pick<BotSettings, 'DISCORD_API_URL'>) =>
  (url: URL): boolean =>
    (url.protocol === 'https:' && FILE_HOSTS.includes(url.hostname)) ||
    (DISCORD_API_URL !== undefined && url.origin === new URL(DISCORD_API_URL).origin);
