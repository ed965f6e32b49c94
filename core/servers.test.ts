import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SERVER_SETTINGS, SERVERS, type ServerSetting, serversIn, withoutServers } from './servers.ts';
import { settingsSchema } from './settings.ts';

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

it('lists every server that a setting names without a prefix of a part of Parley', () => {
  const named = Object.keys(settingsSchema.shape).filter((name) => /^(?!PARLEY_)\w+_URL$/.test(name));
  expect(SERVER_SETTINGS).toEqual(named.toSorted());
});

it.each(SERVER_SETTINGS)('%s is told of where data leaves this machine, and in the page about stores', (setting) => {
  const leaves = read('README.md')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  expect(leaves.filter((row) => row.includes(SERVERS[setting].name) && row.includes(`\`${setting}\``))).toHaveLength(1);
  expect(read('docs/stores.md')).toContain(setting);
});

it('settings without servers keep everything else', () => {
  const urls: Partial<Record<ServerSetting, string>> = Object.fromEntries(
    SERVER_SETTINGS.map((name) => [name, 'http://host']),
  );
  const settings = { PARLEY_DATA: 'data', ...urls };
  expect(serversIn(settings)).toEqual(SERVER_SETTINGS);
  expect(withoutServers(settings)).toEqual({ PARLEY_DATA: 'data' });
});
