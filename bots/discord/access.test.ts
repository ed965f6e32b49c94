import { afterEach, describe, expect, it } from 'vitest';
import { parseAccessPolicy } from '../../runtime/access/policy.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { namedIn, putScopedPages, tellEverything } from '../chat/testing/scope-harness.ts';
import { until } from '../chat/testing/until.ts';
import type { DiscordFake } from './fake/index.ts';
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

/** A server that is not the team's, in which Bob is a member as well. */
const FOREIGN = '16777216000';
const LOBBY = '5001';

let discord: DiscordFake;
let parley: Harness;
afterEach(async () => {
  await parley.close();
  await discord.close();
});

const open = async (access?: string) => {
  const stores = openEmbedded(':memory:');
  discord = await openDiscordWorld();
  discord.addGuild(FOREIGN, [PEOPLE.bob, PEOPLE.eve]);
  discord.addChannel({ id: LOBBY, guildId: FOREIGN, name: 'lobby' });
  await putScopedPages(stores, {
    workspace: `workspace:${GUILD}`,
    general: `channel:${GUILD}/${CHANNELS.general}`,
    hidden: `channel:${GUILD}/${CHANNELS.hidden}`,
  });
  // Without a file the team's server is the first that Parley was added to.
  await stores.keyValues.put('access-first-workspace', 'discord', { workspaceId: GUILD });
  const policy = access === undefined ? undefined : parseAccessPolicy(access);
  parley = await openParley({ discord, stores, policy, script: tellEverything(stores) });
  discord.joinGuild(FOREIGN);
};

/** All texts that Parley posts in a channel, or only to a person, after a question. */
const ask = async (channel: string, user: string): Promise<string> => {
  const question = discord.say({ channel, user, content: '<@1000> what is there?' });
  // A later question in the team's own server is answered, so the first one has been handled by then.
  const marker = discord.say({ channel: CHANNELS.general, user: PEOPLE.ann, content: '<@1000> what is there?' });
  await until(() => discord.replies(marker.id).length > 0, 'an answer in the own server');
  await parley.idle();
  return [...discord.replies(question.id), ...discord.replies(channel)].map(shownText).join('\n');
};

describe.each([
  ['without an access file', undefined],
  ['with an access file that names the team’s server', `workspaces: [discord:${GUILD}]`],
])('a Discord server that is not allowed, %s', (_, access) => {
  it('gets no page, whoever asks there', async () => {
    await open(access);
    for (const user of [PEOPLE.bob, PEOPLE.eve]) {
      const said = await ask(LOBBY, user);
      expect(namedIn(said)).toEqual([]);
    }
    // The agent gets only questions from the team's own server.
    expect(parley.agent.asked).toHaveLength(2);
  });

  it('gets nothing by a command either', async () => {
    await open(access);
    const before = discord.ephemeral(PEOPLE.eve).length;
    discord.slash({ channel: LOBBY, user: PEOPLE.eve, name: 'ask', options: { question: 'what is there?' } });
    await until(() => discord.ephemeral(PEOPLE.eve).length > before, 'a reply to the command');
    await parley.idle();
    const said = discord.ephemeral(PEOPLE.eve).map(shownText).join('\n');
    expect(namedIn(said)).toEqual([]);
    expect(parley.agent.asked).toEqual([]);
  });
});

describe('strangers of a Discord server that is not allowed', () => {
  it('see what is for everyone where the access file opens it to them, and nothing else', async () => {
    await open(`workspaces: [discord:${GUILD}]\nstrangers: everyone`);
    const said = await ask(DIRECT.eve, PEOPLE.eve);
    expect(namedIn(said)).toEqual(['everyone']);
  });
});
