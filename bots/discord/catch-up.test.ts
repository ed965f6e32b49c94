import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ParleyError } from '../../core/errors.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { until } from '../chat/testing/until.ts';
import type { DiscordFake } from './fake/index.ts';
import type { FakeMessage } from './fake/world.ts';
import { snowflakeAt } from './read-marks.ts';
import {
  CHANNELS,
  DIRECT,
  finals,
  GUILD,
  type Harness,
  openDiscordWorld,
  openParley,
  PEOPLE,
} from './testing/harness.ts';

const BOT = '<@1000>';

describe('what was said in Discord while no process listened', () => {
  let discord: DiscordFake;
  let stores: Stores;
  const open: Harness[] = [];
  const start = async () => {
    const parley = await openParley({ discord, stores });
    open.push(parley);
    // Waits until the read marks are stored. The next process reads later messages that this one misses.
    await until(async () => (await stores.keyValues.list('discord-seen', { limit: 1 })).length > 0);
    return parley;
  };
  const say = (content: string, channel: string = CHANNELS.general, user: string = PEOPLE.ann) =>
    discord.say({ channel, user, content });
  const answers = (where: string) => finals(discord.replies(where)).length;
  const answered = async (question: FakeMessage, where = question.id) => {
    await until(() => answers(where) > 0, `an answer to ${question.content}`);
    for (const parley of open) await parley.idle();
  };

  beforeEach(async () => {
    discord = await openDiscordWorld();
    stores = openEmbedded(':memory:');
  });
  afterEach(async () => {
    for (const parley of open.splice(0)) await parley.close();
    await discord.close();
  });

  it('is answered after a restart, each question once: mentions, threads, posts, direct messages', async () => {
    await stores.keyValues.put('channel-settings', `discord:${GUILD}/${CHANNELS.forum}`, { mode: 'questions' });
    const before = await start();
    const first = say(`${BOT} how many days?`);
    const direct = say('and for me?', DIRECT.ann);
    await answered(first);
    await answered(direct, DIRECT.ann);
    await before.close();
    open.pop();

    const mention = say(`${BOT} may I carry them over?`);
    const followUp = say('and in Porto?', first.id);
    const again = say('what about June?', DIRECT.ann);
    const post = discord.post({ forum: CHANNELS.forum, user: PEOPLE.bob, title: 'VPN', content: 'How do I get in?' });
    say('nice weather today');
    discord.addChannel({ id: '2009', guildId: GUILD }).viewers = new Set([PEOPLE.ann]);
    say(`${BOT} between us`, '2009');
    const after = await start();
    for (const question of [mention, post]) await answered(question);
    await until(() => answers(first.id) === 2 && answers(DIRECT.ann) === 2);
    await sleep(100);
    await after.idle();
    expect(after.agent.asked.map(({ text }) => text).sort()).toEqual(
      ['VPN\n\nHow do I get in?', again.content, followUp.content, 'may I carry them over?'].sort(),
    );
    expect(answers(mention.id)).toBe(1);
    expect(answers(post.id)).toBe(1);
  });

  it('is answered once by one of two processes, and not again by the next', async () => {
    await (await start()).close();
    open.pop();
    const question = say(`${BOT} how many days?`);
    const both = await Promise.all([start(), start()]);
    await answered(question);
    expect(both.reduce((sum, parley) => sum + parley.agent.asked.length, 0)).toBe(1);
    for (const parley of open.splice(0)) await parley.close();
    const third = await start();
    await third.idle();
    expect(third.agent.asked).toEqual([]);
  });

  it('is read from where the last process was sure, when that one died in the middle of a message', async () => {
    const dying = await start();
    await dying.close();
    open.pop();
    const question = say(`${BOT} how many days?`);
    const claim = stores.keyValues.add;
    stores.keyValues.add = async () => {
      throw new Error('the disk is full');
    };
    const broken = await start();
    await sleep(50);
    await broken.close();
    open.pop();
    stores.keyValues.add = claim;
    await start();
    await answered(question);
    expect(answers(question.id)).toBe(1);
  });

  it('is read also when the clock of the machine was ahead at the start before', async () => {
    await (await start()).close();
    open.pop();
    const real = Date.now;
    Date.now = () => real() + 3_600_000;
    try {
      await (await start()).close();
    } finally {
      Date.now = real;
    }
    open.pop();
    const question = say(`${BOT} how many days?`);
    await start();
    await answered(question);
  });

  it('is read again when the marks could not be read at first, whatever is said meanwhile', async () => {
    await (await start()).close();
    open.pop();
    const missed = say(`${BOT} how many days?`);
    const { get } = stores.keyValues;
    let away = true;
    stores.keyValues.get = (async (kind: string, key: string) => {
      if (away && kind === 'discord-seen') throw new Error('the store is away');
      return get(kind, key);
    }) as typeof get;
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 });
    try {
      open.push(await openParley({ discord, stores }));
      await answered(say(`${BOT} and in June?`));
      // Longer than the pause between two times when marks are stored.
      await vi.advanceTimersByTimeAsync(6000);
      away = false;
      await vi.advanceTimersByTimeAsync(10_000);
      await answered(missed);
    } finally {
      vi.useRealTimers();
      stores.keyValues.get = get;
    }
  });

  it('is answered when the store was away for longer than a moment as it was said', async () => {
    const parley = await start();
    const { change } = stores.keyValues;
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 });
    try {
      stores.keyValues.change = async () => {
        throw new ParleyError('STORE_UNAVAILABLE', { message: 'The store is away.', remedy: 'Wait.' });
      };
      const question = say(`${BOT} how many days?`);
      await vi.advanceTimersByTimeAsync(30_000);
      stores.keyValues.change = change;
      await vi.advanceTimersByTimeAsync(16_000);
      await answered(question);
      expect(parley.agent.asked).toHaveLength(1);
    } finally {
      vi.useRealTimers();
      stores.keyValues.change = change;
    }
  });

  it('is answered when a session is gone and cannot be resumed', async () => {
    await start();
    await answered(say(`${BOT} one?`));
    discord.gateway.forget();
    discord.gateway.cut();
    await until(() => discord.gateway.counts.identify === 1);
    const missed = say(`${BOT} two?`);
    await answered(missed);
    expect(discord.gateway.counts.identify).toBe(2);
  });

  it('is left alone when it is older than a day, or from before Parley came', async () => {
    const yesterday = snowflakeAt(Date.now() - 25 * 3_600_000);
    const old: FakeMessage = { ...say(`${BOT} long ago?`), id: yesterday };
    discord.world.messages.set(yesterday, old);
    const first = await start();
    await first.idle();
    expect(first.agent.asked).toEqual([]);
    await first.close();
    open.pop();
    await stores.keyValues.put('discord-seen', GUILD, snowflakeAt(Date.now() - 48 * 3_600_000));
    discord.world.messages.clear();
    discord.world.messages.set(yesterday, old);
    const fresh = say(`${BOT} just now?`);
    const second = await start();
    await answered(fresh);
    expect(second.agent.asked.map(({ text }) => text)).toEqual(['just now?']);
  });
});
