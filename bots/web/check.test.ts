import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { chatChecks } from '../checks.ts';
import { readBotSettings } from '../settings.ts';
import { openScriptedWeb } from './testing/scripted-web.ts';

const look = async (port: number) => (await chatChecks.web(readBotSettings({ PORT: String(port) })))[0];

it('doctor tells a port that another program has from one that Parley has, and says what to set', async () => {
  const other = createServer((_, response) => response.end('{"ok":true}'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  expect(await look(port)).toEqual({
    what: 'web',
    state: 'broken',
    detail: `Port ${port} is taken by another program.`,
    remedy: `Set PORT to another one, such as PORT=${port + 1}.`,
  });
  await new Promise((resolve) => other.close(resolve));
  expect(await look(port)).toMatchObject({ what: 'web', state: 'ok', detail: `the chat can open port ${port}` });

  const web = await openScriptedWeb(async () => ({}));
  expect(await look(web.port)).toMatchObject({ what: 'web', state: 'ok', detail: `Parley runs at port ${web.port}` });
  await web.close();
});
