import type { BotSettings } from '../settings.ts';

/** True for hosts that may get the bot's token when a file is downloaded: Slack's own, and that of SLACK_API_URL. */
export const isSlackHost =
  ({ SLACK_API_URL }: Pick<BotSettings, 'SLACK_API_URL'>) =>
  (url: URL): boolean =>
    (url.protocol === 'https:' && (url.hostname === 'slack.com' || url.hostname.endsWith('.slack.com'))) ||
    (SLACK_API_URL !== undefined && url.origin === new URL(SLACK_API_URL).origin);
