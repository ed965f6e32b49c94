import { setTimeout as sleep } from 'node:timers/promises';
import { DefaultRestOptions } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseAccessPolicy } from '../../runtime/access/policy.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { crashAtStep } from '../chat/testing/crash-at-step.ts';
import { pageOf } from '../chat/testing/pages.ts';
import { citeLeave, streamWords, WORDS } from '../chat/testing/scripts.ts';
import { until } from '../chat/testing/until.ts';
import { untilAborted } from '../conversation/testing/scripted-agent.ts';
import type { DiscordFake } from './fake/index.ts';
import type { FakeMessage } from './fake/world.ts';
import {
  CHANNELS,
  DIRECT,
  finals,
  GUILD,
  type Harness,
  OWNER,
  openDiscordWorld,
  openParley,
  PEOPLE,
  shownText,
} from './testing/harness.ts';

const BOT = '<@1000>';

describe('one answer per question in Discord, whatever happens', () => {
  let discord: DiscordFake;
  const open: Harness[] = [];
  const start = async (options: Partial<Parameters<typeof openParley>[0]> = {}) => {
    const parley = await openParley({ discord, script: streamWords, ...options });
    open.push(parley);
    return parley;
  };
  const say = (content: string, more: { channel?: string; user?: string; times?: number } = {}) =>
    discord.say({ channel: CHANNELS.general, user: PEOPLE.ann, content: `${BOT} ${content}`, ...more });
  const answered = async (question: FakeMessage, where = question.id) => {
    await until(() => finals(discord.replies(where)).length > 0, 'an answer');
    for (const parley of open) await parley.idle();
    const replies = discord.replies(where);
    expect(replies).toHaveLength(1);
    return shownText(replies[0]);
  };

  beforeEach(async () => {
    discord = await openDiscordWorld();
  });
  afterEach(async () => {
    for (const parley of open.splice(0)) await parley.close();
    await discord.close();
  });

  it('under duplicate delivery', async () => {
    const parley = await start();
    expect(await answered(say('what?', { times: 4 }))).toContain(WORDS);
    expect(parley.agent.asked).toHaveLength(1);
  });

  it('with two processes on the same records', async () => {
    const stores = openEmbedded(':memory:');
    const both = [await start({ stores }), await start({ stores })];
    const questions = Array.from({ length: 6 }, (_, i) => say(`question ${i}?`));
    for (const question of questions) expect(await answered(question)).toContain(WORDS);
    expect(both.reduce((sum, parley) => sum + parley.agent.asked.length, 0)).toBe(6);
  });

  it('after a crash at any step: taken up once, its message continued', async () => {
    const trial = async (diesAt: number): Promise<boolean> => {
      const stores = openEmbedded(':memory:');
      const mortal = crashAtStep(diesAt);
      const options = { discord, script: streamWords, staleAfterMs: 120, sweepMs: 30 };
      const first = await Promise.race([
        openParley({
          ...options,
          stores: mortal.stores(stores),
          makeRequest: (url, init) => mortal.step(() => DefaultRestOptions.makeRequest(url, init)),
        }),
        until(() => mortal.dead, 'death').then(() => undefined),
      ]);
      const question = say(`dies at ${diesAt}?`);
      const known = async () => (await stores.keyValues.list('discord-open', { limit: 1 })).length > 0;
      await until(async () => mortal.dead || finals(discord.replies(question.id)).length > 0, 'the end');
      await until(() => mortal.dead || first?.handle.running === 0, 'rest');
      // A message is lost if the process dies before storing it, because Discord sends it only once.
      const taken = (await known()) || (await stores.keyValues.list('discord-done', { limit: 1 })).length > 0;
      const second = await openParley({ ...options, stores });
      if (!taken && finals(discord.replies(question.id)).length === 0)
        discord.gateway.dispatch('MESSAGE_CREATE', discord.world.messageJson(question), GUILD);
      await until(
        async () => finals(discord.replies(question.id)).length > 0 && !(await known()),
        `an answer after dying at ${diesAt}`,
      );
      expect(discord.replies(question.id), `dying at step ${diesAt}`).toHaveLength(1);
      expect(shownText(discord.replies(question.id)[0])).toContain(WORDS);
      const died = mortal.dead;
      void first?.close();
      await second.close();
      return died;
    };
    // The earlier steps are the log-in, when there is no question to lose.
    let step = 5;
    while (await trial(step)) step += 1;
    expect(step).toBeGreaterThan(15);
  });

  it('when every call is limited at first', async () => {
    await start();
    discord.faults.rateLimitEachOnce(0.02);
    expect(await answered(say('limited?'))).toContain(WORDS);
    expect(discord.calls.filter(({ status }) => status === 429).length).toBeGreaterThan(3);
  });

  it("within the channel's own limit of edits", async () => {
    await discord.close();
    discord = await openDiscordWorld({ bucket: { calls: 5, windowMs: 300 } });
    const long = Array.from({ length: 80 }, (_, i) => `word${i} `);
    await start({
      script: async (_, tell) => {
        for (const word of long) {
          tell({ type: 'token', text: word });
          await sleep(8);
        }
        return { text: long.join('') };
      },
    });
    expect(await answered(say('many edits?'))).toContain('word79');
  });

  it.each([
    'POST /channels/:channel/messages',
    'PATCH /channels/:channel/messages/:message',
    'POST /channels/:channel/messages/:message/threads',
  ])('when the answer to %s is lost', async (route) => {
    await start();
    discord.faults.next(route, { kind: 'lost' });
    expect(await answered(say('lost?'))).toContain(WORDS);
  });

  it('when who asks cannot be looked up for a while: they are refused nothing', async () => {
    // discord.js tries three times more by itself.
    discord.faults.next('GET /guilds/:guild/members/:user', { kind: 'status', status: 503 }, 8);
    await start({ sweepMs: 30 });
    expect(await answered(say('who am I?', { channel: DIRECT.ann }), DIRECT.ann)).toContain(WORDS);
  });

  it.each([
    ['op 7', () => discord.gateway.reconnect()],
    ['close 4000', () => discord.gateway.close(4000)],
    ['a cut', () => discord.gateway.cut()],
  ])('through %s, with what was said meanwhile', async (_, interrupt) => {
    await start();
    interrupt();
    const question = say('still there?');
    expect(await answered(question)).toContain(WORDS);
    expect(discord.gateway.counts.identify).toBe(1);
  });

  it('is not posted again where somebody deleted it', async () => {
    const parley = await start({
      script: async ({ signal }, tell) => {
        tell({ type: 'token', text: 'To be deleted. ' });
        await until(() => [...discord.world.messages.values()].some((message) => message.authorId === '1000'));
        for (const [id, message] of discord.world.messages)
          if (message.authorId === '1000') discord.world.messages.delete(id);
        tell({ type: 'token', text: 'More of it. ' });
        return untilAborted(signal);
      },
    });
    const question = say('deleted?');
    await until(() => parley.agent.asked.length === 1);
    await parley.idle();
    expect(discord.replies(question.id)).toEqual([]);
    expect(discord.replies(DIRECT.ann)).toEqual([]);
  });

  it('tells the asker in a DM when the channel goes in the middle, and stops the model', async () => {
    let aborted = false;
    const parley = await start({
      script: async ({ signal }, tell) => {
        tell({ type: 'token', text: 'Half of it. ' });
        const reply = () => [...discord.world.messages.values()].find((message) => message.authorId === '1000');
        await until(() => reply() !== undefined);
        discord.deleteChannel(reply()?.channelId ?? '');
        tell({ type: 'token', text: 'The other half. ' });
        signal?.addEventListener('abort', () => (aborted = true));
        return untilAborted(signal);
      },
    });
    say('gone?');
    await until(() => parley.agent.asked.length === 1);
    await parley.idle();
    expect(aborted).toBe(true);
    expect(discord.replies(DIRECT.ann).map(shownText).join()).toContain('I may not write there');
  });

  it('does not keep back other notices, when the thread of one is gone', async () => {
    const parley = await start({ script: citeLeave });
    await parley.stores.apply({ put: [pageOf('leave', ['everyone'])] });
    const questions = [say('how many days?'), say('how many weeks?'), say('how many hours?')];
    for (const question of questions) expect(await answered(question)).toContain('28 days');
    await parley.stores.apply({ put: [pageOf('leave', ['everyone'], 'Other words.')] });
    const [gone, ...kept] = questions.map(({ id }) => id);
    discord.deleteChannel(gone ?? '');
    await parley.handle.followUp();
    for (const thread of kept)
      expect(discord.replies(thread).map(shownText).join()).toContain('changed since this answer was given');
  });

  it('is told to the asker, and not tried again, when Discord refuses its words', async () => {
    const parley = await start({ sweepMs: 30 });
    const question = say('which words are forbidden here?');
    discord.faults.next('POST /channels/:channel/messages', { kind: 'error', error: 'blockedByAutoMod' });
    await until(() => discord.replies(DIRECT.ann).length > 0, 'a direct message');
    expect(discord.replies(DIRECT.ann).map(shownText)).toEqual([
      expect.stringContaining('Discord refused my message: Message was blocked by automatic moderation.'),
    ]);
    await parley.idle();
    expect(discord.replies(question.id)).toEqual([]);
    expect(await parley.stores.keyValues.list('discord-open', { limit: 1 })).toEqual([]);
  });

  it('answers in the channel where it may make no threads, and in a DM where it may not write at all', async () => {
    await start();
    discord.faults.next('POST /channels/:channel/messages/:message/threads', {
      kind: 'error',
      error: 'missingPermissions',
    });
    const question = say('no threads?');
    expect(await answered(question, CHANNELS.general)).toContain(WORDS);
    expect(discord.replies(CHANNELS.general)[0]?.reference).toBe(question.id);
    discord.addChannel({ id: '2009', guildId: GUILD, readOnly: true });
    discord.joinGuild(GUILD);
    await sleep(30);
    say('read only?', { channel: '2009' });
    await until(() => discord.replies(DIRECT.ann).length > 0);
    expect(discord.replies('2009')).toEqual([]);
    // The owner is told of each missing permission once, however often people ask.
    say('read only again?', { channel: '2009' });
    await until(() => discord.replies(DIRECT.ann).length > 1);
    const toOwner = () =>
      [...discord.world.messages.values()].filter(({ channelId }) =>
        discord.world.channels.get(channelId)?.recipients?.includes(OWNER),
      );
    await until(() => toOwner().length === 3);
    await sleep(50);
    expect(
      toOwner().map((message) =>
        /<#(\d+)>.*\*(Create Public Threads|Send Messages)\*/.exec(shownText(message))?.slice(1),
      ),
    ).toEqual([
      [CHANNELS.general, 'Create Public Threads'],
      ['2009', 'Create Public Threads'],
      ['2009', 'Send Messages'],
    ]);
  });

  it('on every shard that Discord asks for', async () => {
    // A server's id determines its shard. This id belongs to the other one of two shards.
    const other = String((BigInt(GUILD) & ~0x3fffffn) + (1n << 22n));
    discord.addGuild(other, [PEOPLE.ann]);
    discord.addChannel({ id: '6001', guildId: other });
    discord.setShards(2);
    await start({ policy: parseAccessPolicy(`workspaces: [discord:${GUILD}, discord:${other}]`) });
    expect(discord.gateway.counts.identify).toBe(2);
    expect(new Set([...discord.gateway.sessions.values()].map(({ shard }) => shard.join()))).toEqual(
      new Set(['0,2', '1,2']),
    );
    for (const question of [say('here?'), say('there?', { channel: '6001' })])
      expect(await answered(question)).toContain(WORDS);
    const direct = discord.say({ channel: DIRECT.ann, user: PEOPLE.ann, content: 'and alone?' });
    expect(await answered(direct, DIRECT.ann)).toContain(WORDS);
  });

  it('says when it is quoting because the model is away', async () => {
    await start({
      script: async () => ({
        text: 'The handbook says: 28 days.',
        mode: 'quote',
        notices: ['The model cannot be reached; I am quoting.'],
      }),
    });
    expect(await answered(say('how many?'))).toContain('I am quoting');
  });

  it('acknowledges 200 commands at once before it answers any, and answers or queues each', async () => {
    // Discord gives three seconds to acknowledge. The world's time is the processor's, so that other work on the machine
    // takes none.
    await discord.close();
    const startedAt = Date.now();
    const startedWith = process.cpuUsage();
    discord = await openDiscordWorld({ now: () => startedAt + process.cpuUsage(startedWith).user / 1000 });
    const acknowledged = Promise.withResolvers<void>();
    const parley = await start({
      atOnce: 20,
      script: (...all) => acknowledged.promise.then(() => streamWords(...all)),
    });
    const guild = discord.world.guilds.get(GUILD);
    const interactions = Array.from({ length: 200 }, (_, i) => {
      const user = `70${i}`;
      discord.world.users.set(user, { id: user, username: user });
      guild?.members.add(user);
      return discord.slash({ channel: CHANNELS.general, user, name: 'ask', options: { question: `question ${i}?` } });
    });
    await until(() => interactions.every(({ acknowledged }) => acknowledged === 'deferred'), 'acknowledgements');
    acknowledged.resolve();
    await until(() => parley.handle.running === 0, 'all to end');
    for (let i = 0; i < 200; i += 1) expect(finals(discord.ephemeral(`70${i}`))).toHaveLength(1);
    expect(JSON.stringify(discord.calls.map(({ body }) => body))).toMatch(/number \d+ in the line/);
  });
});
