import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { FAKE_CLIENT } from '../bots/slack/fake/install.ts';
import { finals, openSlackWorld } from '../bots/slack/testing/harness.ts';
import { type CutLine, cutLine } from '../stores/testing/cut-line.ts';
import { missing, testStores } from '../stores/testing/test-stores.ts';
import { type StartedParley, startParley } from './testing/start-parley.ts';

/** Docker kills the process this long after SIGTERM; Kubernetes waits longer. */
const PLATFORM_MS = 10_000;

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** Opens a Slack fake behind a connection that the test can cut, and a data folder. */
const openPlace = async () => {
  const slack = await openSlackWorld();
  const line = await cutLine(slack.apiUrl);
  const data = mkdtempSync(join(tmpdir(), 'parley-shutdown-'));
  cleanups.push(
    () => rmSync(data, { recursive: true, force: true }),
    () => slack.close(),
    () => line.close(),
  );
  const start = (settings: Record<string, string> = {}, says = /Parley is in Slack/) =>
    startParley(
      'web,slack',
      {
        PARLEY_DATA: data,
        PORT: '0',
        PARLEY_LOG: 'info',
        SLACK_API_URL: line.url,
        SLACK_BOT_TOKEN: 'xoxb-1',
        SLACK_APP_TOKEN: FAKE_CLIENT.appToken,
        ...settings,
      },
      { cwd: data, says, onSpawn: (child) => cleanups.push(() => child.kill('SIGKILL')) },
    );
  return { slack, line, start };
};

/** Starts a model server that accepts every call and never answers. */
const openSilentModel = async () => {
  const model = { calls: 0, url: '' };
  const server = createServer(() => {
    model.calls += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  model.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return model;
};

/** Sends SIGTERM and expects that the process closes everything and ends before its platform would kill it. */
const expectEnd = async (child: ChildProcess, heard: StartedParley['heard']): Promise<void> => {
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const started = performance.now();
  child.kill('SIGTERM');
  expect(await ended, heard.log.slice(-2000)).toEqual({ code: 0, signal: null });
  expect(performance.now() - started, heard.log.slice(-2000)).toBeLessThan(PLATFORM_MS);
};

describe.each<[string, (line: CutLine) => Promise<void> | void]>([
  ['refuses every connection', (line) => line.down()],
  ['takes connections and never answers', (line) => line.stall()],
])('SIGTERM while Slack %s', (_, cut) => {
  it('ends the process within the platform’s limit', async () => {
    const { line, start } = await openPlace();
    const { child, heard } = await start();
    await cut(line);
    await expectEnd(child, heard);
  });

  it('ends a process that is still trying to open Slack', async () => {
    const { line, start } = await openPlace();
    await cut(line);
    const { child, heard } = await start({}, /Parley is at/);
    await expectEnd(child, heard);
  });

  it('leaves a question under way to the next process, which replies once', async () => {
    const { slack, line, start } = await openPlace();
    const model = await openSilentModel();
    const { child, heard } = await start({
      PARLEY_MODEL: 'openai:silent',
      PARLEY_MODEL_BASE_URL: model.url,
      PARLEY_MODEL_API_KEY: 'none',
    });
    const { ts } = await slack.say({
      channel: 'CGENERAL',
      user: 'UANN',
      text: '<@UBOTT1> How many weeks of parental leave do I get?',
    });
    await expect.poll(() => model.calls).toBeGreaterThan(0);
    await cut(line);
    await expectEnd(child, heard);
    await line.up();
    const next = await start();
    const replies = () => finals(slack.replies('CGENERAL', ts));
    await expect.poll(() => replies().length).toBe(1);
    expect(replies()[0]!.text).toContain('weeks');
    await expectEnd(next.child, next.heard);
    expect(slack.replies('CGENERAL', ts)).toHaveLength(1);
  });
});

const reason = missing(['POSTGRES_URL']);
if (reason) it.skip(`SIGTERM while Postgres is silent: skipped: ${reason}`, () => {});
else
  it('SIGTERM while Postgres is silent ends the process within the platform’s limit', async () => {
    const place = testStores(['POSTGRES_URL']);
    cleanups.push(() => place.dispose());
    const line = await cutLine(String(place.settings.POSTGRES_URL));
    cleanups.push(() => line.close());
    const { start } = await openPlace();
    const { PARLEY_NAMESPACE } = place.settings;
    const { child, heard } = await start({ POSTGRES_URL: line.url, PARLEY_NAMESPACE: String(PARLEY_NAMESPACE) });
    line.stall();
    await expectEnd(child, heard);
  });
