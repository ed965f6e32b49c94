import { webApi } from '@slack/bolt';
import { createEmulator, type Emulator } from 'emulate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../chat/testing/free-port.ts';
import { createSlackFake, type SlackFake } from './index.ts';

const SCOPES = ['chat:write', 'channels:read', 'channels:history', 'users:read', 'reactions:write'];

/** What a call came to: its refusal's code, or which of these fields came back. */
const outcome = async (call: Promise<unknown>, ...fields: string[]): Promise<string> => {
  try {
    const result = (await call) as Record<string, unknown>;
    return `ok ${fields.filter((field) => result[field] !== undefined).join(' ')}`.trim();
  } catch (error) {
    return error instanceof webApi.WebAPIPlatformError ? error.data.error : String(error);
  }
};

/**
 * A published fake, written by others from Slack's documentation, as a second opinion: what both answer to the same calls
 * must be the same. It has no streams, sessions, status, Socket Mode or interactions, takes any token, and finds threads that are
 * not there; in these the documentation counts (`rules.ts`).
 */
describe('the Slack fake and `emulate`', () => {
  let emulator: Emulator;
  let slack: SlackFake;
  let clients: { name: string; client: webApi.WebClient; narrow: webApi.WebClient; channel: string }[];
  const client = (url: string, token: string) =>
    new webApi.WebClient(token, { slackApiUrl: `${url}/api/`, retryConfig: { retries: 0 } });

  beforeAll(async () => {
    emulator = await createEmulator({
      service: 'slack',
      port: await freePort(),
      seed: {
        tokens: {
          'xoxb-1': { login: 'admin', scopes: SCOPES },
          'xoxb-few': { login: 'admin', scopes: ['channels:read'] },
        },
        slack: { strict_scopes: true, channels: [{ name: 'general' }] },
      },
    });
    slack = await createSlackFake();
    slack.install('T1', 'xoxb-1', SCOPES);
    slack.addUser({ id: 'U1', team: 'T1', name: 'ann' });
    slack.addChannel({ id: 'C1', team: 'T1', people: ['U1'] });
    slack.world.installations.set('xoxb-few', {
      team: 'T1',
      botUser: 'UBOTT1',
      botId: 'BT1',
      scopes: new Set(['channels:read']),
    });
    clients = await Promise.all(
      [
        { name: 'emulate', url: emulator.url },
        { name: 'ours', url: slack.origin },
      ].map(async ({ name, url }) => {
        const full = client(url, 'xoxb-1');
        const { channels } = await full.conversations.list({});
        return { name, client: full, narrow: client(url, 'xoxb-few'), channel: channels?.[0]?.id ?? '' };
      }),
    );
  });
  afterAll(async () => {
    await emulator.close();
    await slack.close();
  });

  it('answer the same calls alike, refusals included', async () => {
    const tell = async ({ client, narrow, channel }: (typeof clients)[number]) => {
      const posted = await client.chat.postMessage({ channel, text: 'question' });
      const ts = posted.ts ?? '';
      const reply = await client.chat.postMessage({ channel, text: 'answer', thread_ts: ts });
      const at = { channel, ts: reply.ts ?? '' };
      const react = { channel, timestamp: ts, name: 'eyes' };
      const page = await client.conversations.replies({ channel, ts });
      return {
        post: await outcome(client.chat.postMessage({ channel, text: 'x' }), 'ts', 'channel', 'message'),
        'post nowhere': await outcome(client.chat.postMessage({ channel: 'C0NOWHERE', text: 'x' })),
        'post nothing': await outcome(client.chat.postMessage({ channel, text: '' })),
        'post without the scope': await outcome(narrow.chat.postMessage({ channel, text: 'x' })),
        update: await outcome(client.chat.update({ ...at, text: 'better' }), 'ts', 'channel', 'text'),
        'update what is not there': await outcome(client.chat.update({ channel, ts: '1.000001', text: 'x' })),
        'delete what is not there': await outcome(client.chat.delete({ channel, ts: '1.000001' })),
        thread: page.messages?.map(({ text, thread_ts, reply_count }) => [text, thread_ts === ts, reply_count]).at(-1),
        react: await outcome(client.reactions.add(react)),
        'react twice': await outcome(client.reactions.add(react)),
        'take a reaction back': await outcome(client.reactions.remove(react)),
        'take it back twice': await outcome(client.reactions.remove(react)),
        'history without the scope': await outcome(narrow.conversations.history({ channel })),
        'somebody unknown': await outcome(client.users.info({ user: 'U0NOBODY' })),
        delete: await outcome(client.chat.delete(at), 'ts', 'channel'),
      };
    };
    const [theirs, ours] = await Promise.all(clients.map(tell));
    expect(ours).toEqual(theirs);
  });
});
