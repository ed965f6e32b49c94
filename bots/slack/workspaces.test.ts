import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { pageOf } from '../chat/testing/pages.ts';
import { namedIn, putScopedPages, tellEverything } from '../chat/testing/scope-harness.ts';
import { until } from '../chat/testing/until.ts';
import type { Script } from '../conversation/testing/scripted-agent.ts';
import type { SlackFake } from './fake/index.ts';
import { FAKE_CLIENT } from './fake/install.ts';
import { isSlackHost } from './file-host.ts';
import { finals, type Harness, openParley, openSlackWorld, shownText } from './testing/harness.ts';

const BOT = '<@UBOTT1>';
/** Calls per minute of rate-limit tiers 2, 3 and 4 (docs.slack.dev/apis/web-api/rate-limits). */
const RATES = { 'users.list': 20, 'users.conversations': 50, 'conversations.info': 50, 'conversations.members': 100 };

let slack: SlackFake;
let parley: Harness | undefined;
beforeEach(async () => {
  slack = await openSlackWorld();
});
afterEach(async () => {
  await parley?.close();
  parley = undefined;
  await slack.close();
});

const open = async (script: Script, settings: Record<string, string> = {}) => {
  const tokens = { SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: FAKE_CLIENT.appToken };
  parley = await openParley({ slack, script, settings: { ...tokens, ...settings } });
  return parley;
};
const ask = async (
  harness: Harness,
  text: string,
  where: { channel?: string; user?: string; files?: string[] } = {},
) => {
  const { channel = 'CGENERAL', user = 'UBOB', files } = where;
  const { ts } = await slack.say({ channel, user, text: `${BOT} ${text}`, files });
  await until(() => finals(slack.replies(channel, ts)).length > 0, 'an answer');
  await harness.idle();
  return shownText(slack.replies(channel, ts)[0]);
};

describe('files of a question', () => {
  const readsFiles: Script = async ({ attachments }) => ({
    text: attachments?.map(({ name, text }) => `${name}: ${text}`).join('; ') || 'no files',
  });
  /** A foreign host that records the headers it receives. */
  const openHost = async () => {
    const headers: IncomingHttpHeaders[] = [];
    const host = createServer((request, response) => {
      headers.push(request.headers);
      response.writeHead(200, { 'content-type': 'text/plain' }).end('The code is 42.');
    });
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    const address = `127.0.0.1:${(host.address() as AddressInfo).port}`;
    return { headers, address, close: () => new Promise((resolve) => host.close(resolve)) };
  };

  it('never carry the token to a foreign host: remote files are fetched by the guarded fetcher, or named as unread', async () => {
    const host = await openHost();
    const externalUrl = `http://${host.address}/notes.txt`;
    slack.addFile({ id: 'F1', name: 'notes.txt', mimetype: 'text/plain', bytes: '', externalUrl });
    const refused = await open(readsFiles);
    expect(await ask(refused, 'what is the code?', { files: ['F1'] })).toMatch(/could not read notes\.txt/);
    expect(host.headers).toEqual([]);
    await refused.close();

    const allowed = await open(readsFiles, { PARLEY_FETCH_ALLOW: host.address });
    expect(await ask(allowed, 'what is the code?', { files: ['F1'] })).toContain('The code is 42.');
    expect(host.headers).toHaveLength(1);
    expect(host.headers[0]?.authorization).toBeUndefined();
    await host.close();
  });

  it('are fetched without the token after a redirect to a foreign host', async () => {
    const host = await openHost();
    slack.addFile({ id: 'F1', name: 'notes.txt', mimetype: 'text/plain', bytes: 'unused' });
    slack.world.redirects.set('F1', `http://${host.address}/notes.txt`);
    const harness = await open(readsFiles, { PARLEY_FETCH_ALLOW: host.address });
    expect(await ask(harness, 'what is the code?', { files: ['F1'] })).toContain('The code is 42.');
    expect(host.headers.map(({ authorization }) => authorization)).toEqual([undefined]);
    await host.close();
  });

  it('are limited in size while they are read, whatever size Slack states', async () => {
    slack.addFile({ id: 'F1', name: 'large.txt', mimetype: 'text/plain', bytes: Buffer.alloc(11_000_000, 'a') });
    slack.world.claimedSizes.set('F1', 10);
    const harness = await open(readsFiles);
    expect(await ask(harness, 'what does it say?', { files: ['F1'] })).toMatch(/could not read large\.txt/);
  });

  it.each([
    ['https://files.slack.com/files-pri/T1-F1/a.pdf', true],
    ['https://slack.com/files', true],
    ['http://files.slack.com/a.pdf', false],
    ['https://files.slack.com.evil.example/a.pdf', false],
    ['https://evilslack.com/a.pdf', false],
    ['https://evil.example/files.slack.com', false],
    ['https://files.slack.com@evil.example/a.pdf', false],
  ])('%s gets the token: %s', (url, own) => {
    expect(isSlackHost({})(new URL(url))).toBe(own);
  });
});

