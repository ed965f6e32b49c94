import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFetcher } from '../../../ingest/fetch/fetch.ts';
import { type Outcome, preview } from '../../../ingest/preview/preview.ts';
import { type ExportFolder, openExportFolder } from '../../exports/testing/export-folder.ts';
import { exportKinds } from '../../histories.ts';

const USERS = [
  { id: 'UANN', team_id: 'T1', name: 'ann', profile: { display_name: '', real_name: 'Ann Lee' } },
  { id: 'UBOB', team_id: 'T1', name: 'bob', profile: { display_name: 'bob', real_name: 'Bob Ray' } },
  { id: 'UEVE', team_id: 'T9', name: 'eve', profile: { display_name: 'eve (guest)' } },
  { id: 'UPAR', team_id: 'T1', name: 'parley', is_bot: true, profile: { real_name: 'Parley' } },
];

let folder: string;
let ingest: ExportFolder['ingest'];
let put: ExportFolder['put'];
let documents: ExportFolder['documents'];
let close: ExportFolder['close'];
beforeEach(async () => {
  ({ folder, ingest, put, documents, close } = await openExportFolder('Acme Slack export'));
  await put('users.json', USERS);
  await put('channels.json', [{ id: 'CSUP', name: 'support' }]);
});
afterEach(() => close());

const message = (ts: string, user: string, text: string, more: object = {}) => ({
  type: 'message',
  ts,
  user,
  text,
  ...more,
});
it('puts a thread together over days, with names, mentions and a link to its first message', async () => {
  await put('support/2026-03-01.json', [
    message('1772359200.000100', 'UANN', 'How do we rotate the staging key in <#CSUP>?', {
      thread_ts: '1772359200.000100',
      reply_count: 2,
    }),
    message('1772359260.000200', 'UEVE', '<@UEVE> has joined the channel', { subtype: 'channel_join' }),
  ]);
  await put('support/2026-03-02.json', [
    message('1772445600.000300', 'UBOB', 'Run `keys rotate`, then tell <@UANN>. Tell <@UGONE> too.', {
      thread_ts: '1772359200.000100',
      files: [{ name: 'keys.pdf', permalink: 'https://acme.slack.com/files/UBOB/F1/keys.pdf' }],
    }),
    message('1772445660.000400', 'USTR', 'Worked for us as well.', {
      thread_ts: '1772359200.000100',
      user_profile: { display_name: 'Kim (partner)' },
    }),
  ]);
  const report = await ingest([folder]);
  expect(report).toMatchObject({ source: 'acme-slack-export', added: 1, failed: [] });
  const [thread] = await documents();
  expect(thread).toMatchObject({
    id: 'slack-export:T1/CSUP/1772359200.000100',
    title: '#support: How do we rotate the staging key in support? (2026-03-01)',
    url: 'https://acme.slack.com/archives/CSUP/p1772359200000100',
    updatedAt: '2026-03-02T10:01:00.000Z',
    text:
      '**Ann Lee** (2026-03-01 10:00): How do we rotate the staging key in #support?\n\n' +
      '**bob** (2026-03-02 10:00): Run `keys rotate`, then tell @Ann Lee. Tell @UGONE too.\n\n(attached: keys.pdf)\n\n' +
      '**Kim (partner)** (2026-03-02 10:01): Worked for us as well.',
  });
});

it('names a canvas by its title, and not by the id that stands where it is shown', async () => {
  const canvas = { id: 'F07A32DC2GG', name: 'Untitled', title: 'Press plan', mode: 'quip' };
  await put('support/2026-03-01.json', [
    message('1772359200.000100', 'UANN', 'The plan of the press and part FX9999999\nF07A32DC2GG', { files: [canvas] }),
  ]);
  await ingest([folder]);
  expect((await documents()).map(({ text }) => text)).toEqual([
    '**Ann Lee** (2026-03-01 10:00): The plan of the press and part FX9999999\n\n(attached: Press plan)',
  ]);
});

it('names a channel in which nothing was said but a few words', async () => {
  await put('support/2026-03-01.json', [message('1772359200.000100', 'UANN', 'Hello!')]);
  const { skipped } = await ingest([folder]);
  expect(skipped.reasons).toEqual({ 'a channel in which nothing was said but a few words': 1 });
});

