import { z } from 'zod';
import { urlSetting } from '../../core/settings.ts';

/** The settings of the Slack app. */
export const slackSettings = {
  SLACK_BOT_TOKEN: z.string().optional(),
  SLACK_APP_TOKEN: z.string().optional(),
  SLACK_SIGNING_SECRET: z.string().optional(),
  SLACK_CLIENT_ID: z.string().optional(),
  SLACK_CLIENT_SECRET: z.string().optional(),
  SLACK_API_URL: urlSetting.optional(),
  /** Port for Slack's requests and app installations without Socket Mode. The web page uses PORT. */
  SLACK_PORT: z.coerce.number().int().min(0).max(65535).default(3001),
};
