import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../stores/embedded/index.ts';
import { until } from './chat/testing/until.ts';
import { untilAborted } from './conversation/testing/scripted-agent.ts';
import * as discord from './discord/testing/harness.ts';
import * as slack from './slack/testing/harness.ts';

// Put together at run time, so that no file here holds what looks like a key.
const SECRET = ['glpat', 'Zk4Xw9Lm2Qr7Tn5Vb8Yc'].join('-');
const TEXT = `What does ${SECRET} open?`;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const openFile = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-asked-secret-'));
  const stores = openEmbedded(path.join(folder, 'data.db'));
  const bytes = async () => {
    const files = await readdir(folder);
    return (await Promise.all(files.map((name) => readFile(path.join(folder, name), 'latin1')))).join('');
  };
  return { stores, bytes };
};

describe('a question that carries a secret is stored without it while it waits for its answer', () => {
  it('in Slack', async () => {
    const { stores, bytes } = await openFile();
    const world = await slack.openSlackWorld();
    const parley = await slack.openParley({ slack: world, stores, script: ({ signal }) => untilAborted(signal) });
    closers.push(
      () => world.close(),
      () => parley.close(),
    );
    await world.say({ channel: 'CGENERAL', user: 'UANN', text: `<@UBOTT1> ${TEXT}` });
    await until(() => parley.agent.asked.length === 1, 'the question');
    expect(parley.agent.asked[0]?.text).toBe('What does [secret removed: GitLab token] open?');
    expect(await bytes()).toContain('[secret removed: GitLab token]');
    expect(await bytes()).not.toContain(SECRET);
  });

  it('in Discord', async () => {
    const { stores, bytes } = await openFile();
    const world = await discord.openDiscordWorld();
    const parley = await discord.openParley({
      discord: world,
      stores,
      script: ({ signal }) => untilAborted(signal),
    });
    closers.push(
      () => world.close(),
      () => parley.close(),
    );
    const { CHANNELS, PEOPLE } = discord;
    const question = world.say({ channel: CHANNELS.general, user: PEOPLE.ann, content: `<@1000> ${TEXT}` });
    await until(() => parley.agent.asked.length === 1, 'the question');
    expect(parley.agent.asked[0]?.text).toBe('What does [secret removed: GitLab token] open?');
    expect(question.content).toContain(SECRET);
    expect(await bytes()).toContain('[secret removed: GitLab token]');
    expect(await bytes()).not.toContain(SECRET);
  });
});
