import { ChannelType } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { createIngest } from '../../../runtime/ingest.ts';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import type { Stores } from '../../../stores/index.ts';
import { until } from '../../chat/testing/until.ts';
import { readBotSettings } from '../../settings.ts';
import type { DiscordFake } from '../fake/index.ts';
import { FAKE_TOKEN } from '../fake/server.ts';
import {
  buttonOf,
  CHANNELS,
  DIRECT,
  GUILD,
  openDiscordWorld,
  openParley,
  PEOPLE,
  shownText,
} from '../testing/harness.ts';
import { discordChannels } from './channel-source.ts';
import { discordMarkdown } from './markdown.ts';

const DAY = 86_400_000;
const MEMBERS = [`workspace:${GUILD}`];
let at: number;
let discord: DiscordFake;
let stores: Stores;
let work: ReturnType<typeof createIngest>;

beforeEach(async () => {
  at = Date.parse('2026-03-02T10:00:00Z');
  discord = await openDiscordWorld({ now: () => at, bucket: { calls: 1000, windowMs: 200 } });
  stores = openEmbedded(':memory:');
  const settings = readBotSettings({ DISCORD_TOKEN: FAKE_TOKEN, DISCORD_API_URL: discord.apiUrl });
  work = createIngest({
    settings,
    stores,
    sourceKinds: [discordChannels({ settings, clock: { ...systemClock, now: () => at } })],
  });
});
afterEach(async () => {
  await stores.close();
  await discord.close();
});

const say = (user: string, content: string, { channel = CHANNELS.general as string, after = 5 } = {}) => {
  at += after * 60_000;
  return discord.say({ channel, user, content });
};
/** Opens a thread at a message, as a person does. */
const openThread = (messageId: string, name: string) => {
  const { guildId, id } = discord.world.channels.get(CHANNELS.general)!;
  discord.world.channels.set(messageId, {
    id: messageId,
    guildId,
    type: ChannelType.PublicThread,
    name,
    parentId: id,
  });
  return messageId;
};
const titles = async () => {
  const found: string[] = [];
  for await (const { title } of stores.documents.stamps()) found.push(title);
  return found.sort();
};
const find = async (text: string, scopes = MEMBERS) => {
  const hits = await stores.lexical.search(text, 5, scopes);
  return stores.documents.passages(
    hits.map(({ id }) => id),
    scopes,
  );
};