it('parts talks outside of threads by silence, and leaves out what Parley said', async () => {
  await put('support/2026-03-01.json', [
    message('1772359200.000100', 'UANN', 'The printer on the second floor jams again.'),
    message('1772359500.000200', 'UBOB', 'I ordered a new roller for it.'),
    message('1772370000.000300', 'UANN', '<@UPAR> where is the spare projector kept?'),
    message('1772370060.000400', 'UPAR', 'The projector is kept in the cellar.'),
  ]);
  await ingest([folder]);
  const [talk, ...others] = await documents();
  expect(others).toEqual([]);
  expect(talk?.text).toBe(
    '**Ann Lee** (2026-03-01 10:00): The printer on the second floor jams again.\n\n' +
      '**bob** (2026-03-01 10:05): I ordered a new roller for it.',
  );
  // No permalink says the workspace's address.
  expect(talk?.url).toBe('https://app.slack.com/client/T1/CSUP');
});

it('shows private channels to their members alone, and reads no direct messages', async () => {
  await put('groups.json', [{ id: 'GPAY', name: 'payroll' }]);
  await put('dms.json', [{ id: 'D1', members: ['UANN', 'UBOB'] }]);
  await put('mpims.json', [{ id: 'G2', name: 'mpdm-ann--bob--eve-1' }]);
  const secret = [message('1772359200.000100', 'UANN', 'The bonus of this year is paid in April.')];
  for (const name of ['payroll', 'D1', 'mpdm-ann--bob--eve-1']) await put(`${name}/2026-03-01.json`, secret);
  const report = await ingest([folder], { scopes: ['group:people-team'] });
  expect(report.added).toBe(1);
  expect(report.skipped.reasons).toEqual({ 'direct messages of a Slack export': 2 });
  expect(await documents(['everyone', 'group:people-team', 'workspace:T1'])).toEqual([]);
  expect(await documents(['channel:T1/GPAY'])).toHaveLength(1);
});

it('names a thread by its first message that says something', async () => {
  await put('support/2026-03-01.json', [
    message('1772359200.000100', 'UANN', 'hello!'),
    message('1772359260.000200', 'UBOB', 'Which files does the plotter in hall two take?'),
  ]);
  await ingest([folder]);
  expect((await documents()).map(({ title }) => title)).toEqual([
    '#support: Which files does the plotter in hall two take? (2026-03-01)',
  ]);
});

it('lists what each public channel is for, but no archived, private or excluded one', async () => {
  const channel = (name: string, purpose: string, more: object = {}) => ({
    id: `C${name.toUpperCase()}`,
    name,
    purpose: { value: purpose, creator: 'UANN', last_set: '0' },
    topic: { value: '', creator: '', last_set: '0' },
    ...more,
  });
  await put('channels.json', [
    channel('support', 'Broken machines &amp; jams, ask <@UBOB>', { topic: { value: 'Out until | Monday' } }),
    channel('old-projects', 'Projects of 2019', { is_archived: true }),
    channel('silent', ''),
    channel('kitchen', 'Who cooks on Thursdays'),
  ]);
  await put('groups.json', [channel('payroll', 'Salaries')]);
  expect(await ingest([folder], { crawl: { exclude: ['kitchen'] } })).toMatchObject({ added: 1, failed: [] });
  const [directory] = await documents();
  expect(directory).toMatchObject({ id: 'slack-export:T1/channels', title: 'Channels' });
  expect(directory?.text).toBe(
    '# Channels\n\n| Channel | What it is for |\n| --- | --- |\n| #support | Broken machines & jams, ask @bob · Out until \\| Monday |',
  );
});

it('names a damaged day and deletes nothing because of it', async () => {
  const first = [message('1772359200.000100', 'UANN', 'The alarm code of the warehouse is on the key ring.')];
  await put('support/2026-03-01.json', first);
  await put('support/2026-03-05.json', [message('1772704800.000100', 'UBOB', 'The second gate opens at six now.')]);
  await ingest([folder]);
  expect(await documents()).toHaveLength(2);
  await put('support/2026-03-05.json', '[{"type": "mess');
  const report = await ingest([folder]);
  expect(report.failed).toMatchObject([{ code: 'INPUT_UNREADABLE', input: expect.stringContaining('2026-03-05') }]);
  expect(await documents()).toHaveLength(2);
});

