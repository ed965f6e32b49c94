import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ExportFolder, openExportFolder } from './testing/export-folder.ts';

let hall: ExportFolder;
beforeEach(async () => {
  hall = await openExportFolder('hall');
});
afterEach(() => hall.close());

const TEAM = '1d51-hall';
const CHANNEL = '19:press@thread.tacv2';

/** A message as an organization's export writes it. */
const said = (id: string, content: string, more: object = {}) => ({
  Id: id,
  ReplyToId: null,
  MessageType: 'message',
  CreatedDateTime: `2026-03-01T10:0${id}:00.000+00:00`,
  DeletedDateTime: null,
  Subject: '',
  WebUrl: `https://teams.microsoft.com/l/message/${id}`,
  From: { User: { DisplayName: 'Ann Lee' }, Application: null },
  Body: { ContentType: 'html', Content: content },
  Attachments: [],
  ChannelIdentity: { ChannelId: CHANNEL, TeamId: TEAM },
  ChatId: null,
  ...more,
});
const putTeam = async (privacy: string, membership: string, messages: object[]) => {
  await hall.put('teams/teamsList.json', [{ Name: 'Hall', Privacy: privacy, GroupsId: TEAM }]);
  await hall.put(`teams/${TEAM}/channels_${TEAM}.json`, [
    { Id: CHANNEL, DisplayName: 'Press', MembershipType: membership },
  ]);
  await hall.put(`teams/${TEAM}/messages_${TEAM}.json`, messages);
};

it('reads the threads of Teams with their subjects, letters and replies, and no notices', async () => {
  await putTeam('Public', 'standard', [
    said(
      '2',
      '<p>Since <strong>Monday</strong>, see <a href="https://a.example/oil">the sheet</a> <emoji id="x" alt="😌" title="x"></emoji></p>',
      {
        ReplyToId: '1',
        From: { User: { DisplayName: 'Bo' } },
        Attachments: [{ Name: 'press.pdf' }],
      },
    ),
    said('1', '<p>Since when does the press lose oil?</p>', { Subject: 'The press leaks' }),
    said('3', '<systemEventMessage/>', { MessageType: 'unknownFutureValue', From: null }),
    said('4', '<p>This was deleted by its author later on.</p>', { DeletedDateTime: '2026-03-02T10:00:00Z' }),
  ]);
  await hall.put('users/u1/messages_u1.json', [
    said('5', '<p>Only between the two of us: he leaves in May.</p>', { ChannelIdentity: null, ChatId: '19:u1_u2' }),
  ]);
  const report = await hall.ingest([hall.folder]);
  expect(report.skipped?.files.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^not the messages/),
    expect.stringMatching(/^not the messages/),
    'direct messages of a Microsoft Teams export',
  ]);
  const documents = await hall.documents();
  expect(documents).toHaveLength(1);
  expect(documents[0]).toMatchObject({
    title: '#Hall / Press: The press leaks (2026-03-01)',
    url: 'https://teams.microsoft.com/l/message/1',
  });
  expect(documents[0]?.text).toContain('Since when does the press lose oil?');
  expect(documents[0]?.text).toContain('Since **Monday**, see [the sheet](https://a.example/oil) 😌');
  expect(documents[0]?.text).toContain('(attached: press.pdf)');
});

it('reads a message of a few words below a subject that says more', async () => {
  await putTeam('Public', 'standard', [said('1', '<p>Enjoy!</p>', { Subject: 'The office is closed on Friday' })]);
  await hall.ingest([hall.folder]);
  expect((await hall.documents()).map(({ title }) => title)).toEqual([
    '#Hall / Press: The office is closed on Friday (2026-03-01)',
  ]);
});

it.each([
  ['Private', 'standard'],
  ['Public', 'private'],
  ['Public', 'shared'],
])('keeps what was said in a team that is %s, in a channel that is %s, from everyone', async (privacy, membership) => {
  await putTeam(privacy, membership, [said('1', '<p>Since when does the press lose oil?</p>')]);
  const report = await hall.ingest([hall.folder]).catch(() => undefined);
  expect(report?.added ?? 0).toBe(0);
  expect(await hall.documents()).toEqual([]);
  await hall.ingest([hall.folder], { scopes: ['group:hall'] });
  expect(await hall.documents()).toEqual([]);
  expect(await hall.documents(['group:hall'])).toHaveLength(1);
});

