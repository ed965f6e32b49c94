import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { FAKE_CLIENT } from '../bots/slack/fake/index.ts';
import { openSlackWorld } from '../bots/slack/testing/harness.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

it('SIGTERM ends the process also while Slack cannot be reached', async () => {
  const slack = await openSlackWorld();
  const data = mkdtempSync(join(tmpdir(), 'parley-shutdown-'));
  folders.push(data);
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [main, 'start', '--only', 'web,slack'], {
    cwd: data,
    env: {
      PATH,
      HOME,
      PARLEY_DATA: data,
      PORT: '0',
      PARLEY_LOG: 'info',
      SLACK_API_URL: slack.apiUrl,
      SLACK_BOT_TOKEN: 'xoxb-1',
      SLACK_APP_TOKEN: FAKE_CLIENT.appToken,
    },
  });
  let said = '';
  let logged = '';
  child.stdout.on('data', (text: Buffer) => {
    said += text;
  });
  child.stderr.on('data', (text: Buffer) => {
    logged += text;
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  try {
    await expect.poll(() => said, { timeout: 60_000 }).toContain('Parley is in Slack');
    await slack.close();
    await expect.poll(() => logged, { timeout: 60_000 }).toMatch(/WebSocket error|Slack could not be reached/);
    child.kill('SIGTERM');
    expect(await ended, logged.slice(-2000)).toEqual({ code: 0, signal: null });
  } finally {
    child.kill('SIGKILL');
  }
}, 180_000);
