import { z } from 'zod';
import { urlSetting } from '../../core/settings.ts';

/** Slack's part of the settings. */
export const slackSettings = {
  SLACK_BOT_TOKEN: z.string().optional(),
  SLACK_APP_TOKEN: z.string().optional(),
  SLACK_SIGNING_SECRET: z.string().optional(),
  SLACK_CLIENT_ID: z.string().optional(),
  SLACK_CLIENT_SECRET: z.string().optional(),
  SLACK_API_URL: urlSetting.optional(),
  /** Where Slack's requests and installs arrive without Socket Mode; the web page keeps PORT. */
  SLACK_PORT: z.coerce.number().int().min(0).max(65535).default(3001),
};
