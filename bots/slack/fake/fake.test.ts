import { App, LogLevel, webApi } from '@slack/bolt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSlackFake, type SlackFake } from './index.ts';
import { FAKE_CLIENT } from './install.ts';
import { rules } from './rules.ts';

const SCOPES = [
  'chat:write',
  'channels:read',
  'channels:history',
  'users:read',
  'reactions:write',
  'assistant:write',
  'im:write',
];

describe('the Slack fake, through the real SDK', () => {
  let slack: SlackFake;
  let app: App;
  let now = Date.now();
  const refused = (call: Promise<unknown>) =>
    call.then(
      () => 'accepted',
      (error: { data?: { error?: string } }) => error.data?.error,
    );

  const open = async (ackWithinMs: number) => {
    now = Date.now();
    slack = await createSlackFake({ now: () => now, ackWithinMs });
    slack.install('T1', 'xoxb-1', SCOPES);
    slack.addUser({ id: 'U1', team: 'T1', name: 'ann' });
    slack.addChannel({ id: 'C1', team: 'T1', people: ['U1'] });
    app = new App({
      token: 'xoxb-1',
      botId: 'BT1',
      botUserId: 'UBOTT1',
      appToken: FAKE_CLIENT.appToken,
      socketMode: true,
      logLevel: LogLevel.ERROR,
      clientOptions: { slackApiUrl: slack.apiUrl, retryConfig: { retries: 1, minTimeout: 1 } },
    });
  };
  const close = async () => {
    await app.stop();
    await slack.close();
  };
  beforeEach(() => open(150));
  afterEach(close);

  it('delivers a mention over Socket Mode as app_mention and message, acknowledged', async () => {
    await close();
    await open(30_000);
    const heard: string[] = [];
    app.event('app_mention', async ({ body }) => void heard.push(`mention ${body.event_id}`));
    app.event('message', async ({ body }) => void heard.push(`message ${body.event_id}`));
    await app.start();
    const { deliveries } = await slack.say({ channel: 'C1', user: 'U1', text: '<@UBOTT1> hello' });
    expect(deliveries.map((delivery) => delivery.attempts)).toEqual([1, 1]);
    expect(heard.map((item) => item.split(' ')[0]).sort()).toEqual(['mention', 'message']);
    expect(new Set(heard.map((item) => item.split(' ')[1])).size).toBe(2);
  });

  it('repeats an envelope that nobody acknowledges three times, then gives up', async () => {
    app.command('/ask', async () => {});
    await app.start();
    expect((await slack.command({ command: '/ask', text: 'x', channel: 'C1', user: 'U1' })).attempts).toBe(1);
    await app.stop();
    expect(
      (await slack.event('T1', { type: 'message', channel: 'C1', user: 'U1', text: 'x', ts: '1.1' })).attempts,
    ).toBe(4);
  });

  it('ends a stream after five minutes, and refuses an edit while it runs', async () => {
    const { ts } = await slack.say({ channel: 'C1', user: 'U1', text: 'q' });
    const start = {
      channel: 'C1',
      thread_ts: ts,
      recipient_team_id: 'T1',
      recipient_user_id: 'U1',
      markdown_text: 'one',
    };
    const stream = await app.client.chat.startStream(start);
    const at = { channel: 'C1', ts: stream.ts as string };
    expect(await refused(app.client.chat.update({ ...at, text: 'x' }))).toBe('streaming_state_conflict');
    expect(await refused(app.client.chat.appendStream({ ...at, markdown_text: ' two' }))).toBe('accepted');
    now += 300_000;
    expect(await refused(app.client.chat.appendStream({ ...at, markdown_text: 'x' }))).toBe(
      'message_not_in_streaming_state',
    );
    expect(await refused(app.client.chat.update({ ...at, text: 'one two' }))).toBe('accepted');
  });

  it('holds a stream to 12,000 characters in all, and to a recipient and a thread', async () => {
    const { ts } = await slack.say({ channel: 'C1', user: 'U1', text: 'q' });
    const start = { channel: 'C1', thread_ts: ts, recipient_team_id: 'T1', recipient_user_id: 'U1' };
    const stream = await app.client.chat.startStream({ ...start, markdown_text: 'a'.repeat(7000) });
    const more = { channel: 'C1', ts: stream.ts as string, markdown_text: 'b'.repeat(5001) };
    expect(await refused(app.client.chat.appendStream(more))).toBe('msg_too_long');
    expect(await refused(app.client.chat.startStream({ ...start, recipient_user_id: undefined }))).toBe(
      'missing_recipient_user_id',
    );
    const task = { type: 'task_update' as const, id: '1', title: 'x'.repeat(257), status: 'pending' as const };
    expect(await refused(app.client.chat.startStream({ ...start, chunks: [task] }))).toBe('invalid_chunks');
  });

  it.each([
    ['51 blocks', Array.from({ length: 51 }, () => ({ type: 'divider' })), 'invalid_blocks'],
    [
      'a section of 3,001 characters',
      [{ type: 'section', text: { type: 'mrkdwn', text: 'x'.repeat(3001) } }],
      'invalid_blocks',
    ],
    ['12,001 characters of markdown', [{ type: 'markdown', text: 'x'.repeat(12_001) }], 'msg_blocks_too_long'],
    ['headings that expand past 50', [{ type: 'markdown', text: '# h\n'.repeat(51) }], 'invalid_blocks'],
    ['a block of no known kind', [{ type: 'carousel_of_dreams' }], 'invalid_blocks'],
    [
      'one block_id twice',
      [
        { type: 'divider', block_id: 'a' },
        { type: 'divider', block_id: 'a' },
      ],
      'invalid_blocks',
    ],
  ])('refuses %s', async (_, blocks, code) => {
    expect(await refused(app.client.chat.postMessage({ channel: 'C1', text: 'x', blocks: blocks as never }))).toBe(
      code,
    );
  });

  it('wants the scope, the channel, membership and a living channel', async () => {
    slack.install('T2', 'xoxb-2', ['users:read']);
    slack.addChannel({ id: 'C2', team: 'T2', people: [] });
    const other = { token: 'xoxb-2', channel: 'C2', text: 'x' };
    expect(await refused(app.client.chat.postMessage(other))).toBe('missing_scope');
    expect(await refused(app.client.chat.postMessage({ channel: 'C2', text: 'x' }))).toBe('channel_not_found');
    slack.addChannel({ id: 'C3', team: 'T1', people: ['U1'], withBot: false });
    expect(await refused(app.client.chat.postMessage({ channel: 'C3', text: 'x' }))).toBe('not_in_channel');
    slack.addChannel({ id: 'C4', team: 'T1', people: ['U1'], archived: true });
    expect(await refused(app.client.chat.postMessage({ channel: 'C4', text: 'x' }))).toBe('is_archived');
    expect(await refused(app.client.chat.postEphemeral({ channel: 'C1', user: 'U9', text: 'x' }))).toBe(
      'user_not_in_channel',
    );
  });

  it('lets a trigger open one view within three seconds', async () => {
    const triggers: string[] = [];
    app.command('/ask', async ({ ack, body }) => {
      await ack();
      triggers.push(body.trigger_id);
    });
    await app.start();
    await slack.command({ command: '/ask', text: '', channel: 'C1', user: 'U1' });
    const view = {
      type: 'modal' as const,
      title: { type: 'plain_text' as const, text: 'T' },
      blocks: [{ type: 'divider' as const }],
    };
    const open = () => refused(app.client.views.open({ trigger_id: triggers.at(-1) as string, view }));
    expect(await open()).toBe('accepted');
    expect(await open()).toBe('exchanged_trigger_id');
    await slack.command({ command: '/ask', text: '', channel: 'C1', user: 'U1' });
    now += 3001;
    expect(await open()).toBe('expired_trigger_id');
  });

  it('answers 429 with retry-after on demand, and can lose an answer after the call was applied', async () => {
    slack.faults.next('chat.postMessage', { kind: 'rate-limit', retryAfter: 0 });
    expect(await refused(app.client.chat.postMessage({ channel: 'C1', text: 'x' }))).toBe('accepted');
    slack.faults.next('chat.postMessage', { kind: 'lost' });
    await refused(app.client.chat.postMessage({ channel: 'C1', text: 'twice' }));
    expect([...slack.world.messages.values()].filter((message) => message.text === 'twice')).toHaveLength(2);
  });

  it('hands out a channel and its threads page by page, the threads told by their first message', async () => {
    const { ts } = await slack.say({ channel: 'C1', user: 'U1', text: 'root' });
    await slack.say({ channel: 'C1', user: 'U1', text: 'reply', threadTs: ts });
    const later = await slack.say({ channel: 'C1', user: 'U1', text: 'later' });
    slack.addChannel({ id: 'C2', team: 'T1', people: ['U1'], withBot: false });
    const first = await app.client.conversations.history({ channel: 'C1', limit: 1 });
    expect([first.messages?.[0]?.text, first.has_more]).toEqual(['later', true]);
    const next = await app.client.conversations.history({
      channel: 'C1',
      limit: 1,
      cursor: first.response_metadata?.next_cursor,
    });
    expect(next.messages?.[0]).toMatchObject({ text: 'root', thread_ts: ts, reply_count: 1 });
    expect(next.has_more).toBe(false);
    const since = await app.client.conversations.history({ channel: 'C1', oldest: ts });
    expect(since.messages?.map((message) => message.ts)).toEqual([later.ts]);
    const thread = await app.client.conversations.replies({ channel: 'C1', ts });
    expect(thread.messages?.map(({ text }) => text)).toEqual(['root', 'reply']);
    const { channels } = await app.client.conversations.list({ types: 'public_channel,private_channel' });
    expect(channels?.map((one) => [one.id, one.is_member])).toEqual([
      ['C1', true],
      ['C2', false],
    ]);
    expect(await refused(app.client.conversations.history({ channel: 'C2' }))).toBe('not_in_channel');
  });

  it('lets an app from outside the Marketplace read 15 messages of a channel a minute', async () => {
    const { world } = slack;
    for (let i = 0; i < 20; i += 1)
      world.put({ ts: world.ts(), channel: 'C1', user: 'U1', text: `${i}`, reactions: new Map() });
    slack.world.limitsHistory = true;
    const client = new webApi.WebClient('xoxb-1', {
      slackApiUrl: slack.apiUrl,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    });
    expect((await client.conversations.history({ channel: 'C1', limit: 200 })).messages).toHaveLength(15);
    await expect(client.conversations.history({ channel: 'C1' })).rejects.toMatchObject({ retryAfter: 60 });
    now += 60_000;
    expect((await client.conversations.history({ channel: 'C1' })).ok).toBe(true);
  });

  it('names for every rule where Slack documents it', () => {
    for (const rule of Object.values(rules)) expect(rule.documented).toMatch(/^https:\/\/docs\.slack\.dev\//);
  });
});
