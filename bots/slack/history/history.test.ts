import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../core/clock.ts';
import { silentLog } from '../../../core/log.ts';
import { forget } from '../../../ingest/forget.ts';
import { createIngest } from '../../../runtime/ingest.ts';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import type { Stores } from '../../../stores/index.ts';
import { until } from '../../chat/testing/until.ts';
import { readBotSettings } from '../../settings.ts';
import type { SlackFake } from '../fake/index.ts';
import { type Harness, openParley, openSlackWorld } from '../testing/harness.ts';
import { slackChannels } from './channel-source.ts';
import { slackMarkdown } from './markdown.ts';

const DAY = 86_400_000;
const GENERAL = ['workspace:T1'];
let at: number;
let slept: number[];
let slack: SlackFake;
let stores: Stores;
let work: ReturnType<typeof createIngest>;

beforeEach(async () => {
  at = Date.parse('2026-03-02T10:00:00Z');
  slept = [];
  slack = await openSlackWorld({ now: () => at });
  stores = openEmbedded(':memory:');
  const settings = readBotSettings({
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_API_URL: slack.apiUrl,
    PARLEY_FETCH_ALLOW: '127.0.0.1',
  });
  const clock: Clock = {
    now: () => at,
    sleep: async (ms) => {
      slept.push(ms);
      at += ms;
    },
  };
  work = createIngest({
    settings,
    stores,
    sourceKinds: [slackChannels({ settings, keyValues: stores.keyValues, log: silentLog, clock })],
  });
});
afterEach(async () => {
  await stores.close();
  await slack.close();
});

/** Posts a message some minutes after the previous one. */
const say = (
  user: string,
  text: string,
  { threadTs, after = 5, channel = 'CGENERAL' } = {} as Partial<{
    threadTs: string;
    after: number;
    channel: string;
  }>,
): string => {
  at += after * 60_000;
  const ts = slack.world.ts();
  slack.world.put({ ts, channel, user, text, threadTs, reactions: new Map() });
  return ts;
};
/** Shares a file in a channel, with an optional message. */
const drop = (
  user: string,
  name: string,
  bytes: string,
  { channel = 'CGENERAL', text = '', threadTs = undefined as string | undefined, after = 90, externalUrl = '' } = {},
): string => {
  at += after * 60_000;
  const [ts, id] = [slack.world.ts(), `F${slack.world.files.size + 1}`];
  const mimetype = name.endsWith('.md') ? 'text/markdown' : 'image/heic';
  slack.addFile({ id, name, mimetype, bytes, ...(externalUrl && { externalUrl }) });
  slack.world.put({ ts, channel, user, text, threadTs, files: [id], reactions: new Map() });
  return ts;
};
const remove = (ts: string, channel = 'CGENERAL') => slack.world.messages.delete(slack.world.key(channel, ts));
const edit = (ts: string, text: string) => {
  Object.assign(slack.world.messages.get(slack.world.key('CGENERAL', ts))!, { text, edited: true });
};
const titles = async () => {
  const found: string[] = [];
  for await (const { title } of stores.documents.stamps()) found.push(title);
  return found.sort();
};
const find = async (text: string, scopes: string[]) => {
  const hits = await stores.lexical.search(text, 5, scopes);
  return stores.documents.passages(
    hits.map(({ id }) => id),
    scopes,
  );
};
const calls = (method: string) => slack.calls.filter((call) => call.method === method).length;