describe('a Discord channel as a source', () => {
  it('makes a document of each thread, with its first message, and of what is said outside of threads', async () => {
    const root = say(PEOPLE.ann, 'How do we rotate the staging key?');
    const thread = openThread(root.id, 'Staging key');
    say(PEOPLE.bob, `Run keys rotate, then tell <@${PEOPLE.ada}>.`, { channel: thread });
    say(PEOPLE.bob, 'The printer on the second floor jams again.');
    const report = await work.ingest(['discord:#general']);
    expect(report).toMatchObject({ source: 'discord-general', added: 2, failed: [] });
    expect(await titles()).toEqual([
      '#general: Staging key (2026-03-02)',
      '#general: The printer on the second floor jams again. (2026-03-02)',
    ]);
    const [passage] = await find('rotate staging key');
    expect(passage!.url).toBe(`https://discord.com/channels/${GUILD}/${thread}`);
    const { text } = (await stores.documents.document(passage!.documentId, MEMBERS))!;
    expect(text.match(/\*\*[^*]+\*\* \([^)]+\)/g)).toEqual([
      expect.stringContaining('(2026-03-02 10:05)'),
      expect.stringContaining('(2026-03-02 10:10)'),
    ]);
    const [printer] = await find('printer');
    expect(printer!.url).toMatch(new RegExp(`^https://discord.com/channels/${GUILD}/${CHANNELS.general}/\\d+$`));
  });

  it('reads a forum post by post, archived ones too', async () => {
    const posts = ['Holiday rules', 'Parking spaces', 'Canteen hours'].map((title) => {
      at += 60_000;
      return discord.post({
        forum: CHANNELS.forum,
        user: PEOPLE.ann,
        title,
        content: `All about it: ${title}, in full.`,
      });
    });
    at += DAY;
    discord.archive(posts[0]!.id);
    await work.ingest([`discord:${CHANNELS.forum}`]);
    expect(await titles()).toEqual([
      '#questions: Canteen hours (2026-03-02)',
      '#questions: Holiday rules (2026-03-02)',
      '#questions: Parking spaces (2026-03-02)',
    ]);
  });

  it('follows edits, replies and deletions', async () => {
    const root = say(PEOPLE.ann, 'Who takes the night shift on Friday?');
    const thread = openThread(root.id, 'Night shift');
    const reply = say(PEOPLE.bob, 'I can take the night shift this time.', { channel: thread });
    const wrong = say(PEOPLE.ada, 'The vending machine takes no coins any more.', { after: 90 });
    say(PEOPLE.ada, 'The fire drill is on Monday at ten.', { after: 90 });
    expect(await work.ingest(['discord:#general'])).toMatchObject({ added: 3 });
    expect(await work.sync([])).toMatchObject({ unchanged: 3, updated: 0, deleted: 0 });
    discord.edit(reply, 'Carol takes the night shift this time.');
    discord.remove(wrong);
    expect(await work.sync([])).toMatchObject({ unchanged: 1, updated: 1, deleted: 1, failed: [] });
    expect(await find('vending')).toEqual([]);
    expect(await find('Carol')).toHaveLength(1);
    discord.deleteChannel(thread);
    discord.remove(root);
    expect(await work.sync([])).toMatchObject({ unchanged: 1, deleted: 1, failed: [] });
  });

  it('keeps a file that is dropped into it as a page of its own, for those who read the channel, while its message is there', async () => {
    const drop = (name: string, text: string, channel: string = CHANNELS.general) => {
      at += 90 * 60_000;
      const attachments = [discord.addFile(name, 'text/markdown', text)];
      return discord.say({ channel, user: PEOPLE.ann, content: '', attachments });
    };
    const message = drop('helmets.md', '# Helmets\n\nHelmets are worn in the whole hall, without exception.');
    drop('bonus.md', '# Bonus\n\nThe bonus round is decided by the board.', CHANNELS.hidden);
    await work.ingest([`discord:${CHANNELS.hidden}`, `discord:${GUILD}/${CHANNELS.general}`], { source: 'talks' });
    const [passage] = await find('helmets exception');
    expect(passage).toMatchObject({
      title: '#general: Helmets',
      url: `https://discord.com/channels/${GUILD}/${CHANNELS.general}/${message.id}`,
    });
    expect(await find('bonus board', ['everyone', ...MEMBERS])).toEqual([]);
    expect(await find('bonus board', [`channel:${GUILD}/${CHANNELS.hidden}`])).toHaveLength(1);
    expect(await work.sync([])).toMatchObject({ unchanged: 2, updated: 0, deleted: 0, failed: [] });
    discord.remove(message);
    expect(await work.sync([])).toMatchObject({ deleted: 1, failed: [] });
    expect(await find('helmets exception')).toEqual([]);
  });

  it('shows a hidden channel to those who see it alone, and hides one that gets hidden', async () => {
    say(PEOPLE.ann, 'The bonus round is decided next week.', { channel: CHANNELS.hidden });
    say(PEOPLE.ann, 'The summer party is on the second of July.');
    await work.ingest([`discord:${CHANNELS.hidden}`, `discord:${GUILD}/${CHANNELS.general}`]);
    expect(await find('bonus', ['everyone', ...MEMBERS])).toEqual([]);
    expect(await find('bonus', [`channel:${GUILD}/${CHANNELS.hidden}`])).toHaveLength(1);
    discord.world.channels.get(CHANNELS.general)!.viewers = new Set([PEOPLE.ann, discord.world.botId]);
    expect(await work.sync([])).toMatchObject({ updated: 1, unchanged: 1 });
    expect(await find('party')).toEqual([]);
    expect(await find('party', [`channel:${GUILD}/${CHANNELS.general}`])).toHaveLength(1);
  });

  it('never reads direct messages or private threads, and says what it does not see', async () => {
    const secret = say(PEOPLE.ann, 'Shall we talk about the salaries here?');
    openThread(secret.id, 'Salaries');
    discord.world.channels.get(secret.id)!.type = ChannelType.PrivateThread;
    say(PEOPLE.ann, 'Everybody gets four percent more.', { channel: secret.id });
    discord.world.channels.get(CHANNELS.hidden)!.viewers = new Set([PEOPLE.ann]);
    const report = await work.ingest([
      `discord:${DIRECT.ann}`,
      `discord:${GUILD}/${CHANNELS.hidden}`,
      'discord:#nowhere',
      'discord:#general',
    ]);
    expect(report.failed.map(({ message }) => message)).toEqual([
      'Direct messages are never read as a source.',
      `Parley does not see the channel ${CHANNELS.hidden}, or there is none.`,
      'Parley sees no channel #nowhere.',
    ]);
    expect(await find('percent')).toEqual([]);
  });

  it('waits when Discord asks for it, and keeps all that it has when Discord fails', async () => {
    say(PEOPLE.ann, 'The lift is out of order until Thursday.');
    discord.faults.next(`GET /channels/${CHANNELS.general}/messages`, { kind: 'rate-limit', retryAfter: 0.05 });
    expect(await work.ingest(['discord:#general'])).toMatchObject({ added: 1, failed: [] });
    discord.world.channels.get(CHANNELS.general)!.viewers = new Set([PEOPLE.ann]);
    expect(await work.sync([])).toMatchObject({ deleted: 0, failed: [{ code: 'BAD_INPUT' }] });
    expect(await titles()).toHaveLength(1);
  });
});

