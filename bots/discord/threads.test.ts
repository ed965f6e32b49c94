import { ChannelType } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { until } from '../chat/testing/until.ts';
import type { DiscordFake } from './fake/index.ts';
import {
  CHANNELS,
  DIRECT,
  finals,
  GUILD,
  type Harness,
  openDiscordWorld,
  openParley,
  PEOPLE,
  shownText,
} from './testing/harness.ts';

const BOT = '<@1000>';
const { ann } = PEOPLE;

describe('threads and messages over time in Discord', () => {
  let discord: DiscordFake;
  let stores: Stores;
  let parley: Harness | undefined;
  beforeEach(async () => {
    discord = await openDiscordWorld();
    stores = openEmbedded(':memory:');
  });
  afterEach(async () => {
    await parley?.close();
    await discord.close();
  });
  const open = async (): Promise<Harness> => {
    parley = await openParley({ discord, stores, script: async ({ text }) => ({ text: `About ${text}` }) });
    return parley;
  };
  const say = (content: string, channel: string = CHANNELS.general) => discord.say({ channel, user: ann, content });
  const ask = async (content: string, channel?: string) => {
    const { agent, idle } = parley as Harness;
    const before = agent.asked.length;
    const message = say(content, channel);
    await until(() => agent.asked.length > before, 'the question to be taken');
    await idle();
    return message;
  };

  it('takes the answers away with all questions that a moderator deletes at once', async () => {
    await open();
    const questions = [await ask(`${BOT} one?`), await ask(`${BOT} two?`)];
    for (const { id } of questions) expect(finals(discord.replies(id))).toHaveLength(1);
    discord.removeAll(questions);
    for (const { id } of questions) await until(() => discord.replies(id).length === 0, 'the answer to go');
  });

  it('takes an answer away after a restart too, in a direct message and in an archived thread', async () => {
    const before = await open();
    const opening = await ask(`${BOT} first?`);
    const inThread = await ask('and next?', opening.id);
    const direct = await ask('how many days?', DIRECT.ann);
    await before.close();
    discord.archive(opening.id);
    await open();
    discord.remove(direct);
    discord.remove(inThread);
    await until(() => discord.replies(DIRECT.ann).length === 0, 'the answer in the direct message to go');
    await until(() => discord.replies(opening.id).length === 1, 'the answer in the thread to go');
  });

  it('answers anew in a thread that was archived meanwhile, when the question is edited', async () => {
    const { idle } = await open();
    const question = await ask(`${BOT} first wording?`);
    discord.archive(question.id);
    discord.edit(question, `${BOT} second wording?`);
    await until(() => shownText(discord.replies(question.id).at(-1)).includes('About second wording?'));
    await idle();
    expect(finals(discord.replies(question.id))).toHaveLength(1);
    expect(discord.replies(DIRECT.ann)).toEqual([]);
  });

  it('says in a DM that it may not write, where a moderator has locked that thread', async () => {
    await open();
    const question = await ask(`${BOT} first wording?`);
    discord.archive(question.id, { locked: true });
    discord.edit(question, `${BOT} second wording?`);
    await until(() => discord.replies(DIRECT.ann).length === 1, 'the asker to be told');
    expect(shownText(discord.replies(question.id).at(-1))).toContain('About first wording?');
  });

  it('answers in a thread that was archived when it started, for those who see the channel', async () => {
    const thread = { id: '2100', guildId: GUILD, parentId: CHANNELS.hidden, type: ChannelType.PublicThread };
    discord.addChannel({ ...thread, name: 'old', archived: true });
    const { agent } = await open();
    await ask(`${BOT} still true?`, thread.id);
    expect(agent.asked[0]?.scopes).toContain(`channel:${GUILD}/${CHANNELS.hidden}`);
    expect(finals(discord.replies(thread.id))).toHaveLength(1);
  });

  it('is silent when an old message is pinned that it never answered, and answers it once its author edits it', async () => {
    const old = say(`${BOT} what did we say of leave?`);
    const { agent, idle } = await open();
    discord.pin(old);
    await ask(`${BOT} another?`);
    await idle();
    expect(agent.asked.map(({ text }) => text)).toEqual(['another?']);
    discord.edit(old, `${BOT} what do we say of leave?`);
    await until(() => agent.asked.length === 2, 'the edited question to be taken');
  });
});
