import { ChannelType, MessageType } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../chat/testing/until.ts';
import type { DiscordFake } from './fake/index.ts';
import type { FakeMessage } from './fake/world.ts';
import {
  CHANNELS,
  DIRECT,
  GUILD,
  type Harness,
  openDiscordWorld,
  openParley,
  PEOPLE,
  shownText,
} from './testing/harness.ts';

const BOT = '<@1000>';
const { ann, bob } = PEOPLE;
/** Types of messages that a person writes, or that answer a command; all others are notices. */
const WRITTEN: ReadonlySet<number> = new Set([
  MessageType.Default,
  MessageType.Reply,
  MessageType.ChatInputCommand,
  MessageType.ContextMenuCommand,
]);
const NOTICES = Object.values(MessageType).filter(
  (type): type is MessageType => typeof type === 'number' && !WRITTEN.has(type),
);

describe('the shapes of messages in Discord', () => {
  let discord: DiscordFake;
  let parley: Harness;
  beforeEach(async () => {
    discord = await openDiscordWorld();
    discord.addChannel({ id: '2010', guildId: GUILD, name: 'Meeting room', type: ChannelType.GuildVoice });
    parley = await openParley({
      discord,
      script: async ({ text, attachments }) => ({ text: attachments?.[0]?.text ?? text }),
    });
  });
  afterEach(async () => {
    await parley.close();
    await discord.close();
  });

  type Said = Partial<Parameters<DiscordFake['say']>[0]>;
  const say = (content: string, given: Said = {}) =>
    discord.say({ channel: CHANNELS.general, user: ann, content, ...given });
  /** Sends a message, and waits until it is answered. */
  const ask = async (content: string, given: Said = {}): Promise<FakeMessage> => {
    const before = parley.agent.asked.length;
    const message = say(content, given);
    await until(() => parley.agent.asked.length > before, 'the question to be taken');
    await parley.idle();
    return message;
  };
  const asked = () => parley.agent.asked.map(({ text }) => text);

  it('is silent about notices, bots and webhooks, whatever they say', async () => {
    const content = `${BOT} how many days of leave do I have?`;
    for (const type of NOTICES) say(content, { more: { type } });
    say(content, { more: { webhook_id: '77' } });
    say(content, { more: { author: { id: '88', username: 'other', discriminator: '0', avatar: null, bot: true } } });
    await ask(`${BOT} last?`);
    expect(asked()).toEqual(['last?']);
    expect(discord.replies(CHANNELS.general)).toEqual([]);
  });

  it('takes a mention of its own role for one of itself, and names other roles', async () => {
    await ask(`<@&${GUILD}8> may <@&${GUILD}9> see <:wave:12> this?`);
    expect(asked()).toEqual(['may @managers see :wave: this?']);
  });

  it('answers the message that it is called to by a reply, with or without words', async () => {
    const question = say('How many days of leave do I have?', { user: bob });
    await ask(BOT, { reference: question.id });
    await ask(`${BOT} is this right?`, { reference: question.id });
    expect(asked()).toEqual([
      'How many days of leave do I have?',
      'is this right?\n\n(About this message: “How many days of leave do I have?”)',
    ]);
    expect(discord.replies(CHANNELS.general)).toEqual([]);
  });

  it('is silent in its thread when somebody replies to somebody else, also without a ping', async () => {
    const question = await ask(`${BOT} how many days?`);
    const said = say('more than at my last place', { channel: question.id, user: bob });
    say('and how many for interns?', { channel: question.id, reference: said.id, more: { mentions: [] } });
    await ask('and in Munich?', { channel: question.id });
    expect(asked()).toEqual(['how many days?', 'and in Munich?']);
  });

  it('reads the message at which a thread was opened', async () => {
    const root = say('', {
      user: bob,
      more: {
        embeds: [
          {
            type: 'rich',
            title: 'High CPU',
            description: 'db-1 at 97 %',
            fields: [{ name: 'Severity', value: 'page' }],
          },
        ],
        author: { id: '88', username: 'alerts', discriminator: '0', avatar: null, bot: true },
      },
    });
    discord.addChannel({ id: root.id, guildId: GUILD, type: ChannelType.PublicThread, parentId: CHANNELS.general });
    say('', {
      channel: root.id,
      more: { type: MessageType.ThreadStarterMessage, referenced_message: discord.world.messageJson(root) },
    });
    await ask(`${BOT} what do we do about this?`, { channel: root.id });
    const reply = shownText(discord.replies(root.id)[0]);
    for (const words of ['High CPU', 'db-1 at 97 %', 'Severity: page']) expect(reply).toContain(words);
  });

  it('answers in the chat of a voice channel, which has no threads', async () => {
    await ask(`${BOT} how many days?`, { channel: '2010' });
    expect(discord.replies('2010')).toMatchObject([{ reference: expect.any(String) }]);
  });

  it('reads a poll and a forwarded embed, keeps the spaces of code, and takes a sticker for a greeting', async () => {
    await ask('', {
      channel: DIRECT.ann,
      more: {
        poll: {
          question: { text: 'Which day is free?' },
          answers: [
            { answer_id: 1, poll_media: { text: '24 December' } },
            { answer_id: 2, poll_media: { text: '31 December' } },
          ],
          expiry: null,
          allow_multiselect: false,
          layout_type: 1,
        },
      },
    });
    await ask('what does  this do?\n```py\nif a:\n    go()\n```', { channel: DIRECT.ann });
    say('', { channel: DIRECT.ann, more: { sticker_items: [{ id: '5', name: 'hi', format_type: 1 }] } });
    await until(() => discord.replies(DIRECT.ann).length === 3);
    expect(asked()).toEqual([
      'Which day is free?\n- 24 December\n- 31 December',
      'what does this do?\n```py\nif a:\n    go()\n```',
    ]);
  });

  it('does not answer a post again when Discord has added the preview of its link', async () => {
    const content = `${BOT} see https://a.example`;
    const post = discord.post({ forum: CHANNELS.forum, user: ann, title: 'Leave?', content });
    await until(() => parley.agent.asked.length === 1);
    await parley.idle();
    post.embeds = [{ type: 'link', title: 'A', url: 'https://a.example' }];
    discord.gateway.dispatch('MESSAGE_UPDATE', discord.world.messageJson(post), GUILD);
    await ask(`${BOT} next?`);
    expect(asked()).toEqual(['Leave?\n\nsee https://a.example', 'next?']);
  });

  it('shows what components and embeds say to whoever asks about a message', async () => {
    const message = say('', {
      user: bob,
      more: {
        flags: 1 << 15,
        components: [
          {
            type: 17,
            components: [
              { type: 10, content: '# Deploy' },
              {
                type: 9,
                components: [{ type: 10, content: 'failed at step 3' }],
                accessory: { type: 11, media: { url: 'https://a.example/x.png' } },
              },
            ],
          },
        ],
      },
    });
    discord.messageCommand({ channel: CHANNELS.general, user: ann, name: 'Ask about this', target: message });
    await until(() => [...discord.world.interactions.values()].some(({ modal }) => modal));
    const modal = JSON.stringify([...discord.world.interactions.values()].map((one) => one.modal));
    expect(modal).toContain('# Deploy');
    expect(modal).toContain('failed at step 3');
  });
});
