import { setTimeout as sleep } from 'node:timers/promises';
import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  Client,
  ContainerBuilder,
  DiscordAPIError,
  GatewayIntentBits,
  LabelBuilder,
  type Message,
  MessageFlags,
  ModalBuilder,
  type ModalSubmitInteraction,
  Partials,
  RadioGroupBuilder,
  type TextChannel,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiscordFake, type DiscordFake } from './index.ts';
import { rules } from './rules.ts';
import { FAKE_TOKEN } from './server.ts';

const GUILD = '8388608000';
const code = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (error: unknown) => (error instanceof DiscordAPIError ? error.code : error),
  );
const until = async (test: () => boolean) => {
  for (let i = 0; i < 400 && !test(); i += 1) await sleep(5);
  expect(test()).toBe(true);
};

describe('the Discord fake, through the real SDK', () => {
  let discord: DiscordFake;
  let client: Client;
  let now: number;
  const heard: Message[] = [];

  const open = async (
    intents: number[] = [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.MessageContent,
      GatewayIntentBits.DirectMessages,
    ],
  ) => {
    client = new Client({
      intents,
      partials: [Partials.Channel, Partials.Message],
      rest: { api: discord.apiUrl, retries: 0 },
    });
    client.on('error', () => {});
    client.on('messageCreate', (message) => void (message.author.bot || heard.push(message)));
    const ready = new Promise<void>((resolve) => client.once('clientReady', () => resolve()));
    await client.login(FAKE_TOKEN);
    await ready;
  };
  const channel = async () => (await client.channels.fetch('20')) as TextChannel;
  const nextInteraction = <T>() =>
    new Promise<T>((resolve) => client.once('interactionCreate', (interaction) => resolve(interaction as T)));

  beforeEach(async () => {
    now = Date.now();
    heard.length = 0;
    discord = await createDiscordFake({ now: () => now, bucket: { calls: 50, windowMs: 300 } });
    discord.addGuild(GUILD, ['31', '32']);
    discord.addChannel({ id: '20', guildId: GUILD });
    discord.world.commands = [{ id: '1', type: 1, name: 'ask' }];
  });
  afterEach(async () => {
    await client.destroy();
    await discord.close();
  });

  it('delivers messages, with their words only to a client that may read them', async () => {
    await open();
    discord.say({ channel: '20', user: '31', content: 'hello' });
    await until(() => heard.length === 1);
    expect(heard[0]?.content).toBe('hello');
    await client.destroy();
    await open([GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages]);
    discord.say({ channel: '20', user: '31', content: 'hello again' });
    await until(() => heard.length === 2);
    expect(heard[1]?.content).toBe('');
  });

  it('refuses a privileged intent that is not switched on, and a wrong token', async () => {
    discord.setPrivileged(0);
    await expect(open()).rejects.toThrow(/disallowed intents/i);
    await client.destroy();
    client = new Client({ intents: [], rest: { api: discord.apiUrl } });
    await expect(client.login('MTAwMA.wrong.token')).rejects.toThrow();
  });

  it.each([
    ['op 7', () => discord.gateway.reconnect()],
    ['close 4000', () => discord.gateway.close(4000)],
  ])('resumes after %s and replays what was missed', async (_, interrupt) => {
    await open();
    interrupt();
    await until(
      () =>
        [...discord.gateway.sessions.values()].every((session) => !session.socket?.OPEN) ||
        discord.gateway.counts.resume === 1,
    );
    discord.say({ channel: '20', user: '31', content: 'while away' });
    await until(() => heard.length === 1);
    expect(discord.gateway.counts).toMatchObject({ identify: 1, resume: 1 });
  });

  it('holds an interaction to three seconds, one answer, and fifteen minutes', async () => {
    await open();
    const late = nextInteraction<ChatInputCommandInteraction>();
    discord.slash({ channel: '20', user: '31', name: 'ask' });
    const first = await late;
    now += 3001;
    expect(await code(first.deferReply())).toBe(10062);
    const soon = nextInteraction<ChatInputCommandInteraction>();
    discord.slash({ channel: '20', user: '31', name: 'ask' });
    const second = await soon;
    await second.deferReply({ flags: MessageFlags.Ephemeral });
    expect(discord.ephemeral('31')).toHaveLength(1);
    expect(
      await code(client.rest.post(`/interactions/${second.id}/${second.token}/callback`, { body: { type: 5 } })),
    ).toBe(40060);
    await second.editReply('done');
    expect(discord.ephemeral('31')[0]?.content).toBe('done');
    now += 15 * 60_000 + 1;
    expect(await code(second.editReply('too late'))).toBe(50027);
  });

  it('holds messages to 2,000 characters, and components to 40 and 4,000', async () => {
    await open();
    const place = await channel();
    expect(await code(place.send('x'.repeat(2001)))).toBe(50035);
    const display = (text: string) => new TextDisplayBuilder().setContent(text);
    const v2 = { flags: MessageFlags.IsComponentsV2 } as const;
    expect(await code(place.send({ ...v2, components: [display('x'.repeat(4000))] }))).toBe(0);
    expect(await code(place.send({ ...v2, components: [display('x'.repeat(4000)), display('y')] }))).toBe(50035);
    const many = new ContainerBuilder();
    for (let i = 0; i < 40; i += 1) many.addTextDisplayComponents(display('x'));
    expect(await code(place.send({ ...v2, components: [many] }))).toBe(50035);
    expect(await code(place.send({ ...v2, content: 'both', components: [display('x')] } as never))).toBe(50035);
    const twice = new ActionRowBuilder<ButtonBuilder>().addComponents(
      ...['a', 'a'].map((id) => new ButtonBuilder().setCustomId(id).setLabel('x').setStyle(ButtonStyle.Primary)),
    );
    expect(await code(place.send({ content: 'x', components: [twice] }))).toBe(50035);
  });

  it('makes one message of two posts with one enforced nonce', async () => {
    await open();
    const place = await channel();
    const send = () => place.send({ content: 'once', nonce: '77', enforceNonce: true });
    const [one, two] = [await send(), await send()];
    expect(one.id).toBe(two.id);
    expect(discord.replies('20')).toHaveLength(1);
  });

  it('answers 429 when a bucket is empty, and the client waits', async () => {
    await discord.close();
    discord = await createDiscordFake({ bucket: { calls: 2, windowMs: 200 } });
    discord.addGuild(GUILD, ['31']);
    discord.addChannel({ id: '20', guildId: GUILD });
    await open();
    const place = await channel();
    const start = performance.now();
    for (let i = 0; i < 5; i += 1) await place.send(`${i}`);
    expect(performance.now() - start).toBeGreaterThan(350);
    expect(discord.replies('20')).toHaveLength(5);
  });

  it('opens a modal from a button and takes its answers', async () => {
    await open();
    const place = await channel();
    const row = new ActionRowBuilder<ButtonBuilder>().addComponents(
      new ButtonBuilder().setCustomId('down').setLabel('no').setStyle(ButtonStyle.Secondary),
    );
    await place.send({ content: 'x', components: [row] });
    const pressed = nextInteraction<import('discord.js').ButtonInteraction>();
    const opened = discord.click({ message: discord.replies('20')[0] as never, user: '31', customId: 'down' });
    const modal = new ModalBuilder()
      .setCustomId('why')
      .setTitle('Why?')
      .addLabelComponents(
        new LabelBuilder()
          .setLabel('Reason')
          .setRadioGroupComponent(
            new RadioGroupBuilder()
              .setCustomId('reason')
              .addOptions({ label: 'Wrong', value: 'wrong' }, { label: 'Old', value: 'outdated' }),
          ),
        new LabelBuilder()
          .setLabel('Right')
          .setTextInputComponent(
            new TextInputBuilder().setCustomId('right').setStyle(TextInputStyle.Paragraph).setRequired(false),
          ),
      );
    await (await pressed).showModal(modal);
    const submitted = nextInteraction<ModalSubmitInteraction>();
    discord.submit({ opened, user: '31', values: { reason: 'outdated', right: '28 days' } });
    const fields = (await submitted).fields;
    expect([fields.getRadioGroup('reason'), fields.getTextInputValue('right')]).toEqual(['outdated', '28 days']);
  });

  it('keeps a private channel from the bot and its words from a read-only one', async () => {
    discord.addChannel({ id: '21', guildId: GUILD }).viewers = new Set(['31']);
    discord.addChannel({ id: '22', guildId: GUILD, readOnly: true });
    await open();
    expect(await code(client.rest.get('/channels/21'))).toBe(50001);
    expect(await code(client.rest.post('/channels/22/messages', { body: { content: 'x' } }))).toBe(50013);
    expect(await code(client.rest.post('/channels/99/messages', { body: { content: 'x' } }))).toBe(10003);
  });

  it('hands out a channel page by page: newest first, after an id those next to it, each with its own time', async () => {
    await open();
    const said = ['a', 'b', 'c', 'd'].map((content) => {
      now += 1000;
      return discord.say({ channel: '20', user: '31', content });
    });
    const read = async (query: Record<string, string>) => {
      const rows = await client.rest.get('/channels/20/messages', { query: new URLSearchParams(query) });
      return (rows as { content: string }[]).map(({ content }) => content).join('');
    };
    expect(await read({ limit: '2' })).toBe('dc');
    expect(await read({ limit: '2', before: said[2]!.id })).toBe('ba');
    expect(await read({ limit: '2', after: said[0]!.id })).toBe('cb');
    expect(await code(read({ limit: '101' }))).toBe(50035);
    const [newest] = (await client.rest.get('/channels/20/messages')) as { timestamp: string }[];
    now += 60_000;
    expect(Date.parse(newest!.timestamp)).toBe(now - 60_000);
  });

  it('lists the threads of a channel, the archived ones by the time they were archived', async () => {
    await open();
    const questions = ['one', 'two', 'three'].map((content) => discord.say({ channel: '20', user: '31', content }));
    for (const { id } of questions)
      await client.rest.post(`/channels/20/messages/${id}/threads`, { body: { name: id } });
    for (const { id } of questions.slice(0, 2)) {
      now += 1000;
      discord.archive(id);
    }
    type Threads = { threads: { id: string; thread_metadata: { archive_timestamp: string } }[]; has_more?: boolean };
    const active = (await client.rest.get(`/guilds/${GUILD}/threads/active`)) as Threads;
    expect(active.threads.map(({ id }) => id)).toEqual([questions[2]!.id]);
    const page = async (query: Record<string, string>) =>
      (await client.rest.get('/channels/20/threads/archived/public', { query: new URLSearchParams(query) })) as Threads;
    const first = await page({ limit: '1' });
    expect([first.threads[0]!.id, first.has_more]).toEqual([questions[1]!.id, true]);
    const next = await page({ limit: '1', before: first.threads[0]!.thread_metadata.archive_timestamp });
    expect([next.threads[0]!.id, next.has_more]).toEqual([questions[0]!.id, false]);
    const messages = (await client.rest.get('/channels/20/messages')) as { id: string; thread?: { id: string } }[];
    expect(messages.every(({ id, thread }) => thread?.id === id)).toBe(true);
  });

  it('names for every rule where Discord documents it', () => {
    for (const rule of Object.values(rules))
      expect(rule.documented).toMatch(/^https:\/\/discord\.com\/developers\/docs\//);
  });
});
