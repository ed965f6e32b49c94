import { z } from 'zod';
import { urlSetting } from '../../core/settings.ts';

/** Discord's part of the settings. */
export const discordSettings = {
  DISCORD_TOKEN: z.string().optional(),
  DISCORD_API_URL: urlSetting.optional(),
};