describe('the settings of a Discord channel', () => {
  it('opt it in and out, after a review, and tell the channel', async () => {
    say(PEOPLE.ann, 'The alarm code of the warehouse is on the key ring.');
    const parley = await openParley({ discord, stores, ingest: work.ingest });
    const change = async (history: string[]) => {
      const shown = discord.ephemeral(PEOPLE.ada).length;
      const options = { what: 'settings' };
      const opened = discord.slash({ channel: CHANNELS.general, user: PEOPLE.ada, name: 'parley', options });
      await until(() => opened.modal !== undefined);
      discord.submit({ opened, user: PEOPLE.ada, values: { mode: 'mention', strategy: ['auto'], history } });
      await until(() => discord.ephemeral(PEOPLE.ada).length > shown);
      const message = discord.ephemeral(PEOPLE.ada).at(-1)!;
      const review = shownText(message);
      discord.click({ message, user: PEOPLE.ada, customId: buttonOf(message, 'Apply') });
      return review;
    };
    const told = (words: string) =>
      [...discord.world.messages.values()].some(
        ({ authorId, channelId, content }) =>
          authorId === discord.world.botId && channelId === CHANNELS.general && content.includes(words),
      );
    try {
      expect(await change(['on'])).toContain('Reads this channel as a source: no → yes');
      await until(async () => (await titles()).length === 1 && told('From now on I read'));
      expect(await change([])).toContain('Reads this channel as a source: yes → no');
      await until(() => told('no longer read'));
      expect(await titles()).toEqual([]);
    } finally {
      await parley.close();
    }
  });
});

describe("Discord's markup", () => {
  it.each([
    ['ask <@!31> or <@99>', 'ask @ann or @somebody'],
    ['<:party:123> at <t:1772445600:F>, see <https://a.example>', ':party: at 2026-03-02 10:00, see https://a.example'],
    ['**bold** `code`', '**bold** `code`'],
  ])('%s', (from, to) => expect(discordMarkdown(from, new Map([['31', 'ann']]))).toBe(to));
});
