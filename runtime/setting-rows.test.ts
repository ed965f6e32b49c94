import { expect, it } from 'vitest';
import { readBotSettings } from '../bots/settings.ts';
import { settingRows } from './setting-rows.ts';

const rowOf = (name: string, environment: Record<string, string>) =>
  settingRows(readBotSettings(environment)).find((row) => row.name === name);

it('never shows a secret', () => {
  for (const name of ['PARLEY_MODEL_API_KEY', 'NEO4J_PASSWORD', 'DISCORD_TOKEN', 'SLACK_SIGNING_SECRET'])
    expect(JSON.stringify(rowOf(name, { [name]: 'xoxb-hidden' }))).not.toContain('hidden');
  const url = 'postgres://parley:hidden@db.example/parley';
  expect(rowOf('POSTGRES_URL', { POSTGRES_URL: url })?.value).toBe('postgres://parley:***@db.example/parley');
});

it('shows how many tokens a person may use a day, which is no secret', () => {
  expect(rowOf('PARLEY_DAILY_TOKENS_PER_PERSON', { PARLEY_DAILY_TOKENS_PER_PERSON: '5000' })).toMatchObject({
    secret: false,
    value: '5000',
  });
});

it.each(['1h', '90m', '2d', 'off'])('shows the interval %s as it is written in .env', (every) => {
  expect(rowOf('PARLEY_SYNC_EVERY', { PARLEY_SYNC_EVERY: every })?.value).toBe(every);
});
