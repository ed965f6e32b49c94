import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { erasePerson } from '../../ingest/forget.ts';
import { pageOf } from '../chat/testing/pages.ts';
import { streamLeave } from '../chat/testing/scripts.ts';
import { until } from '../chat/testing/until.ts';
import { chatChecks } from '../checks.ts';
import { type Script, untilAborted } from '../conversation/testing/scripted-agent.ts';
import { readBotSettings } from '../settings.ts';
import type { DiscordFake } from './fake/index.ts';
import { FAKE_TOKEN } from './fake/server.ts';
import type { FakeMessage } from './fake/world.ts';
import {
  buttonOf,
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
const { ada, ann, bob } = PEOPLE;
describe('Parley in Discord', () => {
  let discord: DiscordFake;
  let parley: Harness;
  const open = async (script: Script = streamLeave) => {
    parley = await openParley({ discord, script });
  };
  const ask = async (
    content: string,
    {
      channel = CHANNELS.general as string,
      user = ann as string,
      reference,
      attachments,
    }: { channel?: string; user?: string; reference?: string; attachments?: Record<string, unknown>[] } = {},
  ) => {
    const before = parley.agent.asked.length;
    const message = discord.say({ channel, user, content, reference, attachments });
    await until(() => parley.agent.asked.length > before, 'the question to be taken');
    await parley.idle();
    return message;
  };

  beforeEach(async () => {
    discord = await openDiscordWorld();
  });
  afterEach(async () => {
    await parley.close();
    await discord.close();
  });

  it('answers a mention in a thread at the question: edits, dated source, thumbs', async () => {
    await open();
    const question = await ask(`${BOT} how many days of leave do I have?`);
    expect(discord.world.typing.length).toBeGreaterThan(0);
    const [reply, ...more] = discord.replies(question.id);
    expect(more).toEqual([]);
    expect(shownText(reply)).toContain('You have 28 days [1].');
    expect(shownText(reply)).toContain('1. [Leave policy](<https://wiki.example/leave>) · 12 Mar 2026');
    expect(finals([reply as FakeMessage])).toHaveLength(1);
    expect(parley.agent.asked[0]?.text).toBe('how many days of leave do I have?');
  });

  it('remembers the thread without a new mention', async () => {
    await open();
    const question = await ask(`${BOT} how many days of leave do I have?`);
    await ask('and in the first year?', { channel: question.id });
    expect(parley.agent.asked[1]?.history).toEqual([
      { question: 'how many days of leave do I have?', answer: 'You have 28 days [1].' },
    ]);
    discord.say({ channel: CHANNELS.general, user: ann, content: 'just talking' });
    await sleep(60);
    expect(parley.agent.asked).toHaveLength(2);
  });

  it('is silent when people talk in its thread, and answers a reply to its message that asks', async () => {
    await open();
    const question = await ask(`${BOT} how many days of leave do I have?`);
    for (const [user, content] of [
      [ann, 'thanks!'],
      [bob, 'more than at my last place'],
      [ann, 'are you coming to lunch?'],
    ] as const)
      discord.say({ channel: question.id, user, content });
    await sleep(100);
    expect(parley.agent.asked).toHaveLength(1);
    const reference = discord.replies(question.id)[0]?.id;
    await ask('and for interns?', { channel: question.id, user: bob, reference });
    expect(parley.agent.asked).toHaveLength(2);
  });

  it('shows the asker alone that nothing was found, with a button to ask the owners', async () => {
    await open(async () => ({ verdict: 'unknown', text: 'I do not know.' }));
    const question = await ask(`${BOT} where is the stapler?`);
    expect(discord.replies(question.id)).toEqual([]);
    const shown = discord.replies(DIRECT.ann).at(-1) as FakeMessage;
    expect(shownText(shown)).toContain('I do not know.');
    discord.click({ message: shown, user: ann, customId: buttonOf(shown, 'Ask the owners') });
    await until(() => discord.ephemeral(ann).some((one) => shownText(one).includes('Nobody looks after these pages')));
  });

  it('answers direct messages, and forum posts where a channel is set to be answered', async () => {
    await open();
    await ask('how many days?', { channel: DIRECT.ann });
    expect(finals(discord.replies(DIRECT.ann))).toHaveLength(1);
    await parley.stores.keyValues.put('channel-settings', `discord:${GUILD}/${CHANNELS.forum}`, { mode: 'questions' });
    const post = discord.post({
      forum: CHANNELS.forum,
      user: bob,
      title: 'Leave in the first year',
      content: 'Does it differ',
    });
    await until(() => finals(discord.replies(post.channelId)).length === 1);
    expect(parley.agent.asked[1]?.text).toBe('Leave in the first year\n\nDoes it differ');
  });

  it('takes a forwarded message without a word beside it for the question', async () => {
    await open();
    discord.say({ channel: DIRECT.ann, user: ann, content: '', forwarded: 'How long is leave?' });
    await until(() => parley.agent.asked.length > 0, 'the question to be taken');
    await parley.idle();
    expect(parley.agent.asked.map(({ text }) => text)).toEqual(['How long is leave?']);
  });

  it('answers /ask for the asker alone within three seconds, and shares it only where all may see its pages', async () => {
    await open();
    await parley.stores.apply({ put: [pageOf('leave', ['everyone'])] });
    const interaction = discord.slash({
      channel: CHANNELS.general,
      user: ann,
      name: 'ask',
      options: { question: 'how many days?' },
    });
    await until(() => interaction.acknowledged === 'deferred');
    expect(interaction.ephemeral).toBe(true);
    await until(() => shownText(discord.ephemeral(ann)[0]).includes('28 days [1]'));
    await parley.idle();
    const press = () =>
      discord.click({
        message: discord.ephemeral(ann)[0] as FakeMessage,
        user: ann,
        customId: buttonOf(discord.ephemeral(ann)[0], 'Share with everyone here'),
      });
    press();
    await until(() => discord.replies(CHANNELS.general).some((message) => shownText(message).includes('asked:')));
    await parley.stores.apply({ put: [pageOf('leave', ['private'])] });
    press();
    await until(() =>
      discord.ephemeral(ann).some((message) => shownText(message).includes('Not everyone here may see')),
    );
    expect(discord.replies(CHANNELS.general)).toHaveLength(1);
  });

  it('asks about a message by its menu', async () => {
    await open();
    const target = discord.say({ channel: CHANNELS.general, user: bob, content: 'The new leave policy is out' });
    const opened = discord.messageCommand({ channel: CHANNELS.general, user: ann, name: 'Ask about this', target });
    await until(() => opened.modal !== undefined);
    discord.submit({ opened, user: ann, values: { question: 'What does it say?' } });
    await until(() => discord.ephemeral(ann).some((message) => shownText(message).includes('28 days')));
    expect(parley.agent.asked[0]?.text).toContain('The new leave policy is out');
  });

  it('reads files that it can, and names those that it cannot', async () => {
    await open(async ({ attachments }) => ({
      text: attachments?.map(({ name, text }) => `${name}: ${text}`).join('; ') ?? '',
    }));
    const files = [
      discord.addFile('notes.md', 'text/markdown', '# Notes\n\nThe code is 42.'),
      discord.addFile('photo.png', 'image/png', Buffer.from([0x89, 0, 1])),
    ];
    const question = await ask(`${BOT} what is the code?`, { attachments: files });
    const reply = shownText(discord.replies(question.id)[0]);
    expect(reply).toContain('The code is 42.');
    expect(reply).toContain('I could not read photo.png');
  });

  it('answers an edited question anew in the same message, and takes its answer away with a deleted one', async () => {
    await open(async ({ text }) => ({ text: `Answer to: ${text}` }));
    const question = await ask(`${BOT} first wording?`);
    const before = discord.replies(question.id).map((message) => message.id);
    discord.edit(question, `${BOT} second wording?`);
    await until(() => shownText(discord.replies(question.id)[0]).includes('second wording'));
    await parley.idle();
    expect(discord.replies(question.id).map((message) => message.id)).toEqual(before);
    discord.remove(question);
    await until(() => discord.replies(question.id).length === 0);
  });

  it('stops the model when Stop is pressed, keeps what was said, and says so', async () => {
    let aborted = false;
    await open(async ({ signal }, say) => {
      say({ type: 'token', text: 'The first half. ' });
      signal?.addEventListener('abort', () => (aborted = true));
      return untilAborted(signal);
    });
    const question = discord.say({ channel: CHANNELS.general, user: ann, content: `${BOT} tell me everything` });
    await until(() => shownText(discord.replies(question.id)[0]).includes('first half'));
    const reply = discord.replies(question.id)[0] as FakeMessage;
    discord.click({ message: reply, user: ann, customId: buttonOf(reply, 'Stop') });
    await parley.idle();
    await until(() => shownText(discord.replies(question.id)[0]).includes('Stopped.'));
    expect(aborted).toBe(true);
    expect(shownText(discord.replies(question.id)[0])).toContain('The first half.');
  });

  it('rolls a long answer over into further messages, tables and all, and loses nothing of it', async () => {
    const table = `| city | people |\n|---|---|\n${Array.from({ length: 30 }, (_, i) => `| City ${i} | ${i} |`).join('\n')}\n\n`;
    const long =
      table +
      Array.from({ length: 150 }, (_, i) => `Paragraph ${i} says something of its own at some length.`).join('\n\n');
    await open(async (_, say) => {
      for (let i = 0; i < long.length; i += 500) {
        say({ type: 'token', text: long.slice(i, i + 500) });
        await sleep(2);
      }
      return { text: long };
    });
    const question = await ask(`${BOT} everything please`);
    const replies = discord.replies(question.id);
    expect(replies.length).toBeGreaterThan(2);
    expect(finals(replies)).toEqual([replies.at(-1)]);
    const all = replies.map((message) => shownText(message)).join('\n');
    for (let i = 0; i < 150; i += 1) expect(all.split(`Paragraph ${i} `)).toHaveLength(2);
    expect(all).toContain('City 29  29');
  });

  it('tells an error to the asker alone, in a DM', async () => {
    await open(async () => {
      throw new Error('boom: secret path');
    });
    const question = await ask(`${BOT} will it fail?`);
    expect(discord.replies(question.id)).toEqual([]);
    const told = discord.replies(DIRECT.ann).map(shownText).join();
    expect(told).toContain('Something went wrong inside Parley');
    expect(told).not.toContain('secret path');
  });

  it('pings nobody and links to nothing but its citations', async () => {
    const evil =
      'See [this](https://evil.example/?q=secret) or https://evil.example @everyone <@3002> at [the page](https://wiki.example/leave) ';
    await open(async (question, say) => {
      say({ type: 'token', text: evil });
      await sleep(40);
      return { ...(await streamLeave(question, () => {})), text: evil };
    });
    const question = await ask(`${BOT} anything?`);
    const raw = JSON.stringify(discord.calls.map(({ body }) => body));
    expect(raw).not.toContain('](https://evil.example');
    expect(raw).not.toContain('@everyone');
    for (const { route, body } of discord.calls.filter((call) => call.route === 'POST /channels/:channel/messages'))
      expect(body, route).toMatchObject({ allowed_mentions: { parse: [] } });
    expect(shownText(discord.replies(question.id)[0])).toContain('[the page](https://wiki.example/leave)');
  });

  it('takes a thumbs down with its reason, a reaction, and shows how it came to the answer', async () => {
    await open();
    const question = await ask(`${BOT} how many days?`);
    const reply = discord.replies(question.id)[0] as FakeMessage;
    const opened = discord.click({ message: reply, user: bob, customId: buttonOf(reply, '👎') });
    await until(() => opened.modal !== undefined);
    discord.submit({ opened, user: bob, values: { reason: 'outdated', answer: 'It is 30 days since May.' } });
    const turn = await parley.stores.conversations.turnByEvent(`discord:${GUILD}/${CHANNELS.general}/${question.id}`);
    const given = () => parley.stores.conversations.feedback(turn?.id ?? '');
    await until(async () => (await given())[0]?.reason === 'outdated');
    expect(await given()).toMatchObject([
      { askerId: `discord:${bob}`, rating: 'down', answer: 'It is 30 days since May.' },
    ]);
    discord.react(reply, bob, '👍');
    await until(async () => (await given())[0]?.rating === 'up');
    expect(await given()).toHaveLength(1);
    discord.click({ message: reply, user: bob, customId: buttonOf(reply, 'Show reasoning') });
    await until(() => discord.ephemeral(bob).some((message) => shownText(message).includes('**Strategy** scripted')));
  });

  it('changes settings after a review, by those who manage the server, and keeps who did', async () => {
    await open();
    const refused = discord.slash({
      channel: CHANNELS.general,
      user: ann,
      name: 'parley',
      options: { what: 'settings' },
    });
    await until(() => refused.acknowledged === 'replied');
    const opened = discord.slash({
      channel: CHANNELS.general,
      user: ada,
      name: 'parley',
      options: { what: 'settings' },
    });
    await until(() => opened.modal !== undefined);
    discord.submit({ opened, user: ada, values: { mode: 'all', strategy: ['auto'], seconds: '20' } });
    await until(() => discord.ephemeral(ada).length === 1);
    const review = discord.ephemeral(ada)[0] as FakeMessage;
    expect(shownText(review)).toContain('Only when mentioned → Every message');
    discord.click({ message: review, user: ada, customId: buttonOf(review, 'Apply') });
    await until(() => shownText(discord.ephemeral(ada)[0]).includes('Applied.'));
    await ask('no mention needed now', { user: bob });
    const [entry] = await parley.stores.keyValues.list<{ by: string }>('channel-settings-audit', { limit: 5 });
    expect(entry?.value.by).toBe(`discord:${ada}`);
  });

  it('looks only in the sources that a channel is set to, chosen from those its manager may know of', async () => {
    await open();
    const source = async (id: string, scope = 'everyone') => {
      await parley.stores.documents.putSource({ id, kind: 'folder', location: id, scopes: [] });
      await parley.stores.apply({ put: [pageOf(`${id}/page`, [scope], 'A page.', id)] });
    };
    for (const id of ['handbook', 'wiki']) await source(id);
    await source('board', `channel:${GUILD}/${CHANNELS.hidden}`);
    const settings = async () => {
      const opened = discord.slash({
        channel: CHANNELS.general,
        user: ada,
        name: 'parley',
        options: { what: 'settings' },
      });
      await until(() => opened.modal !== undefined);
      return opened;
    };
    const opened = await settings();
    expect(JSON.stringify(opened.modal)).toContain('handbook (1 page)');
    expect(JSON.stringify(opened.modal)).not.toContain('board');
    const values = { mode: 'mention', strategy: ['auto'], sources: ['wiki'] };
    discord.submit({ opened, user: ada, values: { ...values, sources: ['board'] } });
    await until(() => discord.ephemeral(ada).some((one) => shownText(one).includes('no source board')));
    discord.submit({ opened, user: ada, values });
    await until(() => discord.ephemeral(ada).length === 2);
    const review = discord.ephemeral(ada)[1] as FakeMessage;
    expect(shownText(review)).toContain('Sources: all → wiki');
    discord.click({ message: review, user: ada, customId: buttonOf(review, 'Apply') });
    await until(() => shownText(discord.ephemeral(ada)[1]).includes('Applied.'));
    await ask(`${BOT} how many days?`);
    expect(parley.agent.asked.at(-1)?.sources).toEqual(['wiki']);
    expect(JSON.stringify((await settings()).modal)).toContain('"label":"wiki (1 page)","value":"wiki","default":true');
    discord.submit({ opened: await settings(), user: ada, values: { mode: 'mention', strategy: ['auto'] } });
    await until(() => discord.ephemeral(ada).some((one) => shownText(one).includes('Sources: wiki → all')));
  });

  it('stays silent where it is switched off, and says so to who mentions it', async () => {
    await open();
    await parley.stores.keyValues.put('channel-settings', `discord:${GUILD}/${CHANNELS.general}`, { mode: 'off' });
    discord.say({ channel: CHANNELS.general, user: ann, content: 'how many days?' });
    discord.say({ channel: CHANNELS.general, user: ann, content: `${BOT} how many days?` });
    await until(() => discord.replies(CHANNELS.general).length === 1);
    expect(shownText(discord.replies(CHANNELS.general)[0])).toContain('switched off');
    expect(parley.agent.asked).toEqual([]);
  });

  it('takes what was said in a thread into account when it is asked into it', async () => {
    const root = discord.say({ channel: CHANNELS.general, user: ann, content: 'The ship leaves on Friday.' });
    discord.addChannel({ id: root.id, guildId: GUILD, type: 11, parentId: CHANNELS.general });
    await open();
    discord.say({ channel: root.id, user: bob, content: 'At noon, I heard.' });
    discord.say({ channel: root.id, user: ann, content: `${BOT} when does it leave?` });
    await until(() => discord.replies(root.id).length === 1);
    await parley.idle();
    expect(JSON.stringify(parley.agent.asked[0]?.attachments)).toContain('At noon, I heard.');
  });

  it('does not read back what a person wrote in the thread before they were erased', async () => {
    const root = discord.say({ channel: CHANNELS.general, user: ann, content: 'The ship leaves on Friday.' });
    discord.addChannel({ id: root.id, guildId: GUILD, type: 11, parentId: CHANNELS.general });
    await open();
    discord.say({ channel: root.id, user: bob, content: 'At noon, I heard.' });
    discord.say({ channel: root.id, user: ann, content: 'Thank you.' });
    await erasePerson(parley.stores, `discord:${bob}`);
    // What is written in the millisecond of the erasure counts as written before it.
    const erasedAt = Date.now();
    await until(() => Date.now() > erasedAt);
    discord.say({ channel: root.id, user: bob, content: 'Or was it at one?' });
    discord.say({ channel: root.id, user: ann, content: `${BOT} when does it leave?` });
    await until(() => discord.replies(root.id).length === 1);
    await parley.idle();
    const read = JSON.stringify(parley.agent.asked[0]?.attachments);
    expect(read).not.toContain('At noon, I heard.');
    expect(read).toContain('Thank you.');
    expect(read).toContain('Or was it at one?');
  });

  it('shows a verified answer first until its page changes; only managers verify', async () => {
    await open();
    await parley.stores.apply({ put: [pageOf('leave', ['everyone'])] });
    const answer = async () =>
      discord.replies((await ask(`${BOT} how many days of leave do I get?`)).id)[0] as FakeMessage;
    const first = await answer();
    discord.click({ message: first, user: ann, customId: buttonOf(first, 'Mark as verified') });
    await until(() => discord.ephemeral(ann).some((one) => shownText(one).includes('manage this server')));
    discord.click({ message: first, user: ada, customId: buttonOf(first, 'Mark as verified') });
    await until(() => discord.ephemeral(ada).some((one) => shownText(one).includes('Verified.')));
    expect(shownText(await answer())).toContain('Verified answer');
    const asked = await ask(`${BOT} how many days of leave do I get, please?`);
    const alike = discord.replies(asked.id)[0] as FakeMessage;
    expect(shownText(alike)).not.toContain('Verified answer');
    const same = buttonOf(alike, 'Same question\\? how many days of leave do I get\\?');
    discord.click({ message: alike, user: bob, customId: same });
    await until(() => discord.ephemeral(bob).some((one) => shownText(one).includes('Verified answer')));
    await parley.stores.apply({ put: [pageOf('leave', ['everyone'], 'It is 30 days now.')] });
    expect(shownText(await answer())).not.toContain('Verified answer');
  });

  it('says so when a button of an older message is not known any more', async () => {
    await open();
    const question = await ask(`${BOT} how many days?`);
    const reply = discord.replies(question.id)[0] as FakeMessage;
    reply.components = JSON.parse(JSON.stringify(reply.components).replace('"reasoning:', '"explain:'));
    discord.click({ message: reply, user: bob, customId: buttonOf(reply, 'Show reasoning') });
    await until(() => discord.ephemeral(bob).some((message) => shownText(message).includes('do not know this button')));
  });

  it('forgets a person, with a receipt', async () => {
    await open();
    await ask(`${BOT} how many days?`);
    const asked = discord.slash({ channel: CHANNELS.general, user: ann, name: 'parley', options: { what: 'forget' } });
    await until(() => asked.acknowledged === 'replied');
    const form = discord.ephemeral(ann)[0] as FakeMessage;
    discord.click({ message: form, user: ann, customId: buttonOf(form, 'Erase') });
    await until(() => shownText(discord.ephemeral(ann)[0]).includes('Erased: 1 question'));
    expect(await parley.stores.conversations.conversations('discord', `discord:${ann}`, 10)).toEqual([]);
    expect(await parley.stores.keyValues.list('discord-done', { limit: 5 })).toEqual([]);
  });

  it('says hello once in a new server, with the next step', async () => {
    await open();
    discord.addGuild('16777216000', [ada]);
    discord.addChannel({ id: '5001', guildId: '16777216000', name: 'lobby' });
    discord.joinGuild('16777216000');
    discord.joinGuild('16777216000');
    await until(() => discord.replies('5001').length > 0);
    await sleep(50);
    expect(discord.replies('5001')).toHaveLength(1);
    expect(shownText(discord.replies('5001')[0])).toContain('parley ingest');
  });
});

describe('setting Discord up', () => {
  let discord: DiscordFake;
  beforeEach(async () => {
    discord = await openDiscordWorld();
  });
  afterEach(() => discord.close());
  const check = (token: string) =>
    chatChecks.discord(readBotSettings({ DISCORD_TOKEN: token, DISCORD_API_URL: discord.apiUrl }));

  it('is told by doctor what is wrong with token and intents, and what to click', async () => {
    expect(await chatChecks.discord(readBotSettings({}))).toMatchObject([{ state: 'off' }]);
    expect((await check(FAKE_TOKEN)).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
    discord.setPrivileged(0);
    expect((await check(FAKE_TOKEN))[1]).toMatchObject({
      state: 'broken',
      remedy: expect.stringContaining('Message Content Intent'),
    });
    expect(await check('MTAwMA.wrong.token')).toMatchObject([
      { state: 'broken', remedy: expect.stringContaining('Reset Token') },
    ]);
  });

  it('ends with what to click when Discord takes the token or an intent back', async () => {
    discord.setPrivileged(0);
    await expect(openParley({ discord })).rejects.toMatchObject({
      code: 'PLATFORM_REFUSED',
      remedy: expect.stringContaining('Message Content Intent'),
    });
  });
});