it('keeps the part of a thread that a later export has beside the part that an earlier one had', async () => {
  const root = '1772359200.000100';
  await put('support/2026-03-01.json', [
    message(root, 'UANN', 'Which supplier delivers the oak boards?', { thread_ts: root }),
    message('1772359300.000200', 'UBOB', 'The sawmill in Lund does.', { thread_ts: root }),
  ]);
  await ingest([folder]);
  const april = path.join(path.dirname(folder), 'april');
  await cp(folder, april, { recursive: true });
  await rm(path.join(april, 'support/2026-03-01.json'));
  const reply = message('1775037600.000100', 'UANN', 'Since April it is the one in Malmö.', { thread_ts: root });
  await writeFile(path.join(april, 'support/2026-04-01.json'), JSON.stringify([reply]));
  const report = await ingest([april]);
  expect(report).toMatchObject({ added: 1, failed: [] });
  expect(await documents()).toHaveLength(2);
});

it('reads a folder as files whose channels.json is something else', async () => {
  await put('channels.json', { tv: ['one', 'two'] });
  await put('notes.md', '# Aerials\n\nThe aerial on the roof faces south.');
  expect(await ingest([folder])).toMatchObject({ added: 1, failed: [] });
});

it('is shown before it is ingested, without settings', async () => {
  await put('support/2026-03-01.json', [message('1772359200.000100', 'UANN', 'The spare badge is in drawer nine.')]);
  const pages = createFetcher({});
  const shown: Outcome[] = [];
  for await (const outcome of preview([folder], { pages, kinds: exportKinds() })) shown.push(outcome);
  await pages.close();
  expect(shown).toMatchObject([{ row: { text: expect.stringContaining('The spare badge is in drawer nine.') } }]);
});

it('takes a time that no calendar has for a damaged message', async () => {
  await put('support/2026-03-01.json', [
    { type: 'message', ts: '1772359200.000100', user: 'UANN', text: 'Room four has no heating today.' },
    { type: 'message', ts: '99999999999999.000100', user: 'UBOB', text: 'Nor has room five.' },
  ]);
  expect(await ingest([folder])).toMatchObject({
    added: 1,
    failed: [{ message: '1 of its 2 messages are not in the format of an export.' }],
  });
});

it('keeps channels apart that say of themselves that fewer may read them, whatever list they stand in', async () => {
  await put('channels.json', [
    { id: 'CSUP', name: 'support', is_private: false },
    { id: 'CPAY', name: 'pay', is_private: true },
    { id: 'DANN', is_im: true },
    { id: 'GTWO', name: 'mpdm-ann--bob-1', is_mpim: true },
    { id: 'GOLD', name: 'board' },
    { id: 'DBOB' },
  ]);
  for (const [at, name] of ['support', 'pay', 'DANN', 'mpdm-ann--bob-1', 'board', 'DBOB'].entries())
    await put(`${name}/2026-03-01.json`, [
      message(`177235920${at}.000100`, 'UANN', `The word of ${name} is ${at} quokkas.`),
    ]);
  const report = await ingest([folder]);
  expect(report.skipped.reasons).toMatchObject({ 'direct messages of a Slack export': 3 });
  const told = async (scopes?: string[]) =>
    (await documents(scopes)).map(({ text }) => /word of (\S+)/.exec(text)?.[1]);
  expect(await told()).toEqual(['support']);
  expect(await told(['channel:T1/CPAY'])).toEqual(['pay']);
  expect(await told(['channel:T1/GOLD'])).toEqual(['board']);
});

it('is known without public channels, so that none of its lists is read as a table', async () => {
  await put('channels.json', []);
  await put('groups.json', [{ id: 'GBRD', name: 'board', members: 'UANN' }]);
  await put('board/2026-03-01.json', [message('1772359200.000100', 'UANN', 'The board meets on Monday at nine.')]);
  await ingest([folder]);
  expect(await documents()).toEqual([]);
  expect(await documents(['channel:T1/GBRD'])).toMatchObject([{ title: expect.stringContaining('#board') }]);
});
