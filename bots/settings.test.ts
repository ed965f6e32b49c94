import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { settingsSchema } from '../core/settings.ts';
import { platformSettings, readBotSettings } from './settings.ts';

it('every setting is in .env.example, and .env.example holds no other', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  const named = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
  expect(named.toSorted()).toEqual(Object.keys({ ...settingsSchema.shape, ...platformSettings }).toSorted());
});

it('an invalid setting of a platform is reported together with all others', () => {
  expect(() => readBotSettings({ SLACK_PORT: 'eighty', PORT: 'ninety' })).toThrow(/PORT.*SLACK_PORT|SLACK_PORT.*PORT/);
  expect(readBotSettings({})).toMatchObject({ SLACK_PORT: 3001, PORT: 3000 });
});
