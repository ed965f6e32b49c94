import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ExportFolder, openExportFolder } from './testing/export-folder.ts';

let folder: string;
let ingest: ExportFolder['ingest'];
let sync: ExportFolder['sync'];
let put: ExportFolder['put'];
let documents: ExportFolder['documents'];
let close: ExportFolder['close'];
beforeEach(async () => {
  ({ folder, ingest, sync, put, documents, close } = await openExportFolder('Acme chat'));
});
afterEach(() => close());

describe('an export of Discord', () => {
  const ann = { id: '501', name: 'ann', nickname: 'Ann Lee', isBot: false };
  const bob = { id: '502', name: 'bob', nickname: null, isBot: false };
  const message = (id: string, author: object, content: string, more: object = {}) => ({
    id,
    type: 'Default',
    timestamp: `2026-03-01T12:0${id.at(-1)}:00+02:00`,
    timestampEdited: null,
    content,
    author,
    attachments: [],
    embeds: [],
    mentions: [],
    ...more,
  });
  const channel = (of: object, messages: object[]) => ({
    guild: { id: '900', name: 'Acme', iconUrl: '' },
    channel: { id: '10', type: 'GuildTextChat', category: 'Text', name: 'support', topic: null, ...of },
    messages,
  });

  it('is read by thread and talk, with names, times and links, without notices', async () => {
    await put(
      'Acme - support [10].json',
      channel({}, [
        message('1', ann, 'The press in hall two loses oil.', { attachments: [{ fileName: 'leak.jpg' }] }),
        message('2', bob, 'Pinned a message.', { type: 'ChannelPinnedMessage' }),
        message('3', bob, '<@501> the seal is in <#11>, see https://parts.example/9', {
          type: 'Reply',
          mentions: [ann],
          embeds: [{ title: 'Parts', url: 'https://parts.example/9', description: 'A shop', fields: [] }],
        }),
      ]),
    );
    // Parts of one channel are put together.
    await put(
      'Acme - support [10] [part 2].json',
      channel({}, [message('4', ann, '', { forwardedMessage: { content: 'Seal 14 fits.' } })]),
    );
    await put(
      'Acme - support - Forklift [20].json',
      channel({ id: '20', type: 'GuildPublicThread', category: 'support', name: 'Forklift' }, [
        message('5', bob, 'It charges in nine hours now.'),
      ]),
    );
    await put('media/leak.jpg', '');
    const report = await ingest([folder]);
    expect(report).toMatchObject({ source: 'acme-chat', added: 2, failed: [] });
    expect(report.skipped.reasons).toEqual({ 'attached files of a Discord export': 1 });
    const [thread, talk] = await documents();
    expect(thread).toMatchObject({
      title: '#support: Forklift (2026-03-01)',
      url: 'https://discord.com/channels/900/20/5',
      text: '**bob** (2026-03-01 10:05): It charges in nine hours now.',
    });
    expect(talk).toMatchObject({
      id: 'discord-export:900/10/1',
      title: '#support: The press in hall two loses oil. (attached: leak.jpg) (2026-03-01)',
      text:
        '**Ann Lee** (2026-03-01 10:01): The press in hall two loses oil.\n\n(attached: leak.jpg)\n\n' +
        '**bob** (2026-03-01 10:03): @Ann Lee the seal is in #a channel, see https://parts.example/9\n\n' +
        '**Ann Lee** (2026-03-01 10:04): forwarded: Seal 14 fits.',
    });
  });

  it('says what an answer of another day answers', async () => {
    await put(
      'Acme - support [10].json',
      channel({}, [
        message('1', ann, 'Which seal fits the press in hall two?'),
        message('2', bob, 'Seal 14 fits.', {
          type: 'Reply',
          timestamp: '2026-03-02T12:02:00+02:00',
          reference: { messageId: '1', channelId: '10', guildId: '900' },
        }),
      ]),
    );
    await ingest([folder]);
    expect((await documents()).map(({ text }) => text)).toContain(
      '**bob** (2026-03-02 10:02): (in reply to Ann Lee, 2026-03-01: Which seal fits the press in hall two?)\n\nSeal 14 fits.',
    );
  });

  it('names direct messages and private threads, and reads those alone whose readers are named', async () => {
    const said = [message('1', ann, 'The bonus of this year is paid in April.')];
    await put('a.json', channel({ id: '30', type: 'DirectTextChat', name: 'bob' }, said));
    await put('c.json', channel({ id: '32', type: 1, name: 'bob' }, said));
    const thread = { id: '31', type: 'GuildPrivateThread', category: 'support', name: 'Pay' };
    await put('b.json', channel(thread, said));
    await put('d.json', channel({ id: '33' }, [message('1', ann, 'thanks!')]));
    const report = await ingest([folder]);
    expect(report.added).toBe(0);
    expect(Object.keys(report.skipped.reasons).sort()).toEqual([
      'a channel in which nothing was said but a few words',
      'a private channel of a Discord export; --scope says who may see it, and reads it',
      'direct messages of a Discord export',
    ]);
    expect(await ingest([folder], { scopes: ['group:people-team'] })).toMatchObject({ added: 1 });
    expect(await documents(['everyone'])).toEqual([]);
    // The source remembers who may see it.
    expect(await sync(['acme-chat'])).toMatchObject({ deleted: 0, unchanged: 1 });
  });

  it('is a file among others where the folder holds pages', async () => {
    await put('Acme - support [10].json', channel({}, [message('1', ann, 'The press in hall two loses oil.')]));
    await put('notes.md', '# Presses\n\nBoth presses run on oil of grade 46.');
    const report = await ingest([folder]);
    expect(report).toMatchObject({
      added: 1,
      skipped: { reasons: { 'a part of an export of Discord, which is read where it is given alone': 1 } },
    });
    // The file alone is read.
    expect(await ingest([path.join(folder, 'Acme - support [10].json')])).toMatchObject({ added: 1 });
  });

  it('deletes nothing when the export is gone', async () => {
    const file = await put('a.json', channel({}, [message('1', ann, 'The press in hall two loses oil.')]));
    await ingest([folder]);
    await rm(file);
    const report = await sync(['acme-chat']);
    expect(report).toMatchObject({ deleted: 0, failed: [{ code: 'INPUT_NOT_FOUND' }] });
    expect(await documents()).toHaveLength(1);
  });

  it('is known whatever its server is called, and by its server if no type says that it is of two people', async () => {
    const said = [message('1', ann, 'The bonus of this year is paid in April.')];
    const named = (name: string, of: object) => ({ ...channel(of, said), guild: { id: '900', name, iconUrl: '' } });
    await put('a.json', named('{Acme} "dev" \\', {}));
    await put('b.json', {
      ...channel({ id: '34', type: null, name: 'bob' }, said),
      guild: { id: '0', name: 'Direct Messages' },
    });
    await put('c.json', named('Acme', { id: '35', type: '12', name: 'Pay' }));
    const report = await ingest([folder]);
    expect(report).toMatchObject({ added: 1, failed: [] });
    expect(Object.keys(report.skipped.reasons).sort()).toEqual([
      'a private channel of a Discord export; --scope says who may see it, and reads it',
      'direct messages of a Discord export',
    ]);
  });

  it('is as private as the most private of its parts', async () => {
    const thread = (type: string | null, id: string) =>
      channel({ id: '31', type, category: 'support', name: 'Pay' }, [
        message(id, ann, 'The bonus of this year is paid in April.'),
      ]);
    await put('a.json', thread(null, '1'));
    await put('b.json', thread('GuildPrivateThread', '2'));
    expect(await ingest([folder])).toMatchObject({ added: 0 });
    const report = await ingest([folder], { scopes: ['group:people-team'] });
    expect(report).toMatchObject({ added: 1 });
    expect(await documents(['group:people-team'])).toMatchObject([{ title: '#support: Pay (2026-03-01)' }]);
  });

  it.skipIf(process.platform === 'win32')('opens no pipe in its folder', async () => {
    await put('b.json', channel({}, [message('1', ann, 'The press in hall two loses oil.')]));
    execFileSync('mkfifo', [path.join(folder, 'a.json')]);
    expect(await ingest([folder])).toMatchObject({ added: 1, failed: [] });
  });

  it('names a damaged file and damaged messages', async () => {
    await put('a.json', channel({}, [message('1', ann, 'The press in hall two loses oil.'), { id: '2' }]));
    await put('b.json', JSON.stringify(channel({ id: '11' }, [])).slice(0, -9));
    const { added, failed } = await ingest([folder]);
    expect(added).toBe(1);
    expect(failed.map(({ message: why }) => why)).toEqual([
      '1 of its 2 messages are not in the format of an export.',
      expect.stringContaining('The file is damaged'),
    ]);
  });
});