it('reads a channel as Microsoft Graph answers it, for those who are named', async () => {
  const file = await hall.put('messages.json', {
    '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#messages',
    value: [
      {
        id: '1',
        replyToId: null,
        messageType: 'message',
        createdDateTime: '2026-03-01T10:00:00Z',
        from: { user: { displayName: 'Ann Lee' } },
        body: { contentType: 'text', content: 'Since when does the press *lose* oil?' },
        channelIdentity: { teamId: TEAM, channelId: CHANNEL },
      },
    ],
  });
  await hall.ingest([file], { scopes: ['group:hall'] });
  const [document] = await hall.documents(['group:hall']);
  expect(document?.text).toContain('Since when does the press \\*lose\\* oil?');
});

it('says once that the list of teams is damaged, and takes no channel for open', async () => {
  await putTeam('Public', 'standard', [said('1', '<p>Since when does the press lose oil?</p>')]);
  await hall.put('teams/other/messages_other.json', [said('2', '<p>Since Monday.</p>')]);
  const list = await hall.put('teams/teamsList.json', '[{"Name": "Hall", ');
  const report = await hall.ingest([hall.folder]);
  expect(report.failed.map(({ input }) => input)).toEqual([list]);
  expect(await hall.documents()).toEqual([]);
});

const rocket = (id: string, msg: string, more: object = {}) => ({
  _id: id,
  rid: 'GENERAL',
  msg,
  ts: { $date: `2026-03-01T10:0${id}:00.000Z` },
  u: { _id: 'u', username: 'ann', name: 'Ann Lee' },
  ...more,
});
const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

it('reads the rooms of Rocket.Chat as mongoexport writes them', async () => {
  await hall.put(
    'rocketchat_room.json',
    lines({ _id: 'GENERAL', t: 'c', name: 'general' }, { _id: 'P', t: 'p', name: 'staff' }, { _id: 'D', t: 'd' }),
  );
  await hall.put(
    'rocketchat_message.json',
    lines(
      rocket('1', 'Since when does the press lose oil?'),
      rocket('2', 'Since Monday, when the seal broke.', { tmid: '1', u: { username: 'bo' } }),
      rocket('3', 'ann', { t: 'uj' }),
      rocket('4', 'Bo leaves us in May, nobody knows.', { rid: 'P' }),
      rocket('5', 'Only between the two of us here.', { rid: 'D' }),
    ),
  );
  const report = await hall.ingest([hall.folder]);
  expect(report.skipped?.files.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^not the messages/),
    expect.stringMatching(/^a private channel/),
    expect.stringMatching(/^direct messages/),
  ]);
  const documents = await hall.documents();
  expect(documents.map(({ title }) => title)).toEqual(['#general: Since when does the press lose oil? (2026-03-01)']);
  expect(documents[0]?.text).toContain('**bo** (2026-03-01 10:02): Since Monday, when the seal broke.');
});

it('says that a list of rooms cannot be read, and takes no room for open', async () => {
  const list = path.join(hall.folder, 'rocketchat_room.json');
  await mkdir(list);
  const file = await hall.put('rocketchat_message.json', lines(rocket('1', 'Since when does the press lose oil?')));
  const report = await hall.ingest([file]);
  expect(report.failed.map(({ input }) => input)).toEqual([list]);
  expect(await hall.documents()).toEqual([]);
});

it('reads a room of Rocket.Chat that was exported alone', async () => {
  const file = await hall.put(
    'press.json',
    lines(
      { msg: 'User joined', username: 'ann', ts: '2026-03-01T10:00:00.000Z', type: 'uj' },
      { msg: 'Since when does the press lose oil?', username: 'ann', ts: '2026-03-01T10:01:00.000Z' },
    ),
  );
  await hall.ingest([file]);
  expect((await hall.documents()).map(({ title }) => title)).toEqual([
    '#press: Since when does the press lose oil? (2026-03-01)',
  ]);
});
