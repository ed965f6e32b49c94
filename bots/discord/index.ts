export { type DiscordHandle, type DiscordOptions, startDiscord } from './start.ts';