describe('a bulk export of Mattermost', () => {
  const user = (username: string, first_name: string, last_name: string) => ({
    type: 'user',
    user: { username, first_name, last_name, nickname: '' },
  });
  const post = (channel: string, by: string, message: string, create_at: number, more: object = {}) => ({
    type: 'post',
    post: { team: 'acme', channel, user: by, message, create_at, replies: null, ...more },
  });
  const at = Date.UTC(2026, 2, 1, 10);
  const lines = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
  const head = [
    { type: 'version', version: 1, info: { generator: 'mattermost-server' } },
    { type: 'channel', channel: { team: 'acme', name: 'support', display_name: 'Support desk', type: 'O' } },
    { type: 'channel', channel: { team: 'acme', name: 'payroll', display_name: 'Payroll', type: 'P' } },
    user('ann', 'Ann', 'Lee'),
    user('bob', '', ''),
  ];

  it('is read by thread and talk, with full names, without notices and direct messages', async () => {
    await put(
      'import.jsonl',
      lines([
        ...head,
        post('support', 'ann', 'Who has the key of the boiler room?', at, {
          replies: [
            { user: 'ann', message: 'Found it, thanks!', create_at: at + 120_000 },
            { user: 'bob', message: '@ann it hangs beside the door.', create_at: at + 60_000 },
          ],
        }),
        post('support', 'bob', 'bob joined the channel.', at - 9_000),
        post('support', 'bob', 'bob left', at - 8_000, { type: 'system_leave_channel' }),
        post('support', 'bob', 'Mail to ann@acme.example bounces since noon.', at + 7_200_000, {
          attachments: [{ path: 'data/teams/acme/bounce.eml' }],
        }),
        post('payroll', 'ann', 'The bonus of this year is paid in April.', at),
        { type: 'direct_post', direct_post: { channel_members: ['ann', 'bob'], user: 'ann', message: 'Lunch?' } },
      ]),
    );
    await put('data/teams/acme/bounce.eml', 'x');
    const report = await ingest([folder]);
    expect(report).toMatchObject({ added: 2, failed: [] });
    expect(report.skipped.reasons).toEqual({
      'attached files of a Mattermost export': 1,
      'direct messages of a Mattermost export': 1,
      'a private channel of a Mattermost export; --scope says who may see it, and reads it': 1,
    });
    const [talk, thread] = await documents();
    expect(talk?.text).toBe(
      '**bob** (2026-03-01 12:00): Mail to ann@acme.example bounces since noon.\n\n(attached: bounce.eml)',
    );
    expect(thread).toMatchObject({
      title: '#Support desk: Who has the key of the boiler room? (2026-03-01)',
      text:
        '**Ann Lee** (2026-03-01 10:00): Who has the key of the boiler room?\n\n' +
        '**bob** (2026-03-01 10:01): @Ann Lee it hangs beside the door.\n\n' +
        '**Ann Lee** (2026-03-01 10:02): Found it, thanks!',
    });
  });

  it('is read from its file, and names lines that are damaged', async () => {
    const file = await put(
      'export.json',
      `${lines([...head, post('support', 'ann', 'Room four has no heating today.', at)])}\n{"type":"po`,
    );
    const report = await ingest([file]);
    expect(report).toMatchObject({
      added: 1,
      failed: [{ message: '1 of its lines are not in the format of an export.' }],
    });
  });

  it('takes a time that no calendar has for a damaged line', async () => {
    await put(
      'import.jsonl',
      lines([
        ...head,
        post('support', 'ann', 'Room four has no heating today.', at),
        post('support', 'bob', 'Nor has room five, as I hear.', 1e16, { edit_at: 1 }),
      ]),
    );
    expect(await ingest([folder])).toMatchObject({
      added: 1,
      failed: [{ message: '1 of its lines are not in the format of an export.' }],
    });
  });

  it('is named once where it lies among pages', async () => {
    await put('import.jsonl', lines([...head, post('support', 'ann', 'Room four has no heating today.', at)]));
    await put('notes.md', '# Heating\n\nAll rooms but four are heated.');
    expect(await ingest([folder])).toMatchObject({
      added: 1,
      failed: [],
      skipped: { reasons: { 'a part of an export of Mattermost, which is read where it is given alone': 1 } },
    });
  });

  it('chooses channels by their team and name', async () => {
    const said = (channel: string) => post(channel, 'ann', 'Room four has no heating today.', at);
    await put('import.jsonl', lines([...head, said('support'), said('payroll')]));
    const report = await ingest([folder], { scopes: ['group:people-team'], crawl: { exclude: ['acme/support'] } });
    expect(report).toMatchObject({ added: 1, skipped: { reasons: { 'left out by --exclude': 1 } } });
  });
});

