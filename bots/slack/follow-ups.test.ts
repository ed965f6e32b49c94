import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scopesInSource } from '../../core/source-scopes.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { freePort } from '../chat/testing/free-port.ts';
import { pageOf } from '../chat/testing/pages.ts';
import { citeLeave } from '../chat/testing/scripts.ts';
import { until } from '../chat/testing/until.ts';
import { chatChecks } from '../checks.ts';
import type { Script } from '../conversation/testing/scripted-agent.ts';
import { readBotSettings } from '../settings.ts';
import { actionId } from './blocks.ts';
import type { SlackFake } from './fake/index.ts';
import { FAKE_CLIENT, validateManifest } from './fake/install.ts';
import { botScopes, slackManifest } from './manifest.ts';
import { buttonOf, type Harness, openParley, openSlackWorld, shownText } from './testing/harness.ts';

const BOT = '<@UBOTT1>';

describe('settings, verified answers and notices in Slack', () => {
  let slack: SlackFake;
  let parley: Harness;
  const open = async (script: Script = citeLeave) => {
    parley = await openParley({ slack, script });
    await parley.stores.apply({ put: [pageOf('leave', ['everyone'])] });
  };
  const ask = async (text: string, { channel = 'CGENERAL', user = 'UANN' } = {}) => {
    const { ts } = await slack.say({ channel, user, text: `${BOT} ${text}` });
    await parley.idle();
    return slack.replies(channel, ts);
  };
  const lastView = () => slack.world.openViews.at(-1)?.view as never;

  beforeEach(async () => {
    slack = await openSlackWorld();
  });
  afterEach(async () => {
    await parley?.close();
    await slack.close();
  });

  it('lets only admins change settings, after a review, and records who did', async () => {
    await open();
    const { response } = await slack.command({
      command: '/parley',
      text: 'settings',
      channel: 'CGENERAL',
      user: 'UANN',
    });
    expect(response).toMatchObject({ text: expect.stringContaining('Only admins') });
    await slack.command({ command: '/parley', text: 'settings', channel: 'CGENERAL', user: 'UADMIN' });
    await until(() => slack.world.openViews.length === 1);
    const values = (seconds: string) => ({
      mode: { value: { type: 'radio_buttons', selected_option: { value: 'all' } } },
      strategy: { value: { type: 'static_select', selected_option: { value: 'scripted' } } },
      seconds: { value: { type: 'number_input', value: seconds } },
    });
    const wrong = await slack.submit({ view: lastView(), user: 'UADMIN', values: values('4000') });
    expect(wrong.response).toMatchObject({ response_action: 'errors' });
    const reviewed = await slack.submit({ view: lastView(), user: 'UADMIN', values: values('20') });
    expect(JSON.stringify(reviewed.response)).toContain('Only when mentioned → Every message');
    const review = (reviewed.response as { view: Record<string, unknown> }).view;
    slack.world.views.set('VR', { ...review, id: 'VR', hash: 'h', team_id: 'T1' } as never);
    await slack.submit({ view: { ...review, id: 'VR' } as never, user: 'UADMIN', values: {} });
    const { ts } = await slack.say({ channel: 'CGENERAL', user: 'UBOB', text: 'no mention needed now' });
    await parley.idle();
    expect(slack.replies('CGENERAL', ts)).toHaveLength(1);
    expect(parley.agent.asked[0]).toMatchObject({ strategy: 'scripted', budget: { seconds: 20 } });
    const [entry] = await parley.stores.keyValues.list<{ by: string; after: unknown }>('channel-settings-audit', {
      limit: 5,
    });
    expect(entry?.value).toMatchObject({
      by: 'slack:T1/UADMIN',
      after: { mode: 'all', strategy: 'scripted', seconds: 20 },
    });
    // A review applies to the settings that it showed. Applied twice, it finds other settings and does nothing.
    const again = await slack.submit({ view: { ...review, id: 'VR' } as never, user: 'UADMIN', values: {} });
    expect(JSON.stringify(again.response)).toContain('Somebody else changed');
  });

  it('looks only in the sources that a channel is set to, chosen from those its admin may know of', async () => {
    await open();
    const source = async (id: string, scope = 'everyone') => {
      await parley.stores.documents.putSource({ id, kind: 'folder', location: id, scopes: [] });
      await parley.stores.apply({ put: [pageOf(`${id}/page`, [scope], 'A page.', id)] });
    };
    for (const id of ['handbook', 'wiki']) await source(id);
    await source('board', 'channel:T1/CHIDDEN');
    await slack.command({ command: '/parley', text: 'settings', channel: 'CGENERAL', user: 'UADMIN' });
    await until(() => slack.world.openViews.length === 1);
    const form = JSON.stringify(lastView());
    expect(form).toContain('handbook (1 page)');
    expect(form).not.toContain('board');
    const values = (chosen: string[]) => ({
      mode: { value: { selected_option: { value: 'mention' } } },
      sources: { value: { type: 'multi_static_select', selected_options: chosen.map((value) => ({ value })) } },
    });
    const forged = await slack.submit({ view: lastView(), user: 'UADMIN', values: values(['board']) });
    expect(forged.response).toMatchObject({ errors: { sources: expect.stringContaining('no source board') } });
    const { response } = await slack.submit({ view: lastView(), user: 'UADMIN', values: values(['wiki']) });
    expect(JSON.stringify(response)).toContain('Sources: all → wiki');
    const review = (response as { view: Record<string, unknown> }).view;
    slack.world.views.set('VR', { ...review, id: 'VR', hash: 'h', team_id: 'T1' } as never);
    await slack.submit({ view: { ...review, id: 'VR' } as never, user: 'UADMIN', values: {} });
    await ask('how many days?');
    expect(parley.agent.asked.at(-1)?.sources).toEqual(['wiki']);
    await slack.command({ command: '/parley', text: 'settings', channel: 'CGENERAL', user: 'UADMIN' });
    await until(() => slack.world.openViews.length === 2);
    expect(JSON.stringify(lastView())).toContain(
      '"initial_options":[{"text":{"type":"plain_text","text":"wiki (1 page)"',
    );
    await ask('how many days?', { channel: 'DUANN' });
    expect(parley.agent.asked.at(-1)?.sources).toBeUndefined();
  });

  it('shows no verified answer from a source that the channel leaves out, and says where it looked', async () => {
    await open(async (question, say) =>
      question.sources?.includes('wiki') ? { verdict: 'unknown', text: 'I do not know.' } : citeLeave(question, say),
    );
    const scopes = scopesInSource(['everyone'], 'handbook');
    await parley.stores.apply({ put: [pageOf('leave', scopes)] });
    const [answer] = await ask('how many days of leave do I get?');
    slack.click({
      channel: 'CGENERAL',
      ts: answer?.ts ?? '',
      user: 'UADMIN',
      action: buttonOf(answer, actionId('verify')),
    });
    await until(() => slack.ephemeral('UADMIN').some(({ text }) => text.includes('Verified')));
    const set = (sources: string[]) =>
      parley.stores.keyValues.put('channel-settings', 'slack:T1/CGENERAL', { mode: 'mention', sources });
    await set(['handbook']);
    expect(shownText((await ask('how many days of leave do I get?'))[0])).toContain('Verified answer');
    await set(['wiki']);
    expect(await ask('how many days of leave do I get?')).toEqual([]);
    const shown = shownText(slack.ephemeral('UANN').at(-1));
    expect(shown).not.toContain('Verified answer');
    expect(shown).toContain('In this channel I look only in wiki.');
  });

  it('is silent in a channel where it is switched off, and tells this to people who mention it', async () => {
    await open();
    await parley.stores.keyValues.put('channel-settings', 'slack:T1/CGENERAL', { mode: 'off' });
    expect(await ask('hello?')).toEqual([]);
    await until(() => slack.ephemeral('UANN').length === 1);
    expect(slack.ephemeral('UANN')[0]?.text).toContain('switched off');
    expect(parley.agent.asked).toEqual([]);
  });

  it('shows a verified answer first, for the same question alone, until its page changes; only admins verify', async () => {
    await open();
    const [answer] = await ask('how many days of leave do I get?');
    const press = (user: string) =>
      slack.click({ channel: 'CGENERAL', ts: answer?.ts ?? '', user, action: buttonOf(answer, actionId('verify')) });
    await press('UANN');
    await until(() => slack.ephemeral('UANN').length === 1);
    expect(slack.ephemeral('UANN')[0]?.text).toContain('Only admins');
    await press('UADMIN');
    await until(() => slack.ephemeral('UADMIN').some(({ text }) => text.includes('Verified')));
    const [alike] = await ask('How many days of leave do I get, please?');
    expect(shownText(alike)).not.toContain('Verified answer');
    expect(buttonOf(alike, actionId('same')).text).toMatchObject({
      text: 'Same question? how many days of leave do I get?',
    });
    slack.click({ channel: 'CGENERAL', ts: alike?.ts ?? '', user: 'UBOB', action: buttonOf(alike, actionId('same')) });
    await until(() => slack.ephemeral('UBOB').some(({ text }) => text.includes('Verified answer')));
    expect(() => buttonOf(answer, actionId('same'))).toThrow();
    // A question with another number is not the same question, so no verified answer is offered.
    const [other] = await ask('How many days of leave do I get after 10 years?');
    expect(() => buttonOf(other, actionId('same'))).toThrow();
    expect(shownText((await ask('How many days of leave do I GET'))[0])).toMatch(
      /Verified answer[\s\S]*New answer[\s\S]*28 days \[1\]/,
    );
    expect(shownText((await ask('who cooks on friday?'))[0])).not.toContain('Verified answer');
    await parley.stores.apply({ put: [pageOf('leave', ['everyone'], 'It is 30 days now.')] });
    slack.click({ channel: 'CGENERAL', ts: alike?.ts ?? '', user: 'UBOB', action: buttonOf(alike, actionId('same')) });
    await until(() => slack.ephemeral('UBOB').some(({ text }) => text.includes('no longer verified')));
    expect(shownText((await ask('how many days of leave do I get?'))[0])).not.toContain('Verified answer');
  });

  it('notifies the thread once when a cited page is deleted', async () => {
    await open();
    const [answer] = await ask('how many days?');
    await parley.handle.followUp();
    const thread = () => slack.replies('CGENERAL', answer?.threadTs ?? '');
    expect(thread()).toHaveLength(1);
    await parley.stores.apply({ delete: ['leave'] });
    await Promise.all([parley.handle.followUp(), parley.handle.followUp()]);
    await parley.handle.followUp();
    expect(thread().filter(({ text }) => text.includes('is gone since this answer was given'))).toHaveLength(1);
  });

  it('lists open questions to admins, without those asked in private', async () => {
    await open(async () => ({ verdict: 'unknown', text: 'I do not know.' }));
    expect(await ask('where is the stapler?')).toEqual([]);
    expect(shownText(slack.ephemeral('UANN')[0])).toContain('Ask me in a direct message');
    await ask('what is my salary?', { channel: 'DUANN' });
    const { response } = await slack.command({
      command: '/parley',
      text: 'questions',
      channel: 'CGENERAL',
      user: 'UADMIN',
    });
    expect(JSON.stringify(response)).toContain('where is the stapler?');
    expect(JSON.stringify(response)).not.toContain('salary');
  });

  it('forgets a person, with a receipt', async () => {
    await open();
    await ask('how many days?');
    await slack.command({ command: '/parley', text: 'forget me', channel: 'CGENERAL', user: 'UANN' });
    await until(() => slack.world.openViews.length === 1);
    const { response } = await slack.submit({ view: lastView(), user: 'UANN', values: {} });
    expect(JSON.stringify(response)).toContain('Erased: 1 question');
    expect(await parley.stores.conversations.conversations('slack', 'slack:T1/UANN', 10)).toEqual([]);
    expect(JSON.stringify(await parley.stores.keyValues.list('slack-done', { limit: 10 }))).not.toContain(
      'how many days',
    );
  });

  it('counts one reaction per person, which can be changed', async () => {
    await open();
    const [answer] = await ask('how many days?');
    const turn = await parley.stores.conversations.turnByEvent(`slack:T1/CGENERAL/${answer?.threadTs}`);
    const given = () => parley.stores.conversations.feedback(turn?.id ?? '');
    await slack.react('CGENERAL', answer?.ts ?? '', 'UBOB', '-1');
    await until(async () => (await given()).length === 1);
    await slack.react('CGENERAL', answer?.ts ?? '', 'UBOB', 'thumbsup::skin-tone-3');
    await until(async () => (await given())[0]?.rating === 'up');
    await slack.react('CGENERAL', answer?.ts ?? '', 'UBOB', 'tada');
    expect(await given()).toMatchObject([{ askerId: 'slack:T1/UBOB', rating: 'up' }]);
  });
});

