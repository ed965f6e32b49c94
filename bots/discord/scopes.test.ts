import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { namedIn, putScopedPages, tellEverything } from '../chat/testing/scope-harness.ts';
import { scopeTable } from '../chat/testing/scope-table.ts';
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

/** Discord has no guests and no channels shared between organisations: those rows are Slack's. */
const rows = scopeTable.filter(
  ({ who, where }) => (who === 'ann' || who === 'bob') && where !== 'mixed' && where !== 'shared',
);

describe('who is told what in Discord', () => {
  const stores = openEmbedded(':memory:');
  let discord: DiscordFake;
  let parley: Harness;
  beforeAll(async () => {
    discord = await openDiscordWorld();
    await putScopedPages(stores, {
      workspace: `workspace:${GUILD}`,
      general: `channel:${GUILD}/${CHANNELS.general}`,
      hidden: `channel:${GUILD}/${CHANNELS.hidden}`,
    });
    parley = await openParley({ discord, stores, script: tellEverything(stores) });
  });
  afterAll(async () => {
    await parley.close();
    await discord.close();
  });
  const ask = async (channel: string, user: string) => {
    const question = discord.say({ channel, user, content: '<@1000> what is there?' });
    const replies = () =>
      finals([...discord.replies(question.id), ...discord.replies(channel)]).filter(
        (message) => BigInt(message.id) > BigInt(question.id),
      );
    await until(() => replies().length > 0);
    await parley.idle();
    return shownText(replies().at(-1));
  };

  it.each(rows)('$name', async ({ who, where, how, sees }) => {
    const user = PEOPLE[who as 'ann' | 'bob'];
    const channel = where === 'dm' ? DIRECT[who as 'ann' | 'bob'] : CHANNELS[where as 'general' | 'hidden'];
    let text: string;
    if (how === 'alone') {
      const before = discord.ephemeral(user).length;
      discord.slash({ channel, user, name: 'ask', options: { question: 'what is there?' } });
      await until(() => finals(discord.ephemeral(user)).length > before);
      text = shownText(discord.ephemeral(user).at(-1));
    } else text = await ask(channel, user);
    expect(namedIn(text)).toEqual(sees);
    for (const id of ['everyone', 'workspace', 'general', 'hidden', 'private'])
      if (!sees.includes(id as never)) expect(text).not.toContain(id);
  });

  it('tells a stranger in a DM that it answers its own people alone', async () => {
    discord.say({ channel: DIRECT.eve, user: PEOPLE.eve, content: 'what is there?' });
    await until(() => discord.replies(DIRECT.eve).length > 0);
    await parley.idle();
    const replies = discord.replies(DIRECT.eve);
    expect(replies.map(shownText)).toEqual([expect.stringContaining('I can only answer people of the workspace')]);
  });
});