describe('an export of Zulip', () => {
  const realm = {
    zerver_realm: [{ id: 1, string_id: 'acme', name: 'Acme' }],
    zerver_stream: [
      { id: 7, name: 'support', invite_only: false },
      { id: 8, name: 'payroll', invite_only: true },
    ],
    zerver_recipient: [
      { id: 70, type: 2, type_id: 7 },
      { id: 80, type: 2, type_id: 8 },
      { id: 50, type: 1, type_id: 5 },
    ],
    zerver_userprofile: [
      { id: 5, full_name: 'Ann Lee', is_bot: false },
      { id: 6, full_name: 'Bob Ray', is_bot: false },
    ],
    zerver_userprofile_crossrealm: [{ id: 1, full_name: 'Notification Bot', is_bot: true }],
  };
  const seconds = Date.UTC(2026, 2, 1, 10) / 1000;
  const message = (id: number, sender: number, subject: string, content: string, recipient = 70) => ({
    id,
    sender,
    recipient,
    subject,
    content,
    date_sent: seconds + id * 60 + 0.25,
    last_edit_time: null,
  });

  it('makes a document of each topic, whatever file and order its messages are in', async () => {
    await put('realm.json', realm);
    await put('messages-000001.json', {
      zerver_message: [
        message(
          2,
          6,
          'boiler',
          '@**Ann Lee|5** see #**support>Keys@3**:\n```quote\nIt hangs beside the door.\n```\nThere.',
        ),
        message(1, 5, 'Boiler', 'Who has the key of the boiler room?'),
        message(4, 5, 'bonus', 'The bonus of this year is paid in April.', 80),
        message(5, 6, '', 'Lunch at noon, as always?', 50),
      ],
      zerver_usermessage: [],
    });
    await put('messages-000002.json', {
      zerver_message: [message(3, 5, 'Keys', 'The plan: [keys.pdf](/user_uploads/2/keys.pdf), all doors.')],
    });
    await put('attachment.json', { zerver_attachment: [] });
    await put('uploads/records.json', []);
    const report = await ingest([folder]);
    expect(report).toMatchObject({ added: 2, failed: [] });
    expect(report.skipped.reasons).toEqual({
      'not the messages of the Zulip export': 1,
      'attached files of a Zulip export': 1,
      'direct messages of a Zulip export': 1,
      'a private channel of a Zulip export; --scope says who may see it, and reads it': 1,
    });
    const [boiler, keys] = await documents();
    expect(boiler).toMatchObject({
      id: 'zulip-export:acme/7/1',
      title: '#support: Boiler (2026-03-01)',
      text:
        '**Ann Lee** (2026-03-01 10:01): Who has the key of the boiler room?\n\n' +
        '**Bob Ray** (2026-03-01 10:02): @Ann Lee see #support > Keys:\n> It hangs beside the door.\n\nThere.',
    });
    expect(keys?.text).toBe('**Ann Lee** (2026-03-01 10:03): The plan: (attached: keys.pdf), all doors.');
  });

  it('says what in its files is not as Zulip writes it', async () => {
    await put('realm.json', realm);
    await put('messages-000001.json', {
      zerver_message: [
        { id: 1 },
        { ...message(2, 5, 'Keys', 'One is lost.'), date_sent: 1e14 },
        message(1, 5, 'Keys', 'All keys hang beside the door.'),
      ],
    });
    await put('messages-000002.json', []);
    const { added, failed } = await ingest([folder]);
    expect(added).toBe(1);
    expect(failed.map(({ message: why }) => why)).toEqual([
      '2 of its 3 messages are not in the format of an export.',
      'The file holds no messages of an export.',
    ]);
  });
});

