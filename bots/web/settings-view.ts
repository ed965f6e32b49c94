import { type Settings, settingsSchema } from '../../core/settings.ts';

/** One setting, as the console shows it. */
export interface SettingRow {
  name: string;
  /** Absent for what is not set, and for secrets, of which only `isSet` is told. */
  value?: string;
  isSet: boolean;
  /** `default`: nobody set it, and it has a value all the same. */
  source: 'set' | 'default' | 'not set';
  secret: boolean;
}

const SECRET = /KEY|SECRET|PASSWORD|TOKEN|HEADERS/;

/** Every setting with where its value comes from. Secrets, also those inside an address, are never shown. */
export const settingsView = (settings: Settings): SettingRow[] => {
  const defaults = settingsSchema.parse({}) as Record<string, unknown>;
  return Object.keys(settingsSchema.shape).map((name): SettingRow => {
    const value = (settings as Record<string, unknown>)[name];
    const isDefault = JSON.stringify(value) === JSON.stringify(defaults[name]);
    const secret = SECRET.test(name);
    const shown = textOf(value);
    return {
      name,
      isSet: !isDefault,
      secret,
      source: isDefault ? (shown === '' ? 'not set' : 'default') : 'set',
      ...(!secret && shown !== '' && { value: shown }),
    };
  });
};

const textOf = (value: unknown): string => {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.join(', ');
  const text = String(value);
  if (!URL.canParse(text) || new URL(text).password === '') return text;
  const address = new URL(text);
  address.password = '…';
  return address.href;
};