describe('setting Slack up', () => {
  it('creates a manifest that Slack accepts, for Socket Mode and HTTP', () => {
    expect(validateManifest(slackManifest() as never)).toEqual([]);
    expect(slackManifest().settings.socket_mode_enabled).toBe(true);
    const http = slackManifest({ publicUrl: 'https://parley.example.org/' });
    expect(validateManifest(http as never)).toEqual([]);
    expect(http.settings.event_subscriptions).toMatchObject({ request_url: 'https://parley.example.org/slack/events' });
  });

  it('reports invalid tokens and missing permissions, and what to click', async () => {
    const slack = await openSlackWorld();
    const check = (environment: Record<string, string>) =>
      chatChecks.slack(readBotSettings({ SLACK_API_URL: slack.apiUrl, ...environment }));
    expect(await check({})).toMatchObject([{ state: 'off' }]);
    const good = await check({ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: FAKE_CLIENT.appToken });
    expect(good.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
    slack.install(
      'T1',
      'xoxb-few',
      Object.keys(botScopes).filter((scope) => scope !== 'files:read'),
    );
    const few = await check({ SLACK_BOT_TOKEN: 'xoxb-few', SLACK_APP_TOKEN: 'xapp-wrong' });
    expect(few.map(({ state }) => state)).toEqual(['ok', 'broken', 'broken']);
    expect(few[1]?.detail).toContain('files:read (to read files that come with a question)');
    for (const finding of few.slice(1)) expect(finding.remedy).toBeTruthy();
    await slack.close();
  });

  it.each(['uninstalled', 'revoked'])(
    'serves several workspaces: a random state, tokens sealed, removed when %s',
    async (how) => {
      const slack = await openSlackWorld();
      const stores = openEmbedded(':memory:');
      const settings = {
        SLACK_CLIENT_ID: FAKE_CLIENT.id,
        SLACK_CLIENT_SECRET: FAKE_CLIENT.secret,
        SLACK_APP_TOKEN: FAKE_CLIENT.appToken,
        SLACK_PORT: String(await freePort()),
      };
      const parley = await openParley({ slack, stores, script: citeLeave, settings });
      const base = `http://127.0.0.1:${settings.SLACK_PORT}/slack`;
      const begun = await fetch(`${base}/install`, { redirect: 'manual' });
      const page = begun.headers.get('location') ?? (await begun.text());
      const state = /state=([^"&]+)/.exec(page)?.[1] ?? '';
      const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect(state.length).toBeGreaterThan(40);
      slack.world.oauthCodes.set('code-1', { team: 'T7', scopes: Object.keys(botScopes) });
      const forged = await fetch(`${base}/oauth_redirect?code=code-1&state=forged`, { headers: { cookie } });
      expect(forged.status).not.toBe(200);
      const done = await fetch(`${base}/oauth_redirect?code=code-1&state=${state}`, { headers: { cookie } });
      expect(done.status).toBe(200);
      const stored = JSON.stringify(await stores.keyValues.list('slack-installation', { limit: 5 }));
      expect(stored).toContain('team:T7');
      expect(stored).not.toContain('xoxb');

      slack.world.users.set('UBOTT7', { id: 'UBOTT7', team: 'T7', name: 'parley', isBot: true });
      slack.addUser({ id: 'UZOE', team: 'T7', name: 'zoe' });
      slack.addChannel({ id: 'CSEVEN', team: 'T7', people: ['UZOE'] });
      const { ts } = await slack.say({ channel: 'CSEVEN', user: 'UZOE', text: '<@UBOTT7> how many days?' });
      await parley.idle();
      expect(shownText(slack.replies('CSEVEN', ts)[0])).toContain('28 days');

      await slack.event('T7', { type: 'tokens_revoked', tokens: { oauth: ['UZOE'], bot: [] } });
      expect(await stores.keyValues.list('slack-installation', { limit: 5 })).not.toEqual([]);
      await slack.event('T7', {
        type: how === 'uninstalled' ? 'app_uninstalled' : 'tokens_revoked',
        tokens: { bot: ['UBOTT7'] },
      });
      await until(async () => (await stores.keyValues.list('slack-installation', { limit: 5 })).length === 0);
      await parley.close();
      await slack.close();
    },
  );
});
