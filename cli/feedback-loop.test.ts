import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { openHandbook } from '../bots/chat/testing/handbook.ts';
import { until } from '../bots/chat/testing/until.ts';
import { FAKE_TOKEN } from '../bots/discord/fake/server.ts';
import type { FakeMessage } from '../bots/discord/fake/world.ts';
import { startDiscord } from '../bots/discord/start.ts';
import * as discordWorld from '../bots/discord/testing/harness.ts';
import { actionId } from '../bots/slack/blocks.ts';
import { FAKE_CLIENT } from '../bots/slack/fake/install.ts';
import { startSlack } from '../bots/slack/start.ts';
import * as slackWorld from '../bots/slack/testing/harness.ts';
import type { ThreadView } from '../bots/web/api.ts';
import { startWeb } from '../bots/web/start.ts';
import { silentLog } from '../core/log.ts';
import { runCommand } from './testing/run-command.ts';

const QUESTION = 'How many days of paid leave does every employee have?';
const RIGHT = '30 days';
const pace = { updateMs: 15, followUpMs: 3_600_000 };

/** A platform on which a person asks, gives a thumbs down with the right answer, and is told that it is fixed. */
interface Place {
  ask(): Promise<string>;
  thumbDown(): Promise<void>;
  /** The messages that the person received. */
  heard(): Promise<string[]>;
}

type Handbook = Awaited<ReturnType<typeof openHandbook>>;

const inSlack = async (
  { parley, conversations, settings }: Handbook,
  slack: Awaited<ReturnType<typeof slackWorld.openSlackWorld>>,
): Promise<Place & { close(): Promise<void> }> => {
  const slackHandle = await startSlack({ parley, conversations, settings, log: silentLog, pace });
  let thread = '';
  const replies = () => slack.replies('CGENERAL', thread);
  return {
    async ask() {
      thread = (await slack.say({ channel: 'CGENERAL', user: 'UANN', text: `<@UBOTT1> ${QUESTION}` })).ts;
      await until(() => slackWorld.finals(replies()).length === 1 && slackHandle.running === 0, 'the answer in Slack');
      return slackWorld.shownText(replies()[0]);
    },
    async thumbDown() {
      const [answer] = replies();
      const button = slackWorld.buttonOf(answer, actionId('feedback'));
      const value = JSON.stringify(answer?.blocks).match(/down:[\w-]+/)?.[0];
      await slack.click({ channel: 'CGENERAL', ts: answer?.ts ?? '', user: 'UANN', action: { ...button, value } });
      await until(() => slack.world.openViews.length === 1, 'the form in Slack');
      const view = slack.world.openViews[0]?.view;
      expect(JSON.stringify(view)).toContain('What would have been right?');
      await slack.submit({
        view: view as never,
        user: 'UANN',
        values: {
          reason: { value: { type: 'radio_buttons', selected_option: { value: 'outdated' } } },
          answer: { value: { type: 'plain_text_input', value: RIGHT } },
        },
      });
    },
    async heard() {
      await slackHandle.followUp();
      return replies().map(({ text }) => text);
    },
    close: () => slackHandle.close(),
  };
};

const inDiscord = async (
  { parley, conversations, settings }: Handbook,
  discord: Awaited<ReturnType<typeof discordWorld.openDiscordWorld>>,
): Promise<Place & { close(): Promise<void> }> => {
  const discordHandle = await startDiscord({ parley, conversations, settings, log: silentLog, pace });
  const { ann: user } = discordWorld.PEOPLE;
  let asked = '';
  const replies = () => discord.replies(asked);
  return {
    async ask() {
      asked = discord.say({ channel: discordWorld.CHANNELS.general, user, content: `<@1000> ${QUESTION}` }).id;
      await until(() => discordWorld.finals(replies()).length === 1, 'the answer in Discord');
      await until(() => discordHandle.running === 0, 'the end of the question in Discord');
      return replies().map(discordWorld.shownText).join('\n');
    },
    async thumbDown() {
      const answer = discordWorld.finals(replies())[0] as FakeMessage;
      const opened = discord.click({ message: answer, user, customId: discordWorld.buttonOf(answer, '👎') });
      await until(() => opened.modal !== undefined, 'the form in Discord');
      expect(JSON.stringify(opened.modal)).toContain('What would have been right?');
      const sent = discord.submit({ opened, user, values: { reason: 'outdated', answer: RIGHT } });
      await until(() => sent.acknowledged !== undefined, 'the form to be taken in Discord');
    },
    async heard() {
      await discordHandle.followUp();
      return replies().map(discordWorld.shownText);
    },
    close: () => discordHandle.close(),
  };
};

