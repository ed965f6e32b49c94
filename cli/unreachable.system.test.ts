import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FAKE_TOKEN } from '../bots/discord/fake/server.ts';
import { openDiscordWorld } from '../bots/discord/testing/harness.ts';
import type { Status } from '../bots/operations/status.ts';
import { FAKE_CLIENT } from '../bots/slack/fake/install.ts';
import { openSlackWorld } from '../bots/slack/testing/harness.ts';
import { cutLine } from '../stores/testing/cut-line.ts';
import { runCommand } from './testing/run-command.ts';
import { startParley } from './testing/start-parley.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const slackPlace = async () => {
  const slack = await openSlackWorld();
  const line = await cutLine(slack.apiUrl);
  cleanups.push(
    () => slack.close(),
    () => line.close(),
  );
  const settings = { SLACK_API_URL: line.url, SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: FAKE_CLIENT.appToken };
  return { line, settings, wrong: { SLACK_BOT_TOKEN: 'xoxb-wrong' } };
};

const discordPlace = async () => {
  const discord = await openDiscordWorld();
  const line = await cutLine(discord.apiUrl);
  cleanups.push(
    () => discord.close(),
    () => line.close(),
  );
  const settings = { DISCORD_API_URL: line.url, DISCORD_TOKEN: FAKE_TOKEN };
  return { line, settings, wrong: { DISCORD_TOKEN: 'MTAwMA.wrong.token' } };
};

const dataFolder = () => {
  const data = mkdtempSync(join(tmpdir(), 'parley-unreachable-'));
  cleanups.push(() => rmSync(data, { recursive: true, force: true }));
  return data;
};

describe.each([
  ['slack', slackPlace],
  ['discord', discordPlace],
])('%s at the start', (platform, open) => {
  it('is waited for while it cannot be reached, beside a web chat that works, and is there when it can', async () => {
    const { line, settings } = await open();
    await line.down();
    const data = dataFolder();
    const { heard } = await startParley(
      `web,${platform},worker`,
      { PARLEY_DATA: data, PORT: '0', PARLEY_LOG: 'info', ...settings },
      { cwd: data, says: /Parley works on jobs/, onSpawn: (child) => cleanups.push(() => child.kill('SIGKILL')) },
    );
    const url = /Parley is at (\S+)/.exec(heard.out)?.[1];
    const readiness = async () => (await fetch(`${url}/readyz`)).json();
    await expect.poll(readiness).toEqual({ ready: true, degraded: [platform] });
    const run = (...args: string[]) => runCommand(args, { cwd: data, env: { PARLEY_DATA: data, ...settings } });
    const status = async () => JSON.parse((await run('status', '--json')).stdout) as Status;
    expect((await status()).away).toMatchObject([{ platform, pid: expect.any(Number), since: expect.any(String) }]);
    expect((await run('status')).stdout).toContain(`Out of reach: ${platform} since`);
    expect((await run('doctor')).stdout).toMatch(/cannot be reached[\s\S]*tries again by itself/);

    await line.up();
    await expect.poll(() => heard.out).toMatch(new RegExp(`Parley is in ${platform}`, 'i'));
    await expect.poll(readiness).toEqual({ ready: true });
    expect((await status()).away).toEqual([]);
  });

  it('ends the start with what to do when it refuses the token', async () => {
    const { settings, wrong } = await open();
    const data = dataFolder();
    const started = startParley(
      `web,${platform}`,
      { PARLEY_DATA: data, PORT: '0', ...settings, ...wrong },
      { cwd: data, says: /Parley is in/, onSpawn: (child) => cleanups.push(() => child.kill('SIGKILL')) },
    );
    await expect(started).rejects.toThrow(
      new RegExp(`ended with 1[\\s\\S]*does not accept ${platform.toUpperCase()}_`),
    );
  });
});

it('ends the start at a taken port before anything is ingested, and says what threads do beside a model', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const data = dataFolder();
  const run = (settings: Record<string, string>) =>
    startParley(
      'web',
      { PARLEY_DATA: data, PARLEY_HOST: '127.0.0.1', ...settings },
      { cwd: data, says: /Parley is at/, onSpawn: (child) => cleanups.push(() => child.kill('SIGKILL')) },
    );
  await expect(run({ PORT: String(port) })).rejects.toThrow(
    new RegExp(`ended with 2: parley: Port ${port} is taken by another program`),
  );
  expect(readdirSync(data)).toEqual([]);
  const model = { PARLEY_MODEL: 'openai:none', PARLEY_MODEL_BASE_URL: 'http://127.0.0.1:9/v1' };
  const { heard } = await run({ PORT: '0', PARLEY_THREADS: '2', ...model });
  expect(heard.log).toContain('PARLEY_THREADS has an effect only on what is asked with the strategy quote');
});

it('ends the start when Slack refuses the token of the socket', async () => {
  const { settings } = await slackPlace();
  const data = dataFolder();
  const started = startParley(
    'slack',
    { PARLEY_DATA: data, ...settings, SLACK_APP_TOKEN: 'xapp-wrong' },
    { cwd: data, says: /Parley is in/, onSpawn: (child) => cleanups.push(() => child.kill('SIGKILL')) },
  );
  await expect(started).rejects.toThrow(/ended with 1[\s\S]*does not accept SLACK_APP_TOKEN/);
});