it.each(['<time:', '[', '[](', '<https://', '@**', '#**'])(
  'reads a message of "%s" again and again once',
  async (part) => {
    const content = part.repeat(40_000);
    const before = process.cpuUsage();
    await put('realm.json', {
      zerver_realm: [{ string_id: 'acme' }],
      zerver_stream: [{ id: 7, name: 'support' }],
      zerver_recipient: [{ id: 70, type: 2, type_id: 7 }],
      zerver_userprofile: [],
    });
    await put('messages-000001.json', {
      zerver_message: [
        { id: 1, sender: 5, recipient: 70, subject: '', content: `Four words of it ${content}`, date_sent: 1 },
      ],
    });
    const zulip = await ingest([folder]);
    await rm(folder, { recursive: true });
    const discord = {
      guild: { id: '900' },
      channel: { id: '10', type: 'GuildTextChat', name: 'support' },
      messages: [
        {
          id: '1',
          timestamp: '2026-03-01T12:00:00Z',
          content: `Four words of it ${content}`,
          author: { id: '5', name: 'ann' },
        },
      ],
    };
    await put('a.json', discord);
    expect([zulip.added, (await ingest([folder])).added]).toEqual([1, 1]);
    // CPU time, which other processes do not affect.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6, 'seconds of the processor').toBeLessThan(10);
  },
);

it('names a place whose name is too long for the system', async () => {
  const { failed } = await ingest([path.join(folder, 'x'.repeat(5000))]);
  expect(failed).toMatchObject([{ code: 'INPUT_NOT_FOUND' }]);
});