const inTheWeb = async ({ parley, conversations }: Handbook): Promise<Place & { close(): Promise<void> }> => {
  const web = await startWeb({ parley, conversations, port: 0 });
  const cookie = (await fetch(web.url)).headers.get('set-cookie')?.split(';')[0] ?? '';
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${web.url}${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
    return (await response.json()) as T;
  };
  const thread = `web:${crypto.randomUUID()}`;
  let turnId = '';
  return {
    async ask() {
      const body = { eventId: crypto.randomUUID(), text: QUESTION };
      turnId = (await call<{ turnId: string }>('POST', `/api/v1/conversations/${thread}/questions`, body)).turnId;
      await fetch(`${web.url}/api/v1/turns/${turnId}/events`, { headers: { cookie } }).then((events) => events.text());
      return (await call<ThreadView>('GET', `/api/v1/conversations/${thread}`)).turns[0]?.answer?.text ?? '';
    },
    async thumbDown() {
      await call('PUT', `/api/v1/turns/${turnId}/feedback`, { rating: 'down', reason: 'outdated', answer: RIGHT });
    },
    async heard() {
      const notices = await call<{ turnId: string; threadId: string; question: string }[]>('GET', '/api/v1/me/notices');
      for (const notice of notices) {
        expect(notice).toMatchObject({ turnId, threadId: thread });
        await call('PUT', `/api/v1/me/notices/${notice.turnId}/seen`, {});
      }
      return notices.map(({ question }) => `I now answer “${question}” correctly`);
    },
    close: () => web.close(),
  };
};

it('closes the loop from a thumb to "it is fixed" on every platform, with no file edited by hand but the page', async () => {
  const [slack, discord] = await Promise.all([slackWorld.openSlackWorld(), discordWorld.openDiscordWorld()]);
  const handbook = await openHandbook({
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_APP_TOKEN: FAKE_CLIENT.appToken,
    SLACK_API_URL: slack.apiUrl,
    DISCORD_TOKEN: FAKE_TOKEN,
    DISCORD_API_URL: discord.apiUrl,
  });
  const folder = dirname(handbook.settings.PARLEY_DATA);
  const gate = join(folder, 'gate.json');
  writeFileSync(gate, JSON.stringify({ mode: 'quote', bounds: { '*': { accuracy: { min: 1 } } } }));
  const parley = (...args: string[]) =>
    runCommand(args, { cwd: folder, env: { PARLEY_DATA: handbook.settings.PARLEY_DATA, PARLEY_LOG: 'silent' } });
  const nightly = () =>
    parley('eval', '--questions', 'cases', '--gate', gate, '--fresh', '--out', join(folder, 'night'));
  const places = await Promise.all([inSlack(handbook, slack), inDiscord(handbook, discord), inTheWeb(handbook)]);
  const heard = async () => (await Promise.all(places.map((place) => place.heard()))).map((said) => said.join('\n'));
  const fixed = (said: string[]) => said.map((text) => text.split(/I now answer “.*” correctly/).length - 1);
  try {
    for (const place of places) {
      expect(await place.ask()).toContain('28 days');
      await place.thumbDown();
    }
    const open = JSON.parse((await parley('feedback', '--waiting', '--json')).stdout) as Record<string, string>[];
    expect(open).toMatchObject(places.map(() => ({ answer: RIGHT, waitsFor: 'a review', reason: 'outdated' })));
    expect((await parley('feedback')).stdout).toContain('\n3 thumbs.');
    expect((await parley('feedback', '--limit', '2')).stdout).toContain('newest 2 of 3 thumbs (--limit 3 shows all)');
    expect((await nightly()).stderr).toContain('No case is reviewed yet; 3 wait for a review');
    for (const { caseId = '' } of open)
      expect(await parley('cases', 'review', caseId)).toMatchObject({ status: 0, stderr: '' });

    const failed = await nightly();
    expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining('accuracy is 0.0, below 100.0') });
    expect(failed.stdout).toContain('0 of 3 cases passed');
    const report = await parley('cases', 'report', join(folder, 'night'));
    expect(report.stdout).toContain('3 of 3 cases fail');
    expect(fixed(await heard())).toEqual([0, 0, 0]);

    writeFileSync(
      join(folder, 'handbook', 'leave.md'),
      '# Leave policy\n\nEvery employee has 30 days of paid leave a year.\n',
    );
    expect((await parley('sync')).status).toBe(0);
    const once = await nightly();
    expect(once).toMatchObject({ status: 0, stdout: expect.stringContaining('3 of 3 cases passed') });
    expect(fixed(await heard())).toEqual([0, 0, 0]);
    const twice = await nightly();
    expect(twice).toMatchObject({ status: 0, stdout: expect.stringContaining('3 people are told') });
    expect(fixed(await heard())).toEqual([1, 1, 1]);
    expect((await nightly()).stdout).toContain('0 people are told');
    // The message is sent once. Slack and Discord still show it in the thread; the web page has dismissed it.
    expect(fixed(await heard())).toEqual([1, 1, 0]);
    expect(await parley('feedback', '--waiting')).toMatchObject({ stdout: expect.stringContaining('nothing fits') });
  } finally {
    for (const place of places.slice(1)) await place.close();
    await handbook.close(places[0]);
    await Promise.all([slack.close(), discord.close()]);
  }
});
