import type { Finding } from '../runtime/doctor.ts';
import type { BotSettings } from './settings.ts';

const off = (what: string): Finding[] => [{ what, state: 'off', detail: `not set: docs/${what}.md says how` }];

/**
 * The checks of `parley doctor` for each chat platform. A platform's packages are optional, so they are imported only when the
 * platform is configured.
 */
export const chatChecks = {
  slack: async (settings: BotSettings): Promise<Finding[]> => {
    const { SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, SLACK_CLIENT_ID } = settings;
    if (![SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, SLACK_CLIENT_ID].some(Boolean)) return off('slack');
    return (await import('./slack/check.ts')).checkSlack(settings);
  },
  discord: async (settings: BotSettings): Promise<Finding[]> => {
    if (!settings.DISCORD_TOKEN) return off('discord');
    return (await import('./discord/check.ts')).checkDiscord({ ...settings, DISCORD_TOKEN: settings.DISCORD_TOKEN });
  },
};