describe('a workspace of 6,000 members at Slack’s documented rates', () => {
  it('answers within 3 seconds at first, and after a change, for which it looks up one person', async () => {
    for (let i = 0; i < 6000; i += 1) slack.addUser({ id: `UM${i}`, team: 'T1', name: `member ${i}` });
    const people = ['UBOB', ...Array.from({ length: 6000 }, (_, i) => `UM${i}`)];
    slack.addChannel({ id: 'CLARGE', team: 'T1', people });
    for (const [method, rate] of Object.entries(RATES)) slack.world.rates.set(method, rate);
    const stores = openEmbedded(':memory:');
    await putScopedPages(stores, { workspace: 'workspace:T1', general: 'channel:T1/CLARGE', hidden: 'channel:T1/CH' });
    parley = await openParley({ slack, stores, script: tellEverything(stores) });
    const times: number[] = [];
    const timed = async (): Promise<string[]> => {
      const start = performance.now();
      const text = await ask(parley as Harness, 'what do you see?', { channel: 'CLARGE' });
      times.push(performance.now() - start);
      return namedIn(text);
    };
    const calls = (method: string) => slack.calls.filter((call) => call.method === method).length;

    expect(await timed()).toEqual(['everyone', 'workspace', 'general']);
    const listed = calls('users.list');
    const change = async (guest?: 'multi') => {
      const user = { id: 'UM7', team: 'T1', name: 'member 7', ...(guest && { guest }) };
      slack.addUser(user);
      await slack.event('T1', { type: 'user_change', user: slack.world.userJson(user) });
    };
    await change('multi');
    expect(await timed()).toEqual(['everyone']);
    await change();
    expect(await timed()).toEqual(['everyone', 'workspace', 'general']);
    expect(calls('users.list')).toBe(listed);
    expect(calls('users.info')).toBeLessThanOrEqual(1);
    expect(slack.calls.filter(({ error }) => error === 'ratelimited')).toEqual([]);
    expect(Math.max(...times)).toBeLessThan(3000);
  });

  it("answers from public pages only while the channel's readers are unknown", async () => {
    for (let i = 0; i < 300; i += 1) slack.addUser({ id: `UM${i}`, team: 'T1', name: `member ${i}` });
    const people = ['UBOB', ...Array.from({ length: 300 }, (_, i) => `UM${i}`)];
    slack.addChannel({ id: 'CLARGE', team: 'T1', people });
    slack.faults.next('users.list', { kind: 'rate-limit', retryAfter: 5 });
    const stores = openEmbedded(':memory:');
    await putScopedPages(stores, { workspace: 'workspace:T1', general: 'channel:T1/CLARGE', hidden: 'channel:T1/CH' });
    parley = await openParley({ slack, stores, script: tellEverything(stores) });
    expect(namedIn(await ask(parley, 'what do you see?', { channel: 'CLARGE' }))).toEqual(['everyone']);
  });
});

describe('channels that other workspaces and organisations read', () => {
  it.each([
    ['of the same Enterprise organisation, with a person of another workspace', { orgShared: true }, 'UEVE', []],
    [
      'of the same Enterprise organisation, with members of this workspace alone',
      { orgShared: true },
      'UORG',
      ['everyone', 'workspace', 'general'],
    ],
    ['with a person whom nobody knows', {}, 'UNOBODY', []],
    ['shared by Slack Connect', { shared: true }, 'UEVE', []],
  ])('%s', async (_, kind, other, seen) => {
    slack.addUser({ id: 'UORG', team: 'T8', name: 'orla', teams: ['T8', 'T1'] });
    slack.addChannel({ id: 'CORG', team: 'T1', people: ['UBOB', other], ...kind });
    const stores = openEmbedded(':memory:');
    await putScopedPages(stores, {
      workspace: 'workspace:T1',
      general: 'channel:T1/CORG',
      hidden: 'channel:T1/CHIDDEN',
    });
    parley = await openParley({ slack, stores, script: tellEverything(stores) });
    const { ts } = await slack.say({ channel: 'CORG', user: 'UBOB', text: `${BOT} what do you see?` });
    await parley.idle();
    // Parley does not answer in channels that strangers can read (docs/access.md).
    expect(slack.replies('CORG', ts).flatMap((reply) => namedIn(shownText(reply)))).toEqual(seen);
  });
});

describe('events that Slack repeats', () => {
  it('without ids are answered once', async () => {
    const harness = await open(async () => ({ text: 'Once.' }));
    const { ts } = await slack.say({
      channel: 'CGENERAL',
      user: 'UBOB',
      text: `${BOT} what?`,
      times: 3,
      withoutIds: true,
    });
    await harness.idle();
    expect(slack.replies('CGENERAL', ts)).toHaveLength(1);
    expect(harness.agent.asked).toHaveLength(1);
  });
});

describe('a workspace that removes Parley', () => {
  it('ends its running answers without a retry, and does not delay other notices', async () => {
    const harness = await open(async ({ text }) => ({
      text: `About ${text}`,
      citations: [{ n: 1, documentId: 'leave', title: 'Leave', quote: '28 days', kind: 'passage' }],
    }));
    await harness.stores.apply({ put: [pageOf('leave', ['everyone'])] });
    await ask(harness, 'how many days?');
    for (const installation of slack.world.installations.values()) installation.revoked = true;
    await slack.event('T1', { type: 'app_uninstalled' });
    await slack.event('T1', { type: 'tokens_revoked', tokens: { bot: ['UBOTT1'] } });
    await harness.stores.apply({ put: [pageOf('leave', ['everyone'], 'It is 30 days.')] });
    await harness.handle.followUp();
    await harness.stores.keyValues.put('slack-open', 'slack:T1/CGENERAL/1.1', {
      key: 'slack:T1/CGENERAL/1.1',
      conversationId: 'slack:T1/CGENERAL/1.1',
      askerId: 'slack:T1/UBOB',
      text: 'left behind',
      target: {
        team: 'T1',
        channel: 'CGENERAL',
        user: 'UBOB',
        channelType: 'channel',
        alone: false,
        files: [],
        joinsThread: false,
      },
      messages: [],
      posting: false,
      revision: 0,
      createdAt: new Date(0).toISOString(),
    });
    await harness.handle.sweep();
    await until(async () => (await harness.stores.keyValues.list('slack-open', { limit: 1 })).length === 0, 'the end');
    const before = slack.calls.length;
    await harness.handle.sweep();
    await harness.handle.followUp();
    expect(slack.calls.slice(before)).toEqual([]);
  });
});
