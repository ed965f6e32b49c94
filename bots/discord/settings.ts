import { z } from 'zod';
import { urlSetting } from '../../core/settings.ts';

/** Schemas of Discord's settings. */
export const discordSettings = {
  DISCORD_TOKEN: z.string().optional(),
  DISCORD_API_URL: urlSetting.optional(),
};
