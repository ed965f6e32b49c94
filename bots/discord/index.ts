export { inviteUrl } from './check.ts';
export { type DiscordHandle, type DiscordOptions, startDiscord } from './start.ts';
