import { afterEach, describe, expect, it } from 'vitest';
import { scopesInSource } from '../../core/source-scopes.ts';
import { parseAccessPolicy } from '../../runtime/access/policy.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { pageOf } from '../chat/testing/pages.ts';
import { putScopedPages } from '../chat/testing/scope-harness.ts';
import { until } from '../chat/testing/until.ts';
import type { Script } from '../conversation/testing/scripted-agent.ts';
import type { SlackFake } from './fake/index.ts';
import { type Harness, openParley, openSlackWorld, shownText } from './testing/harness.ts';

let slack: SlackFake;
let parley: Harness;
afterEach(async () => {
  await parley.close();
  await slack.close();
});

const open = async (access?: string) => {
  const stores = openEmbedded(':memory:');
  slack = await openSlackWorld();
  await putScopedPages(stores, {
    workspace: 'workspace:T1',
    general: 'channel:T1/CGENERAL',
    hidden: 'channel:T1/CHIDDEN',
  });
  const policy = access === undefined ? undefined : parseAccessPolicy(access);
  parley = await openParley({ slack, stores, policy, script: everythingVisible(stores) });
  return stores;
};
/** @param answers number of replies to wait for */
const ask = async (channel: string, user: string, text = '<@UBOTT1> what is there?', answers = 0) => {
  const { ts } = await slack.say({ channel, user, text });
  await until(() => slack.replies(channel, ts).length >= answers, 'an answer');
  await parley.idle();
  return slack.replies(channel, ts).map(shownText);
};
/** The direct messages that Parley sent to a person. */
const directTo = (user: string) =>
  [...slack.world.messages.values()]
    .filter((one) => one.channel === `D${user}` && one.user === 'UBOTT1')
    .map(shownText);

/** A script that answers with the ids of all documents within the question's scopes. */
const everythingVisible =
  (stores: Stores): Script =>
  async ({ scopes }) => {
    const seen: string[] = [];
    for await (const { id } of stores.documents.stamps())
      if (await stores.documents.document(id, scopes)) seen.push(id);
    return { text: `I see ${seen.join(', ')}.` };
  };

describe('without an access file', () => {
  it('refuses a second workspace that installs Parley, since the first is the team’s', async () => {
    const stores = await open();
    expect(await ask('CGENERAL', 'UBOB')).toHaveLength(1);
    await parley.close();
    // Another workspace connected first.
    await stores.keyValues.put('access-first-workspace', 'slack', { workspaceId: 'T0' });
    parley = await openParley({ slack, stores, script: everythingVisible(stores) });
    expect(await ask('CGENERAL', 'UBOB')).toEqual([]);
    await ask('DUBOB', 'UBOB', 'what is there?');
    expect(directTo('UBOB').join(' ')).not.toContain('I see');
  });
});

describe('the access file in Slack', () => {
  it('keeps a foreign workspace out, and tells its people so in a direct message', async () => {
    await open('workspaces: [slack:T2]');
    expect(await ask('CGENERAL', 'UBOB')).toEqual([]);
    expect((await ask('DUBOB', 'UBOB', 'what is there?', 1)).join()).toContain('I can only answer people');
    expect(directTo('UBOB').join(' ')).not.toContain('I see');
  });

  it('gives a group’s pages to the members of its Slack user group, and to people by e-mail', async () => {
    const stores = await open(
      'groups: { people-team: { members: [guy@example.com, bob@example.com], slack: [S06] } }\nsources: { salaries: "group:people-team" }',
    );
    const salaries = pageOf('salaries', scopesInSource(['everyone'], 'salaries'));
    await stores.documents.putSource({ id: 'salaries', kind: 'folder', location: '/s', scopes: [] });
    await stores.apply({ put: [{ ...salaries, document: { ...salaries.document, sourceId: 'salaries' } }] });
    slack.world.userGroups.set('S06', ['UANN']);
    slack.addUser({ id: 'UBOB', team: 'T1', name: 'bob', email: 'bob@example.com' });
    slack.addUser({ id: 'UGUY', team: 'T1', name: 'guy', guest: 'multi', email: 'guy@example.com' });
    const sees = async (user: string) => (await ask(`D${user}`, user, 'what is there?')).join(' ').includes('salaries');
    expect(await sees('UANN')).toBe(true);
    expect(await sees('UBOB')).toBe(true);
    expect(await sees('UADMIN')).toBe(false);
    expect(await sees('UGUY')).toBe(false);
    expect((await ask('CGENERAL', 'UANN')).join(' ')).not.toContain('salaries');
  });

  it('answers in an external channel only when the file opens it, and only from the sources given there', async () => {
    const stores = await open(
      'workspaces: [slack:T1]\nchannels: { "slack:T1/CSHARED": { external: answer, sources: [news] } }',
    );
    const news = pageOf('news', scopesInSource(['everyone'], 'news'));
    await stores.apply({ put: [{ ...news, document: { ...news.document, sourceId: 'news' } }] });
    const [answer = ''] = await ask('CSHARED', 'UEVE');
    expect(answer).toContain('news');
    expect(answer).not.toContain('everyone');
  });

  it("is silent in an external channel, and explains this to the team's members only", async () => {
    await open();
    expect(await ask('CSHARED', 'UBOB')).toEqual([]);
    expect(await ask('CSHARED', 'UEVE')).toEqual([]);
    await until(() => directTo('UBOB').length > 0);
    expect(directTo('UBOB').join()).toContain('another organisation');
    expect(directTo('UEVE')).toEqual([]);
  });

  it("treats a channel member who is missing from the workspace's list as a stranger", async () => {
    await open();
    slack.world.channels.get('CGENERAL')?.members.add('UORG');
    expect(await ask('CGENERAL', 'UBOB')).toEqual([]);
    await until(() => directTo('UBOB').length > 0);
    expect(directTo('UBOB').join()).toContain('Somebody whom I do not know');
  });
});
