import { readSettings } from '../core/settings.ts';
import { discordSettings } from './discord/settings.ts';
import { slackSettings } from './slack/settings.ts';

/** Schemas of the chat platforms' settings. */
export const platformSettings = { ...slackSettings, ...discordSettings };

/** Reads and validates all settings, including those of the chat platforms. @throws BAD_SETTING */
export const readBotSettings = (environment: Record<string, string | undefined> = process.env) =>
  readSettings(environment, platformSettings);
export type BotSettings = ReturnType<typeof readBotSettings>;
