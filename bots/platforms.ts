import type { PlatformName } from '../core/platform-names.ts';
import type { Finding } from '../runtime/doctor/index.ts';
import type { ChatOptions } from './chat/chat.ts';
import type { BotSettings } from './settings.ts';

/** How a chat platform is started and checked. Its SDK is imported only where it is set up. */
export interface PlatformEntry {
  /** As people write it. */
  title: string;
  /** True if the settings that it cannot start without are there. */
  isSetUp(settings: BotSettings): boolean;
  /** @throws BAD_SETTING, PLATFORM_REFUSED, PLATFORM_UNREACHABLE; then nothing is left open, and the start can be tried again */
  start(options: ChatOptions): Promise<{ close(): Promise<void> }>;
  /** Its part of `parley doctor`; undefined if none of its settings is there. */
  check(settings: BotSettings): Promise<Finding[] | undefined>;
}

/** Every chat platform. A new one has its settings in `settings.ts` beside this, and its channels as sources in `histories.ts`. */
export const PLATFORMS: Readonly<Record<PlatformName, PlatformEntry>> = {
  slack: {
    title: 'Slack',
    isSetUp: ({ SLACK_BOT_TOKEN, SLACK_CLIENT_ID }) => SLACK_BOT_TOKEN !== undefined || SLACK_CLIENT_ID !== undefined,
    start: async (options) => (await import('./slack/start.ts')).startSlack(options),
    async check(settings) {
      const { SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, SLACK_CLIENT_ID } = settings;
      if (![SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, SLACK_CLIENT_ID].some(Boolean)) return undefined;
      return (await import('./slack/check.ts')).checkSlack(settings);
    },
  },
  discord: {
    title: 'Discord',
    isSetUp: ({ DISCORD_TOKEN }) => DISCORD_TOKEN !== undefined,
    start: async (options) => (await import('./discord/start.ts')).startDiscord(options),
    async check({ DISCORD_TOKEN, ...settings }) {
      if (!DISCORD_TOKEN) return undefined;
      return (await import('./discord/check.ts')).checkDiscord({ ...settings, DISCORD_TOKEN });
    },
  },
};
