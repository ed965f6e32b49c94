import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { verify } from '../chat/reply/verified-answers.ts';
import { namedIn, putScopedPages, tellEverything } from '../chat/testing/scope-harness.ts';
import { scopeTable } from '../chat/testing/scope-table.ts';
import { until } from '../chat/testing/until.ts';
import { actionId } from './blocks.ts';
import type { SlackFake } from './fake/index.ts';
import { buttonOf, type Harness, openParley, openSlackWorld, shownText } from './testing/harness.ts';

const users = { ann: 'UANN', bob: 'UBOB', guy: 'UGUY', eve: 'UEVE' };
const channels = { general: 'CGENERAL', hidden: 'CHIDDEN', mixed: 'CMIXED', shared: 'CSHARED' };

describe('who is told what in Slack', () => {
  const stores = openEmbedded(':memory:');
  let slack: SlackFake;
  let parley: Harness;
  beforeAll(async () => {
    slack = await openSlackWorld();
    await putScopedPages(stores, {
      workspace: 'workspace:T1',
      general: 'channel:T1/CGENERAL',
      hidden: 'channel:T1/CHIDDEN',
    });
    parley = await openParley({ slack, stores, script: tellEverything(stores) });
  });
  afterAll(async () => {
    await parley.close();
    await slack.close();
  });

  it.each(scopeTable)('$name', async ({ who, where, how, sees }) => {
    const user = users[who];
    const channel = where === 'dm' ? `D${user}` : channels[where];
    let text: string;
    if (how === 'alone') {
      const before = slack.ephemeral(user).length;
      await slack.command({ command: '/ask', text: 'what is there?', channel, user });
      await until(() => slack.ephemeral(user).length > before);
      text = shownText(slack.ephemeral(user).at(-1));
    } else {
      const { ts } = await slack.say({ channel, user, text: '<@UBOTT1> what is there?' });
      await parley.idle();
      if (sees === 'silence') return expect(slack.replies(channel, ts)).toEqual([]);
      text = shownText(slack.replies(channel, ts).at(-1));
    }
    expect(namedIn(text)).toEqual(sees);
    // The sources below the answer name no other pages.
    for (const id of ['everyone', 'workspace', 'general', 'hidden', 'private'])
      if (!sees.includes(id as never)) expect(text).not.toContain(id);
  });

  it('hides a verified answer in places that may not see its pages', async () => {
    const answer = await parley.conversations.ask({
      eventId: 'web:1',
      conversationId: 'web:1',
      platform: 'web',
      askerId: 'web:1',
      text: 'x',
      scopes: ['private'],
    });
    for await (const event of answer)
      if (event.type === 'answer')
        await verify(stores, {
          question: 'where is the treasure buried',
          answer: event.answer,
          by: 'slack:T1/UADMIN',
          at: '2026-01-01T00:00:00Z',
        });
    const ask = async (channel: string) => {
      const { ts } = await slack.say({ channel, user: 'UBOB', text: '<@UBOTT1> where is the treasure buried?' });
      await parley.idle();
      return shownText(slack.replies(channel, ts).at(-1));
    };
    expect(await ask('CGENERAL')).not.toContain('Verified answer');
    expect(await ask('DUBOB')).toContain('Verified answer');
  });

  it("shows a private answer's reasoning only to its asker", async () => {
    const { ts } = await slack.say({ channel: 'DUANN', user: 'UANN', text: 'what is there?' });
    await parley.idle();
    const turn = await stores.conversations.turnByEvent(`slack:T1/DUANN/${ts}`);
    const { ts: other } = await slack.say({ channel: 'CGENERAL', user: 'UBOB', text: '<@UBOTT1> what is there?' });
    await parley.idle();
    const button = buttonOf(slack.replies('CGENERAL', other).at(-1), actionId('reasoning'));
    await slack.click({
      channel: 'CGENERAL',
      ts: slack.replies('CGENERAL', other).at(-1)?.ts ?? '',
      user: 'UBOB',
      action: { ...button, value: turn?.id },
    });
    await until(() => slack.ephemeral('UBOB').some(({ text }) => text.includes('cites pages that you may not see')));
    expect(slack.world.openViews).toEqual([]);
  });
});
