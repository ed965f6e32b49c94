import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { crashAtStep } from '../chat/testing/crash-at-step.ts';
import { streamWords, WORDS } from '../chat/testing/scripts.ts';
import { until } from '../chat/testing/until.ts';
import { type Script, untilAborted } from '../conversation/testing/scripted-agent.ts';
import type { SlackFake } from './fake/index.ts';
import { finals, type Harness, openParley, openSlackWorld, shownText } from './testing/harness.ts';

const BOT = '<@UBOTT1>';

describe('one answer per question in Slack, whatever happens', () => {
  let slack: SlackFake;
  let now: number;
  const open: Harness[] = [];
  const start = async (options: Partial<Parameters<typeof openParley>[0]> = {}) => {
    const parley = await openParley({ slack, script: streamWords, ...options });
    open.push(parley);
    return parley;
  };
  const say = (text: string, more: { channel?: string; user?: string; times?: number } = {}) =>
    slack.say({ channel: 'CGENERAL', user: 'UANN', text: `${BOT} ${text}`, ...more });
  const onlyReply = (ts: string, channel = 'CGENERAL') => {
    const replies = slack.replies(channel, ts);
    expect(replies).toHaveLength(1);
    expect(finals(replies)).toHaveLength(1);
    return shownText(replies[0]);
  };
  const told = (channel = 'DUANN') =>
    [...slack.world.messages.values()].filter((message) => message.channel === channel).map(({ text }) => text);

  beforeEach(async () => {
    now = Date.now();
    slack = await openSlackWorld({ now: () => now, ackWithinMs: 500 });
  });
  afterEach(async () => {
    for (const parley of open.splice(0)) await parley.close();
    await slack.close();
  });

  it('under duplicate delivery and the two events of a mention', async () => {
    const parley = await start();
    const { ts } = await say('what?', { times: 4 });
    await parley.idle();
    expect(onlyReply(ts)).toContain(WORDS);
    expect(parley.agent.asked).toHaveLength(1);
  });

  it('with two processes on the same records', async () => {
    const stores = openEmbedded(':memory:');
    const both = [await start({ stores }), await start({ stores })];
    const asked = await Promise.all(Array.from({ length: 8 }, (_, i) => say(`question ${i}?`, { times: 2 })));
    // After a late acknowledgement, Slack may deliver to one process while the other one answers, so the test waits for both.
    const answered = ({ ts }: { ts: string }) => finals(slack.replies('CGENERAL', ts)).length > 0;
    await until(() => asked.every(answered), 'an answer to each');
    for (const parley of both) await parley.idle();
    for (const { ts } of asked) expect(onlyReply(ts)).toContain(WORDS);
    expect(both.reduce((sum, parley) => sum + parley.agent.asked.length, 0)).toBe(8);
  });

  it('after a crash at any step: taken over once, and its message continued', async () => {
    const openMortal = (stores: Stores, mortal: ReturnType<typeof crashAtStep>) =>
      openParley({
        slack,
        script: streamWords,
        stores: mortal.stores(stores),
        staleAfterMs: 120,
        sweepMs: 30,
        fetch: (url, init) => mortal.step(() => fetch(url, init)),
      });
    /**
     * Number of steps of a start. A process that crashes during these has received no question, and its start never
     * resolves.
     */
    const stepsOfStart = async (): Promise<number> => {
      const mortal = crashAtStep(Number.POSITIVE_INFINITY);
      const parley = await openMortal(openEmbedded(':memory:'), mortal);
      const { steps } = mortal;
      await parley.close();
      return steps;
    };
    const trial = async (diesAt: number): Promise<boolean> => {
      const stores = openEmbedded(':memory:');
      const mortal = crashAtStep(diesAt);
      const first = await openMortal(stores, mortal);
      const { ts } = await say(`dies at ${diesAt}?`);
      await until(
        () => mortal.dead || (first.handle.running === 0 && finals(slack.replies('CGENERAL', ts)).length > 0),
        'the end',
      );
      const died = mortal.dead;
      const second = await openParley({ slack, script: streamWords, stores, staleAfterMs: 120, sweepMs: 30 });
      await until(
        async () =>
          finals(slack.replies('CGENERAL', ts)).length > 0 &&
          (await stores.keyValues.list('slack-open', { limit: 1 })).length === 0,
        `an answer after dying at ${diesAt}`,
      );
      expect(onlyReply(ts), `dying at step ${diesAt}`).toContain(WORDS);
      void first.close();
      await second.close();
      return died;
    };
    const begin = (await stepsOfStart()) + 1;
    let step = begin;
    while (await trial(step)) step += 1;
    expect(step - begin).toBeGreaterThan(15);
  });

  it('when every method is limited at its first call', async () => {
    const parley = await start();
    slack.faults.rateLimitEachOnce(0);
    const { ts } = await say('limited?');
    await parley.idle();
    expect(onlyReply(ts)).toContain(WORDS);
    expect(slack.calls.filter(({ error }) => error === 'ratelimited').length).toBeGreaterThan(4);
  });

  it.each(['chat.startStream', 'chat.appendStream', 'chat.stopStream', 'chat.postMessage', 'chat.update'])(
    'when the answer to %s is lost',
    async (method) => {
      const parley = await start();
      slack.faults.next(method, { kind: 'lost' });
      const { ts } = await say('lost?');
      await parley.idle();
      expect(onlyReply(ts)).toContain(WORDS);
    },
  );

  it.each(['dropped', 'status'] as const)('when calls are %s', async (kind) => {
    const parley = await start();
    for (const method of [
      'assistant.threads.setStatus',
      'chat.startStream',
      'chat.appendStream',
      'chat.stopStream',
      'conversations.info',
    ])
      slack.faults.next(method, kind === 'status' ? { kind, status: 503 } : { kind });
    const { ts } = await say('dropped?');
    await parley.idle();
    expect(onlyReply(ts)).toContain(WORDS);
  });

  it.each(['users.info', 'users.conversations'])(
    'when %s fails for a while: who asks is looked up again, and refused nothing',
    async (method) => {
      slack.faults.next(method, { kind: 'error', error: 'internal_error' }, 2);
      const parley = await start({ sweepMs: 30 });
      const { ts } = await say('who am I?', { channel: 'DUANN' });
      await until(() => finals(slack.replies('DUANN', ts)).length > 0, 'an answer');
      await parley.idle();
      expect(onlyReply(ts, 'DUANN')).toContain(WORDS);
      expect(parley.agent.asked[0]?.scopes).toContain('channel:T1/CHIDDEN');
    },
  );

  it('when Slack ends the stream after five minutes', async () => {
    const parley = await start({
      script: async (_, tell) => {
        tell({ type: 'token', text: 'Before the cut. ' });
        await until(() => [...slack.world.messages.values()].some((message) => message.stream?.state === 'running'));
        now += 301_000;
        tell({ type: 'token', text: 'After the cut. ' });
        await sleep(60);
        return { text: 'Before the cut. After the cut.' };
      },
    });
    const { ts } = await say('long?');
    await parley.idle();
    expect(slack.calls.some(({ error }) => error === 'message_not_in_streaming_state')).toBe(true);
    expect(onlyReply(ts)).toContain('Before the cut. After the cut.');
  });

  it('when Slack finds a stream too long earlier than documented', async () => {
    const long = Array.from({ length: 60 }, (_, i) => `Sentence ${i} is here.`).join(' ');
    const parley = await start({
      script: async (_, tell) => {
        for (let i = 0; i < long.length; i += 100) {
          tell({ type: 'token', text: long.slice(i, i + 100) });
          await sleep(20);
        }
        return { text: long };
      },
    });
    slack.faults.next('chat.appendStream', { kind: 'error', error: 'msg_too_long' });
    const { ts } = await say('overflow?');
    await parley.idle();
    const replies = slack.replies('CGENERAL', ts);
    const all = replies.map(shownText).join(' ');
    for (let i = 0; i < 60; i += 1) expect(all.split(`Sentence ${i} is`)).toHaveLength(2);
    expect(finals(replies)).toHaveLength(1);
  });

  it('when an answer of 6,000 characters is given anew to an edited question, and has a hundred sources', async () => {
    const long = Array.from({ length: 120 }, (_, i) => `Sentence ${i} tells of something at some length.`).join('\n\n');
    const cited = Array.from({ length: 100 }, (_, i) => ({
      n: i + 1,
      documentId: `page-${i}`,
      title: `A page of the handbook with a rather long title, number ${i}`,
      url: `https://pages.example.org/a/rather/long/address/of/a/page/${i}`,
      quote: '',
      kind: 'passage' as const,
    }));
    const parley = await start({ script: async () => ({ text: `${long} Ümläute & <Klammern> 🎉`, citations: cited }) });
    const { ts } = await say('first wording?');
    await parley.idle();
    await slack.edit('CGENERAL', ts, `${BOT} second wording?`);
    await until(() => parley.agent.asked.length === 2, 'the second answer');
    await parley.idle();
    const shown = onlyReply(ts);
    expect(shown).toContain('Sentence 119 tells');
    expect(shown).toContain('more under “Show reasoning”');
    expect(slack.calls.filter(({ ok }) => !ok)).toEqual([]);
  });

  it('when Slack refuses the answer for ever: the asker is told why, and it is not tried again', async () => {
    const parley = await start({ sweepMs: 30 });
    for (const method of ['chat.startStream', 'chat.postMessage'])
      slack.faults.next(method, { kind: 'error', error: 'ekm_access_denied' });
    const { ts } = await say('with a key of our own?');
    await parley.idle();
    await until(() => told().length > 0, 'a direct message');
    expect(told()).toEqual([expect.stringContaining('Slack refused my message (ekm_access_denied)')]);
    expect(await parley.stores.keyValues.get('slack-open', `slack:T1/CGENERAL/${ts}`)).toBeUndefined();
  });

  it('when the asker of what no page answers has left the channel', async () => {
    const parley = await start({ sweepMs: 30, script: async () => ({ text: "I don't know.", verdict: 'unknown' }) });
    const { ts } = await say('who repairs the lift?');
    slack.world.channels.get('CGENERAL')?.members.delete('UANN');
    await until(() => told().length > 0, 'a direct message');
    expect(told()).toEqual(["About your question in <#CGENERAL>: I don't know."]);
    await until(
      async () => !(await parley.stores.keyValues.get('slack-open', `slack:T1/CGENERAL/${ts}`)),
      'the end of the question',
    );
  });

  it('in shorter messages, when Slack finds a whole message too long', async () => {
    const long = Array.from({ length: 60 }, (_, i) => `Sentence ${i} is here.`).join(' ');
    const parley = await start({ script: async () => ({ text: long }) });
    slack.faults.next('chat.postMessage', { kind: 'error', error: 'msg_blocks_too_long' }, 4);
    const { ts } = await say('everything?');
    await parley.idle();
    const replies = slack.replies('CGENERAL', ts).map(shownText);
    expect(replies.length).toBeGreaterThan(1);
    const all = replies.join(' ');
    for (let i = 0; i < 60; i += 1) expect(all.split(`Sentence ${i} is`)).toHaveLength(2);
  });

  it.each(['recycle', 'cut'] as const)('after Slack closes the connection (%s)', async (how) => {
    await slack.close();
    slack = await openSlackWorld({ ackWithinMs: 10_000 });
    const parley = await start();
    slack.deliveries[how]();
    const { ts, deliveries } = await say('still there?');
    expect(deliveries.every(({ response }) => response !== undefined)).toBe(true);
    await parley.idle();
    expect(onlyReply(ts)).toContain(WORDS);
  });

  it('is not posted again after somebody deleted it', async () => {
    const parley = await start({
      script: async ({ signal }, tell) => {
        tell({ type: 'token', text: 'To be deleted. ' });
        await until(() => [...slack.world.messages.values()].some((message) => message.stream !== undefined));
        for (const [key, message] of slack.world.messages) if (message.stream) slack.world.messages.delete(key);
        tell({ type: 'token', text: 'More of it. ' });
        return untilAborted(signal);
      },
    });
    const { ts } = await say('deleted?');
    await parley.idle();
    expect(slack.replies('CGENERAL', ts)).toEqual([]);
    expect(slack.ephemeral('UANN')).toEqual([]);
  });

  describe('what concerns the asker alone, told to them while their reply streams', () => {
    const unsure: Script = async (question, say) => ({ ...(await streamWords(question, say)), verdict: 'unknown' });
    const toldOnce = () => expect(slack.ephemeral('UANN')).toHaveLength(1);

    it('leaves nothing in the thread when the first try at removing that fails', async () => {
      const parley = await start({ script: unsure });
      slack.faults.next('chat.delete', { kind: 'error', error: 'internal_error' });
      const { ts } = await say('unsure?');
      await parley.idle();
      expect(slack.replies('CGENERAL', ts)).toEqual([]);
      toldOnce();
    });

    it('is told also where Slack never deletes a message', async () => {
      const parley = await start({ script: unsure });
      slack.faults.next('chat.delete', { kind: 'error', error: 'compliance_exports_prevent_deletion' });
      const { ts } = await say('unsure?');
      await parley.idle();
      expect(slack.replies('CGENERAL', ts).map(({ stream }) => stream?.state)).toEqual(['stopped']);
      toldOnce();
    });
  });

  it('goes on in the message of a process before, where Slack never deletes it', async () => {
    const stores = openEmbedded(':memory:');
    const first = await start({
      stores,
      script: async ({ signal }, tell) => {
        tell({ type: 'token', text: 'Before the end. ' });
        return untilAborted(signal);
      },
    });
    const { ts } = await say('interrupted?');
    await until(() => slack.replies('CGENERAL', ts).length > 0, 'a first message');
    await first.close();
    slack.faults.next('chat.delete', { kind: 'error', error: 'cant_delete_message' }, 1000);
    await start({ stores, staleAfterMs: 120, sweepMs: 30 });
    await until(() => finals(slack.replies('CGENERAL', ts)).length > 0, 'an answer');
    expect(onlyReply(ts)).toContain(WORDS);
  });

  it('is not deleted again and again where Slack refuses it for ever', async () => {
    const parley = await start();
    const { ts } = await say('archived and deleted?');
    await parley.idle();
    const channel = slack.world.channels.get('CGENERAL');
    if (channel) channel.archived = true;
    const key = `slack:T1/CGENERAL/${ts}`;
    await slack.remove('CGENERAL', ts);
    await parley.idle();
    await until(async () => !(await parley.stores.keyValues.get('slack-ending', key)), 'the deletion to end', 10_000);
    expect(await parley.stores.keyValues.get('slack-open', key)).toBeUndefined();
  });

  it('tells the asker in a DM when the channel is archived in the middle, and stops the model', async () => {
    let aborted = false;
    const parley = await start({
      script: async ({ signal }, tell) => {
        tell({ type: 'token', text: 'Half of it. ' });
        await until(() => [...slack.world.messages.values()].some((message) => message.stream !== undefined));
        const channel = slack.world.channels.get('CGENERAL');
        if (channel) channel.archived = true;
        tell({ type: 'token', text: 'The other half. ' });
        signal?.addEventListener('abort', () => (aborted = true));
        return untilAborted(signal);
      },
    });
    await say('archived?');
    await parley.idle();
    expect(aborted).toBe(true);
    const told = [...slack.world.messages.values()].filter((message) => message.channel === 'DUANN');
    expect(told.map(({ text }) => text).join()).toContain('I may not write there any more');
  });

  it('tells an admin once which permission is missing, and the asker each time', async () => {
    const parley = await start();
    slack.faults.next('chat.startStream', { kind: 'error', error: 'missing_scope', more: { needed: 'chat:write' } }, 2);
    for (const text of ['one?', 'two?']) {
      await say(text);
      await parley.idle();
    }
    await until(() => [...slack.world.messages.values()].some((message) => message.channel === 'DUADMIN'));
    await sleep(50);
    const to = (channel: string) =>
      [...slack.world.messages.values()].filter((message) => message.channel === channel && message.botId);
    expect(to('DUADMIN')).toHaveLength(1);
    expect(to('DUADMIN')[0]?.text).toContain('chat:write');
    expect(to('DUANN')).toHaveLength(2);
  });

  it('says that it quotes pages because the model is unreachable', async () => {
    const parley = await start({
      script: async () => ({
        text: 'The handbook says: 28 days.',
        mode: 'quote',
        notices: ['The model cannot be reached; I am quoting.'],
      }),
    });
    const { ts } = await say('how many?');
    await parley.idle();
    expect(onlyReply(ts)).toContain('I am quoting');
  });

  it('acknowledges 200 questions at once before it answers any, and answers or queues each', async () => {
    await slack.close();
    slack = await openSlackWorld({ ackWithinMs: 30_000 });
    const acknowledged = Promise.withResolvers<void>();
    const parley = await start({
      atOnce: 20,
      script: (...all) => acknowledged.promise.then(() => streamWords(...all)),
    });
    for (let i = 0; i < 200; i += 1) {
      slack.addUser({ id: `U${i}`, team: 'T1', name: `user ${i}` });
      slack.world.channels.get('CGENERAL')?.members.add(`U${i}`);
    }
    const asked = await Promise.all(Array.from({ length: 200 }, (_, i) => say(`question ${i}?`, { user: `U${i}` })));
    for (const { deliveries } of asked)
      for (const { response, attempts } of deliveries) {
        expect(attempts).toBe(1);
        expect(response).toBeDefined();
      }
    acknowledged.resolve();
    await until(() => parley.handle.running === 0, 'all to end');
    for (const { ts } of asked) onlyReply(ts);
    expect(slack.world.statuses.some(({ status }) => /number \d+ in the line/.test(status))).toBe(true);
  });
});
