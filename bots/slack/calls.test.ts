import { webApi } from '@slack/bolt';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { silentLog } from '../../core/log.ts';
import { readBotSettings } from '../settings.ts';
import { codeOf, createCalls, isGone, isRevoked, neededScope } from './calls.ts';
import { checkSlack } from './check.ts';
import { exchanges } from './testing/exchanges.ts';
import { clientOptions } from './workspaces.ts';

describe('calls to Slack, by its documented exchanges', () => {
  const slept: number[] = [];
  const clock: Clock = { ...systemClock, sleep: async (ms) => void slept.push(ms) };
  const calls = createCalls({ clock, log: silentLog });
  const client = new webApi.WebClient('xoxb-1', { ...clientOptions({}), logLevel: webApi.LogLevel.ERROR });
  const say = () => client.chat.postMessage({ channel: 'C123ABC456', text: 'x' });
  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );

  beforeEach(() => {
    slept.length = 0;
    nock.disableNetConnect();
  });
  afterEach(() => {
    expect(nock.pendingMocks()).toEqual([]);
    nock.cleanAll();
    nock.enableNetConnect();
    nock.restore();
    nock.activate();
  });

  it('wait as long as a rate limit demands, with jitter', async () => {
    nock.define([exchanges.limited, exchanges.posted]);
    expect(await calls.idempotent(say)).toMatchObject({ ts: '1503435956.000247' });
    expect(slept).toHaveLength(1);
    expect(slept[0]).toBeGreaterThanOrEqual(30_000);
    expect(slept[0]).toBeLessThan(30_500);
  });

  it('check whether a message was posted before they retry it', async () => {
    nock.define([exchanges.badGateway, exchanges.posted]);
    const looked: string[] = [];
    const posted = await calls.once(say, async () => {
      looked.push('looked');
      return undefined;
    });
    expect([posted.ok, looked, slept]).toEqual([true, ['looked'], [200]]);
    nock.define([exchanges.badGateway]);
    expect(await calls.once(say, async () => ({ ok: true, ts: '7.1' }))).toMatchObject({ ts: '7.1' });
  });

  it('do not retry a refusal, and distinguish its kinds', async () => {
    const told = [];
    for (const exchange of [exchanges.missingScope, exchanges.invalidBlocks, exchanges.archived, exchanges.revoked]) {
      nock.define([exchange]);
      const error = await refusal(calls.idempotent(say));
      told.push([codeOf(error), isGone(error), isRevoked(error), neededScope(error)]);
    }
    expect(told).toEqual([
      ['missing_scope', true, false, 'chat:write'],
      ['invalid_blocks', false, false, undefined],
      ['is_archived', true, false, undefined],
      ['token_revoked', false, true, undefined],
    ]);
    expect(slept).toEqual([]);
  });

  it('tell doctor who Parley is and which scopes it lacks', async () => {
    nock.define([exchanges.auth]);
    const found = await checkSlack(readBotSettings({ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_SIGNING_SECRET: 'secret' }));
    expect(found[0]).toMatchObject({ state: 'ok', detail: 'Parley is bot in Subarachnoid Workspace.' });
    expect(found[1]).toMatchObject({ state: 'broken', detail: expect.stringContaining('channels:history') });
    expect(found[1]?.detail).not.toContain('chat:write (');
  });
});
