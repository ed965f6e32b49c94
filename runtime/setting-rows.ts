import { isFromFile } from '../core/env-file.ts';
import { type Interval, intervalText } from '../core/interval.ts';
import { type Settings, settingsSchema } from '../core/settings.ts';

export type SettingSource = 'environment' | 'file' | 'default' | 'not set';

/** A setting as the console and `parley doctor` show it. */
export interface SettingRow {
  name: string;
  /** Absent if the setting is not set or is secret. */
  value?: string;
  source: SettingSource;
  secret: boolean;
}

/** A secret is told by the end of its name: PARLEY_DAILY_TOKENS_PER_PERSON is a number. */
const SECRET = /(?:KEY|SECRET|PASSWORD|TOKEN|HEADERS)$/;

/** All settings, including those of chat platforms, with their origin. Secrets are left out, and passwords in URLs masked. */
export const settingRows = (settings: Settings): SettingRow[] => {
  const defaults = settingsSchema.parse({}) as Record<string, unknown>;
  const names = new Set([...Object.keys(settingsSchema.shape), ...Object.keys(settings)]);
  return [...names].map((name): SettingRow => {
    const value = (settings as Record<string, unknown>)[name];
    // The defaults of platforms' settings are not known here, so these count as set if the environment has them.
    const isDefault =
      name in settingsSchema.shape ? JSON.stringify(value) === JSON.stringify(defaults[name]) : !process.env[name];
    const secret = SECRET.test(name);
    const shown = name === 'PARLEY_SYNC_EVERY' ? intervalText(value as Interval) : textOf(value);
    const given = isFromFile(name) ? 'file' : 'environment';
    return {
      name,
      secret,
      source: isDefault ? (shown === '' ? 'not set' : 'default') : given,
      ...(!secret && shown !== '' && { value: shown }),
    };
  });
};

const textOf = (value: unknown): string => {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.join(', ');
  // The same form as in the environment: input=0.4,output=1.6
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, part]) => `${name}=${part}`)
      .join(',');
  const text = String(value);
  if (!URL.canParse(text) || new URL(text).password === '') return text;
  const address = new URL(text);
  address.password = '***';
  return address.href;
};