describe('a Slack channel as a source', () => {
  it('makes a document of each thread, with names, dates, a title and a link to cite', async () => {
    const root = say('UANN', 'How do we rotate the staging key? See <https://wiki.example/keys|the page>.');
    say('UBOB', 'Run `keys rotate --env staging`, then tell <@UADMIN>.', { threadTs: root });
    const report = await work.ingest(['slack:#cgeneral']);
    expect(report).toMatchObject({ source: 'slack-cgeneral', added: 1, failed: [] });
    const [passage] = await find('rotate staging key', GENERAL);
    expect(passage).toMatchObject({
      title: '#cgeneral: How do we rotate the staging key? See the page. (2026-03-02)',
      url: `https://example.slack.com/archives/CGENERAL/p${root.replace('.', '')}`,
      updatedAt: '2026-03-02T10:10:00.000Z',
    });
    const document = await stores.documents.document(passage!.documentId, GENERAL);
    expect(document!.text).toBe(
      '**ann** (2026-03-02 10:05): How do we rotate the staging key? See [the page](https://wiki.example/keys).\n\n' +
        '**bob** (2026-03-02 10:10): Run `keys rotate --env staging`, then tell @ada.',
    );
    expect(document!.metadata).toMatchObject({ author: 'ann, bob' });
  });

  it('groups unthreaded messages that follow each other closely', async () => {
    say('UANN', 'The printer on the second floor jams again.');
    say('UBOB', 'I ordered a new roller, it comes on Thursday.');
    say('UANN', 'Lunch is at the harbour today, not in the canteen.', { after: 90 });
    await work.ingest(['slack:CGENERAL']);
    expect(await titles()).toEqual([
      '#cgeneral: Lunch is at the harbour today, not in the canteen. (2026-03-02)',
      '#cgeneral: The printer on the second floor jams again. (2026-03-02)',
    ]);
    const [passage] = await find('roller', GENERAL);
    expect(passage!.title).toContain('printer');
  });

  it('never reads what Parley said, nor a question to it that nobody else answered', async () => {
    const alone = say('UANN', '<@UBOTT1> how many holidays are there?');
    say('UBOTT1', 'There are 28 days of holiday.', { threadTs: alone });
    const helped = say('UBOB', '<@UBOTT1> where is the spare projector kept?');
    say('UBOTT1', 'I do not know where the projector is.', { threadTs: helped });
    say('UADMIN', 'In the cupboard behind the reception desk.', { threadTs: helped });
    say('UANN', 'thanks!', { after: 120 });
    await work.ingest(['slack:CGENERAL']);
    expect(await titles()).toHaveLength(1);
    const [passage] = await find('projector cupboard', GENERAL);
    const { text } = (await stores.documents.document(passage!.documentId, GENERAL))!;
    expect(text).toContain('spare projector');
    expect(text).not.toContain('I do not know');
  });

  it('follows edits, new replies and deletions, and reads unchanged threads only once', async () => {
    const quiet = say('UANN', 'The alarm code of the warehouse is on the key ring.');
    say('UBOB', 'Which key ring do you mean exactly?', { threadTs: quiet });
    at += 8 * DAY;
    const lively = say('UANN', 'Who takes the night shift on Friday?');
    const reply = say('UBOB', 'I can take the night shift this time.', { threadTs: lively });
    say('UADMIN', 'The fire drill is on Monday at ten.', { after: 100 });
    const wrong = say('UADMIN', 'The vending machine takes no coins any more.', { after: 100 });
    expect(await work.ingest(['slack:CGENERAL'])).toMatchObject({ added: 4 });
    expect(await work.sync([])).toMatchObject({ unchanged: 4, updated: 0, deleted: 0, failed: [] });
    const before = calls('conversations.replies');
    await work.sync([]);
    // A recent thread is read each time, because an edited reply is visible only there. The old one is not.
    expect(calls('conversations.replies') - before).toBe(1);

    edit(reply, 'Carol takes the night shift this time.');
    say('UBOB', 'Found it: the red key ring in the safe.', { threadTs: quiet });
    remove(wrong);
    expect(await work.sync([])).toMatchObject({ unchanged: 1, updated: 2, deleted: 1, failed: [] });
    expect(await find('vending', GENERAL)).toEqual([]);
    expect((await find('Carol', GENERAL))[0]!.text).not.toContain('I can take');
    expect(await find('red safe', GENERAL)).toHaveLength(1);
  });

  it('lists only the last weeks between two whole readings, and loses nothing that lies before', async () => {
    const old = say('UANN', 'The lease of the Porto office ends in June.');
    at += 20 * DAY;
    const thread = say('UBOB', 'Does anybody know the wifi name upstairs?');
    say('UANN', 'It is called harbour-guest since the move.', { threadTs: thread });
    at += 20 * DAY;
    say('UBOB', 'The new badges arrive at the reception today.');
    expect(await work.ingest(['slack:CGENERAL'])).toMatchObject({ added: 3 });
    at += DAY;
    remove(old);
    expect(await work.sync([])).toMatchObject({ unchanged: 3, deleted: 0 });
    const args = slack.calls.filter((call) => call.method === 'conversations.history').at(-1)!.args;
    expect(Number(args.oldest)).toBeGreaterThan(Date.parse('2026-03-10') / 1000);
    at += 7 * DAY;
    expect(await work.sync([])).toMatchObject({ unchanged: 2, deleted: 1 });
  });

  it('says that messages were deleted when their page is read anew before the whole channel is listed again', async () => {
    const old = say('UANN', 'The lease of the Porto office ends in June.');
    at += 40 * DAY;
    say('UBOB', 'The new badges arrive at the reception today.');
    expect(await work.ingest(['slack:CGENERAL'])).toMatchObject({ added: 2 });
    at += DAY;
    remove(old);
    // When the audience changes, all pages are read again, even those older than the listed weeks.
    const report = await work.ingest(['slack:CGENERAL'], { scopes: ['office'] });
    expect(report.failed).toEqual([
      expect.objectContaining({
        code: 'INPUT_NOT_FOUND',
        message: expect.stringMatching(/messages of .* were deleted since the channel was listed/),
        remedy: expect.stringContaining('within a week'),
      }),
    ]);
    at += 7 * DAY;
    expect(await work.sync([])).toMatchObject({ deleted: 1, failed: [] });
    expect(await find('lease', GENERAL)).toEqual([]);
  });

  it('keeps a file that is dropped into it as a page of its own, for those who read the channel, while its message is there', async () => {
    const helmets = '# Helmets\n\nHelmets are worn in the whole hall, without exception.';
    const ts = drop('UANN', 'helmets.md', helmets);
    const thread = say('UBOB', 'Where do we keep the plan of the evacuation?', { after: 90 });
    const plan = '# Evacuation\n\nEverybody leaves by the north staircase and meets at the harbour crane.';
    const reply = drop('UANN', 'plan.md', plan, { threadTs: thread, text: 'Here it is, since March.' });
    drop('UANN', 'bonus.md', '# Bonus\n\nThe bonus round is decided by the board.', { channel: 'CHIDDEN' });
    drop('UBOTT1', 'own.md', '# Own\n\nWhat Parley drew by itself is no source.');
    drop('UANN', 'holiday.heic', 'no format that is read');
    const report = await work.ingest(['slack:CGENERAL', 'slack:CHIDDEN'], { source: 'talks' });
    expect(report).toMatchObject({ added: 4, failed: [] });
    const [passage] = await find('helmets exception', GENERAL);
    expect(passage).toMatchObject({
      title: '#cgeneral: Helmets',
      url: `https://example.slack.com/archives/CGENERAL/p${ts.replace('.', '')}`,
    });
    expect(await find('staircase crane', GENERAL)).toHaveLength(1);
    expect(await find('bonus board', GENERAL)).toEqual([]);
    expect(await find('bonus board', ['channel:T1/CHIDDEN'])).toHaveLength(1);
    expect(await find('drew by itself', GENERAL)).toEqual([]);
    expect(await work.sync([])).toMatchObject({ unchanged: 4, updated: 0, deleted: 0, failed: [] });

    remove(reply);
    slack.world.messages.get(slack.world.key('CGENERAL', thread))!.text = 'Where is the plan of the evacuation now?';
    expect(await work.sync([])).toMatchObject({ deleted: 1, failed: [] });
    expect(await find('staircase crane', GENERAL)).toEqual([]);
    await forget(stores, passage!.documentId);
    expect(await find('helmets exception', GENERAL)).toEqual([]);
    await work.sync([]);
    expect(await find('helmets exception', GENERAL)).toEqual([]);
  });

  it('keeps files beyond the weeks that are listed, and finds one that was deleted by itself within a week', async () => {
    const thread = say('UBOB', 'Where do we keep the plan of the evacuation?');
    const inThread = drop('UANN', 'plan.md', '# Plan\n\nEverybody leaves by the north staircase.', {
      threadTs: thread,
    });
    drop('UANN', 'helmets.md', '# Helmets\n\nHelmets are worn in the whole hall.');
    at += 40 * DAY;
    say('UBOB', 'The new badges arrive at the reception today.');
    expect(await work.ingest(['slack:CGENERAL'])).toMatchObject({ added: 4, failed: [] });
    at += DAY;
    expect(await work.sync([])).toMatchObject({ unchanged: 4, deleted: 0 });
    // When only a file is deleted, Slack keeps its message.
    slack.world.messages.get(slack.world.key('CGENERAL', inThread))!.files = undefined;
    at += 7 * DAY;
    expect(await work.sync([])).toMatchObject({ unchanged: 2, updated: 1, deleted: 1, failed: [] });
    expect(await find('north staircase', GENERAL)).toEqual([]);
    expect(await find('helmets hall', GENERAL)).toHaveLength(1);
  });

  it('says which file could not be read, and sends the token of Parley to no other host', async () => {
    const other = createServer((request, response) => {
      asked.push(request.headers.authorization);
      response.writeHead(403).end();
    });
    const asked: (string | undefined)[] = [];
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const externalUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}/plan.md`;
    drop('UANN', 'plan.md', '', { externalUrl });
    say('UBOB', 'The new badges arrive at the reception today.');
    const report = await work.ingest(['slack:CGENERAL']);
    expect(report).toMatchObject({ added: 1, failed: [{ input: '#cgeneral: plan.md' }] });
    expect(new Set(asked)).toEqual(new Set([undefined]));
    await new Promise((done) => other.close(done));
  });

  it('shows a private channel to its members alone, and hides one that becomes private', async () => {
    say('UANN', 'The bonus round is decided next week.', { channel: 'CHIDDEN' });
    say('UANN', 'The summer party is on the second of July.');
    await work.ingest(['slack:T1/CHIDDEN', 'slack:T1/CGENERAL']);
    expect(await find('bonus', ['everyone', 'workspace:T1', 'channel:T1/CGENERAL'])).toEqual([]);
    expect(await find('bonus', ['channel:T1/CHIDDEN'])).toHaveLength(1);
    expect(await find('party', ['everyone'])).toEqual([]);
    slack.world.channels.get('CGENERAL')!.kind = 'private';
    expect(await work.sync([])).toMatchObject({ updated: 1, unchanged: 1 });
    expect(await find('party', ['workspace:T1'])).toEqual([]);
    expect(await find('party', ['channel:T1/CGENERAL'])).toHaveLength(1);
  });

  it('never reads direct messages, and says where it was not invited', async () => {
    slack.addChannel({ id: 'CELSE', team: 'T1', people: ['UANN'], withBot: false });
    const report = await work.ingest(['slack:T1/DUANN', 'slack:T1/CELSE', 'slack:nowhere']);
    expect(report.failed.map(({ message }) => message)).toEqual([
      'Direct messages are never read as a source.',
      'Parley is in no channel #nowhere.',
      'Parley is not in the channel CELSE, or there is none.',
    ]);
    expect(report.documents).toBe(0);
    expect(calls('conversations.history')).toBe(1);
  });

  it('waits as long as a rate limit demands, and keeps all pages when a part of the channel cannot be read', async () => {
    for (let i = 0; i < 20; i += 1) say('UANN', `Notice number ${i}: the lift is out of order again.`, { after: 90 });
    slack.world.limitsHistory = true;
    expect(await work.ingest(['slack:CGENERAL'])).toMatchObject({ added: 20, failed: [] });
    expect(slept.some((ms) => ms >= 59_000)).toBe(true);
    slack.faults.next('conversations.history', { kind: 'error', error: 'internal_error' }, 10);
    expect(await work.sync([])).toMatchObject({ deleted: 0, failed: [{ code: 'PLATFORM_REFUSED' }] });
    expect(await titles()).toHaveLength(20);
  });
});

describe('the settings of a Slack channel', () => {
  let parley: Harness;
  afterEach(() => parley.close());
  const form = () => slack.world.openViews.at(-1)!.view;
  const change = async (options: { value: string }[]) => {
    const opened = slack.world.openViews.length;
    await slack.command({ command: '/parley', text: 'settings', channel: 'CGENERAL', user: 'UADMIN' });
    await until(() => slack.world.openViews.length > opened);
    const values = {
      mode: { value: { selected_option: { value: 'mention' } } },
      strategy: { value: { selected_option: { value: 'auto' } } },
      seconds: { value: {} },
      history: { value: { selected_options: options } },
    };
    const { response } = await slack.submit({ view: form(), user: 'UADMIN', values });
    const { view } = response as { view: Record<string, unknown> };
    slack.world.views.set('VR', { ...view, id: 'VR', hash: 'h', team_id: 'T1' } as never);
    await slack.submit({ view: { ...view, id: 'VR' } as never, user: 'UADMIN', values: {} });
    return JSON.stringify(view);
  };
  const told = () => [...slack.world.messages.values()].filter(({ user }) => user === 'UBOTT1').map(({ text }) => text);

  it('opts it in and out, after a review, and tells the channel', async () => {
    say('UANN', 'The alarm code of the warehouse is on the key ring.');
    parley = await openParley({ slack, stores, ingest: work.ingest });
    expect(await change([{ value: 'on' }])).toContain('Reads this channel as a source: no → yes');
    await until(async () => (await titles()).length === 1);
    expect(await find('warehouse alarm', GENERAL)).toHaveLength(1);
    await until(() => told().some((text) => text.includes('From now on I read')));
    // The form shows the current state, even when a command made the channel a source.
    expect(await change([])).toContain('Reads this channel as a source: yes → no');
    await until(() => told().some((text) => text.includes('no longer read')));
    expect(await titles()).toEqual([]);
    expect(await stores.documents.sources()).toEqual([]);
  });

  it('is not offered in direct messages', async () => {
    parley = await openParley({ slack, stores, ingest: work.ingest });
    await slack.command({ command: '/parley', text: 'settings', channel: 'DUADMIN', user: 'UADMIN' });
    await until(() => slack.world.openViews.length === 1);
    expect(JSON.stringify(form())).not.toContain('Is this channel a source?');
  });
});

describe("Slack's markup", () => {
  const names = { person: (id: string) => ({ U1: 'Ann' })[id], channel: () => undefined };
  it.each([
    ['*bold* and ~gone~, 2*3*4', '**bold** and ~~gone~~, 2*3*4'],
    ['hi <@U1> and <@U2|bo>, see <#C1|help> &amp; <!here>', 'hi @Ann and @bo, see #help & @here'],
    [
      '<https://a.example/x?y=1|the page> <https://b.example> <mailto:a@b.example|a@b.example>',
      '[the page](https://a.example/x?y=1) https://b.example a@b.example',
    ],
    ['run ```a *b* &lt;c&gt;``` now', 'run \n```\na *b* <c>\n```\n now'],
    ['• one\n• two', '- one\n- two'],
    ['first\nsecond', 'first  \nsecond'],
  ])('%s', (from, to) => expect(slackMarkdown(from, names)).toBe(to));
});
