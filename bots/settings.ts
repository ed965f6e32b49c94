import { readSettings } from '../core/settings.ts';
import { discordSettings } from './discord/settings.ts';
import { slackSettings } from './slack/settings.ts';

/** What the chat platforms add to the settings. */
export const platformSettings = { ...slackSettings, ...discordSettings };

/** Every setting: those of Parley and those of each chat platform, checked at once. @throws BAD_SETTING */
export const readBotSettings = (environment: Record<string, string | undefined> = process.env) =>
  readSettings(environment, platformSettings);
export type BotSettings = ReturnType<typeof readBotSettings>;
