import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scopesInSource } from '../../core/source-scopes.ts';
import { wholePassage } from '../../stores/testing/whole-passage.ts';
import { sendDigests } from '../chat/digest/send-digests.ts';
import { pageOf } from '../chat/testing/pages.ts';
import { until } from '../chat/testing/until.ts';
import type { DiscordFake } from './fake/index.ts';
import type { FakeMessage } from './fake/world.ts';
import {
  buttonOf,
  CHANNELS,
  DIRECT,
  type Harness,
  openDiscordWorld,
  openParley,
  PEOPLE,
  shownText,
} from './testing/harness.ts';

const BOT = '<@1000>';
const WEEK = 7 * 86_400_000;
const { ada, ann, bob } = PEOPLE;

describe('the digest of open questions in Discord', () => {
  let discord: DiscordFake;
  let parley: Harness;
  const ask = async (content: string, channel: string = CHANNELS.general, user: string = ann) => {
    const question = discord.say({ channel, user, content: `${BOT} ${content}` });
    await until(() => discord.replies(question.id).length > 0 || discord.replies(channel).length > 0);
    await parley.idle();
    return question;
  };
  const own = async (people: string[]) => {
    const opened = discord.slash({ channel: CHANNELS.general, user: ada, name: 'parley', options: { what: 'owners' } });
    await until(() => opened.modal !== undefined);
    discord.submit({ opened, user: ada, values: { source: ['handbook'], people, pace: 'week' } });
    await until(() => discord.ephemeral(ada).some((one) => /gets? the open questions/.test(shownText(one))));
  };
  const inbox = (user: 'ann' | 'bob') =>
    discord.replies(DIRECT[user]).filter((message) => JSON.stringify(message.components).includes('resign:'));

  beforeEach(async () => {
    discord = await openDiscordWorld();
    parley = await openParley({
      discord,
      script: async () => ({ verdict: 'unknown', text: 'I do not know.' }),
    });
    const { stores } = parley;
    await stores.documents.putSource({ id: 'handbook', kind: 'folder', location: 'handbook', scopes: [] });
    const page = pageOf('office', scopesInSource(['everyone'], 'handbook'), 'The stapler is blue.');
    page.document.sourceId = 'handbook';
    page.passages = [wholePassage(page.document)];
    await stores.apply({ put: [page] });
  });
  afterEach(async () => {
    await parley.close();
    await discord.close();
  });

  it('comes to an owner, without the questions of channels that they do not see; they answer, settle, resign', async () => {
    await own([bob]);
    const question = await ask('where is the stapler?');
    await ask('is the stapler sold?', CHANNELS.hidden);
    await ask('my own stapler?', DIRECT.ann);
    await ask('where is the moon?');
    expect(await sendDigests(parley.handle.digests, Date.now())).toBe(0);
    expect(await sendDigests(parley.handle.digests, Date.now() + WEEK)).toBe(1);
    expect(await sendDigests(parley.handle.digests, Date.now() + WEEK)).toBe(0);
    const digest = inbox('bob')[0] as FakeMessage;
    expect(shownText(digest)).toContain('1 question that “handbook” left open in the last week');
    expect(shownText(digest)).toContain('where is the stapler?');
    expect(shownText(digest)).not.toMatch(/sold|my own|moon/);

    const opened = discord.click({ message: digest, user: bob, customId: buttonOf(digest, 'Answer') });
    await until(() => opened.modal !== undefined);
    discord.submit({ opened, user: bob, values: { answer: 'In the blue box @everyone.' } });
    await until(() => discord.replies(question.id).length === 1);
    const told = shownText(discord.replies(question.id)[0]);
    expect(told).toContain(
      `<@${ann}> user${bob} answers “where is the stapler?”: In the blue box \`@\u200beveryone\`.`,
    );
    await until(async () => (await parley.stores.keyValues.list('open-question', { limit: 9 })).length === 2);
    discord.click({ message: digest, user: bob, customId: buttonOf(digest, 'Mark as settled') });
    await until(() => discord.ephemeral(bob).some((one) => shownText(one).includes('settled, or not yours')));
    discord.click({ message: digest, user: bob, customId: buttonOf(digest, 'Stop these messages') });
    await until(async () => (await parley.stores.keyValues.list('source-owner', { limit: 9 })).length === 0);
  });

  it('shows a manager the open questions of the channels that they see', async () => {
    await ask('where is the stapler?');
    await ask('is the stapler sold?', CHANNELS.hidden);
    discord.slash({ channel: CHANNELS.general, user: ada, name: 'parley', options: { what: 'questions' } });
    await until(() => discord.ephemeral(ada).length === 1);
    expect(shownText(discord.ephemeral(ada)[0])).toContain('where is the stapler?');
    expect(shownText(discord.ephemeral(ada)[0])).not.toContain('sold');
  });
});
