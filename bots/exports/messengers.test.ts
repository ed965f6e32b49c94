import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ExportFolder, openExportFolder } from './testing/export-folder.ts';

let folder: string;
let ingest: ExportFolder['ingest'];
let sync: ExportFolder['sync'];
let put: ExportFolder['put'];
let documents: ExportFolder['documents'];
let close: ExportFolder['close'];
beforeEach(async () => {
  ({ folder, ingest, sync, put, documents, close } = await openExportFolder('Chats'));
});
afterEach(() => close());

const texts = async () => (await documents()).map(({ text }) => text);

describe('a chat that WhatsApp exported', () => {
  it('is read as talks, with who said what and when, without what WhatsApp says itself', async () => {
    const file = await put(
      'WhatsApp Chat with Press hall.txt',
      [
        '15.04.26, 15:04 - Messages and calls are end-to-end encrypted. Tap to learn more.',
        '15.04.26, 15:05 - Ann created group "Press hall"',
        '15.04.26, 15:06 - Ann Lee: The press in hall two loses oil.',
        'See [plan] at https://parts.example/9',
        '15.04.26, 16:40 - +49 170 0000000: seal.pdf (Datei angehängt)',
        '15.04.26, 16:41 - Bob: <Medien ausgeschlossen>',
        '16.04.26, 08:00 - Bob: The *green* seal is ordered: it comes on Monday. <This message was edited>',
      ].join('\n'),
    );
    expect(await ingest([file])).toMatchObject({ added: 2, failed: [] });
    expect((await documents()).map(({ id, title, text }) => ({ id, title, text }))).toEqual([
      {
        id: expect.stringMatching(/^whatsapp-export:press-hall\/20260416T080000-[0-9a-f]{8}$/),
        title: '#Press hall: The green seal is ordered: it comes on Monday. (2026-04-16)',
        text: '**Bob** (2026-04-16 08:00): The *green* seal is ordered: it comes on Monday.',
      },
      {
        id: expect.stringMatching(/^whatsapp-export:press-hall\/20260415T150600-[0-9a-f]{8}$/),
        title: '#Press hall: The press in hall two loses oil. See [plan] at … (2026-04-15)',
        text:
          '**Ann Lee** (2026-04-15 15:06): The press in hall two loses oil.\\\nSee \\[plan\\] at https://parts.example/9\n\n' +
          '**+49 170 0000000** (2026-04-15 16:40): (attached: seal.pdf)',
      },
    ]);
  });

  it('names what was attached, as phones write it', async () => {
    await put(
      '_chat.txt',
      [
        '[05.02.24, 09:01:30] Ann: Here is all that I have of the press.',
        '[05.02.24, 09:02:30] Ann: \u200eplan.pdf • \u200e2 pages \u200e<attached: 00000001-plan.pdf>',
        '[05.02.24, 09:03:30] Ann: \u200eseal.pdf • \u200e1 page \u200edocument omitted',
        '[05.02.24, 09:04:30] Ann: \u200e<adjunto: 00000002-PHOTO.jpg> The leak',
        '[05.02.24, 09:05:30] Ann: \u200eimage omitted',
        '[05.02.24, 09:06:30] Ann: \u200eThis message was deleted.',
        '[05.02.24, 09:06:40] Ann: GIF omitted',
        '[05.02.24, 09:06:50] Ann: This message was deleted',
        '[05.02.24, 09:07:30] Ann: 3 < 4: so it is > 2',
      ].join('\r\n'),
    );
    await ingest([folder]);
    expect((await texts())[0]?.split('\n\n').map((line) => line.replace(/^.*?\): /, ''))).toEqual([
      'Here is all that I have of the press.',
      '(attached: 00000001-plan.pdf)',
      '(attached: seal.pdf)',
      '(attached: 00000002-PHOTO.jpg)',
      'The leak',
      '3 \\< 4: so it is > 2',
    ]);
  });

  it('keeps its documents when a longer export takes the place of the first', async () => {
    const first = '15.04.26, 15:06 - Ann: The press in hall two loses oil.';
    await put('WhatsApp Chat with Press hall.txt', first);
    await ingest([folder]);
    await put('WhatsApp Chat with Press hall.txt', `${first}\n20.04.26, 09:00 - Bob: It has a new seal now.`);
    expect(await sync([])).toMatchObject({ added: 1, updated: 0, unchanged: 1, deleted: 0 });
  });

  it.each([
    ['an iPhone', '[05.02.24, 09:01:30] Ann: The press loses oil again.', '2024-02-05 09:01'],
    [
      'an iPhone, with signs of direction',
      '\u200e[05.02.24, 09:01:30] \u200fAnn\u200f: The press loses oil again.',
      '2024-02-05 09:01',
    ],
    ['the United States', '2/5/24, 9:01\u202fPM - Ann: The press loses oil again.', '2024-02-05 21:01'],
    ['the United States, at noon', '2/5/24, 12:01 AM - Ann: The press loses oil again.', '2024-02-05 00:01'],
    ['Britain', '05/02/2024, 9:01 pm - Ann: The press loses oil again.', '2024-02-05 21:01'],
    ['Spain', '5/2/24, 9:01 p. m. - Ann: The press loses oil again.', '2024-02-05 21:01'],
    ['an old iPhone', '05.02.24 09.01.30: Ann: The press loses oil again.', '2024-02-05 09:01'],
    ['Finland', '5.2.2024 klo 9.01 - Ann: The press loses oil again.', '2024-02-05 09:01'],
    ['Indonesia', '05/02/24 09.01 - Ann: The press loses oil again.', '2024-02-05 09:01'],
    ['China', '2024/2/5 下午9:01 - Ann: The press loses oil again.', '2024-02-05 21:01'],
    ['Korea', '2024. 2. 5. 오후 9:01 - Ann: The press loses oil again.', '2024-02-05 21:01'],
    ['Hungary', '2024. 02. 05. 21:01 - Ann: The press loses oil again.', '2024-02-05 21:01'],
    ['Egypt', '٥\u200f/٢\u200f/٢٠٢٤، ٩:٠١ م - Ann: The press loses oil again.', '2024-02-05 21:01'],
    ['Thailand', '5/2/2567 21:01 - Ann: The press loses oil again.', '2024-02-05 21:01'],
  ])('is read as a phone of %s writes it', async (_, line, at) => {
    await ingest([await put('WhatsApp Chat - Hall/_chat.txt', line)]);
    expect(await texts()).toEqual([`**Ann** (${at}): The press loses oil again.`]);
  });

  it('tells day and month by the numbers over twelve, or by the order of the messages', async () => {
    const said = 'Ann: The press loses oil again.';
    await put('a WhatsApp chat.txt', `02/03/24, 09:00 - ${said}\n02/13/24, 09:00 - ${said}`);
    await put('b WhatsApp chat.txt', `02/03/24, 09:00 - ${said}\n01/04/24, 09:00 - ${said}`);
    await ingest([folder]);
    const days = (await texts()).map((text) => /\d{4}-\d\d-\d\d/.exec(text)?.[0]);
    expect(days.sort()).toEqual(['2024-02-03', '2024-02-13', '2024-03-02', '2024-04-01']);
  });

  it('takes two digits for the year where the chat would otherwise lie over years', async () => {
    const chat = (...dates: string[]) =>
      dates.map((date) => `${date}, 09:00 - Ann: The press loses oil again.`).join('\n');
    await put('a WhatsApp chat.txt', chat('23-05-14', '23-05-17', '23-05-20'));
    await put('b WhatsApp chat.txt', chat('14-05-23', '17-05-23', '20-05-23'));
    await put('c WhatsApp chat.txt', chat('10/05/22', '10/05/23'));
    await ingest([folder]);
    const days = (await texts()).map((text) => /\d{4}-\d\d-\d\d/.exec(text)?.[0]);
    const may = ['2023-05-14', '2023-05-17', '2023-05-20'];
    expect(days.sort()).toEqual(['2022-05-10', '2023-05-10', ...may, ...may].sort());
  });

  it('says how many messages have a date that is in no calendar', async () => {
    const said = 'Ann: The press loses oil again.';
    await put('a WhatsApp chat.txt', `14.05.23, 09:00 - ${said}\n31.02.23, 09:00 - ${said}`);
    await put('b WhatsApp chat.txt', `23/14/05, 09:00 - ${said}\n23/15/05, 09:00 - ${said}`);
    const { added, failed, leftOut } = await ingest([folder]);
    expect(added).toBe(1);
    expect(leftOut?.first.map(({ notice }) => notice)).toEqual([
      '1 messages were left out: their dates are in no calendar.',
    ]);
    expect(failed.map(({ message }) => message)).toEqual([
      'None of its 2 messages has a date that is in the calendar.',
    ]);
  });

  it('says once that it had to guess which number is the day, and only where nothing tells', async () => {
    const said = 'Ann: The press loses oil again.';
    await put('a WhatsApp chat.txt', `02/03/24, 09:00 - ${said}\n02/03/24, 19:00 - ${said}`);
    await put('b WhatsApp chat.txt', `2/3/24, 9:00 PM - ${said}`);
    await put('c WhatsApp chat.txt', `2/3/24, 9:00 - ${said}`);
    await put('d WhatsApp chat.txt', `02.03.24, 09:00 - ${said}`);
    await put('e WhatsApp chat.txt', `03/03/24, 09:00 - ${said}`);
    const { leftOut } = await ingest([folder]);
    expect(
      leftOut?.first.map(({ input, notice }) => [
        /(\w) Whats/.exec(input)?.[1],
        /day first|month first/.exec(notice)?.[0],
      ]),
    ).toEqual([
      ['a', 'day first'],
      ['b', 'month first'],
      ['c', 'day first'],
    ]);
    const days = (await texts()).map((text) => /\d{4}-\d\d-\d\d/.exec(text)?.[0]);
    expect(days.sort()).toEqual(['2024-02-03', '2024-03-02', '2024-03-02', '2024-03-02', '2024-03-02', '2024-03-03']);
  });

  it('leaves a log and a folder of pages as they are', async () => {
    await put(
      'server.txt',
      '[2024-02-05 09:01:30] ERROR: The press loses oil again.\n[2024-02-05 09:02:30] ERROR: Stop.',
    );
    await put('notes.md', '# Press\n\nIt loses oil.');
    expect(await ingest([folder])).toMatchObject({ added: 2 });
    expect((await documents()).map(({ id }) => id)).toEqual(['chats/notes.md', 'chats/server.txt']);
  });

  it('reads a long line in time that grows with its length', async () => {
    const before = process.cpuUsage();
    for (const part of ['05.02.24, 09:01 - ', '\u200e', '1/', '<', 'a.pdf (', '\n'])
      await put('_chat.txt', `05.02.24, 09:01 - Ann: The press loses oil ${part.repeat(100_000)}`).then((file) =>
        ingest([file]),
      );
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6, 'seconds of the processor').toBeLessThan(10);
  });
});

describe('an export of Telegram', () => {
  const message = (id: number, from: string | null, text: unknown, more: object = {}) => ({
    id,
    type: 'message',
    date: `2026-03-01T1${id % 10}:00:00`,
    date_unixtime: String(Date.UTC(2026, 2, 1, 9 + (id % 10)) / 1000),
    from,
    from_id: `user${id}`,
    text,
    text_entities: [],
    ...more,
  });

  it('is read as talks and topics, with links, polls and files named', async () => {
    const file = await put('result.json', {
      name: 'Press hall',
      type: 'private_supergroup',
      id: 1445762816,
      messages: [
        { ...message(1, null, ''), type: 'service', actor: 'Ann', action: 'topic_created', title: 'Oil' },
        message(2, 'Ann Lee', 'Who has the *key* of\nthe boiler room?'),
        message(3, 'Bob', [
          { type: 'bold', text: 'Beside' },
          ' the door, see ',
          { type: 'text_link', text: 'plan', href: 'https://p.example/1' },
        ]),
        message(4, 'Bob', 'The press loses oil.', { reply_to_message_id: 1 }),
        message(5, 'Ann Lee', '', { reply_to_message_id: 4, file: 'files/seal.pdf' }),
        message(6, 'Ann Lee', '', { poll: { question: 'Lunch?', answers: [{ text: 'at noon' }, { text: 'at one' }] } }),
        message(7, 'Bob', '', { file: '(File not included. Change data exporting settings to download.)' }),
        { id: 'x' },
      ],
    });
    expect(await ingest([file])).toMatchObject({
      added: 2,
      failed: [{ message: '1 of its 8 messages are not in the format of an export.' }],
    });
    expect((await documents()).map(({ id, title, url, text }) => ({ id, title, url, text }))).toEqual([
      {
        id: 'telegram-export:1445762816/4',
        title: '#Press hall: Oil (2026-03-01)',
        url: 'https://t.me/c/1445762816/4',
        text: '**Bob** (2026-03-01 13:00): The press loses oil.\n\n**Ann Lee** (2026-03-01 14:00): (attached: seal.pdf)',
      },
      {
        id: 'telegram-export:1445762816/2',
        title: '#Press hall: Who has the key of the boiler room? (2026-03-01)',
        url: 'https://t.me/c/1445762816/2',
        text:
          '**Ann Lee** (2026-03-01 11:00): Who has the \\*key\\* of\\\nthe boiler room?\n\n' +
          '**Bob** (2026-03-01 12:00): Beside the door, see [plan](https://p.example/1)\n\n' +
          '**Ann Lee** (2026-03-01 15:00): Lunch?\n- at noon\n- at one',
      },
    ]);
  });

  it('of an account leaves out talks between two, and private groups until --scope says who may see them', async () => {
    const chat = (id: number, name: string, type: string) => ({
      name,
      type,
      id,
      messages: [message(2, 'Ann', `The press of ${name} loses oil.`)],
    });
    await put('result.json', {
      about: 'Here is the data you requested. Remember: Telegram is ad free.',
      personal_information: {},
      chats: {
        about: 'This page lists all chats.',
        list: [chat(1, 'Bob', 'personal_chat'), chat(2, 'Hall', 'private_group'), chat(3, 'News', 'public_channel')],
      },
    });
    const report = await ingest([folder]);
    expect(report).toMatchObject({ added: 1, failed: [] });
    expect(report.skipped.reasons).toEqual({
      'direct messages of a Telegram export': 1,
      'a private channel of a Telegram export; --scope says who may see it, and reads it': 1,
    });
    expect(await ingest([folder], { scopes: ['group:hall'] })).toMatchObject({ added: 1 });
  });

  it('says what an answer of another day answers', async () => {
    const said = (id: number, day: number, from: string, text: string, more: object = {}) => ({
      id,
      type: 'message',
      date: `2026-03-0${day}T10:00:00`,
      from,
      text,
      ...more,
    });
    await put('result.json', {
      name: 'Hall',
      type: 'private_group',
      id: 9,
      messages: [
        said(1, 1, 'Ann Lee', 'Where is the spare key [of the press]?'),
        said(2, 2, 'Bob', 'Behind the door.', { reply_to_message_id: 1 }),
        said(3, 2, 'Ann Lee', 'Thank you, I have it.', { reply_to_message_id: 2 }),
      ],
    });
    await ingest([folder]);
    expect((await documents()).map(({ title }) => title)).toContain('#Hall: Thank you, I have it. (2026-03-02)');
    expect((await texts()).find((text) => text.includes('**Bob**'))).toBe(
      '**Bob** (2026-03-02 10:00): (in reply to Ann Lee, 2026-03-01: Where is the spare key \\[of the press\\]?)\n\n' +
        'Behind the door.\n\n**Ann Lee** (2026-03-02 10:00): Thank you, I have it.',
    );
  });

  it('is read from its pages too, with the author and time of each message', async () => {
    const page = (...messages: string[]) =>
      `<!DOCTYPE html><html><head><meta charset="utf-8"/><title>Exported Data</title></head><body onload="CheckLocation();"><div class="page_wrap"><div class="page_header"><div class="content"><div class="text bold">\nPress hall\n</div></div></div><div class="page_body chat_page"><div class="history">${messages.join('\n')}</div></div></div></body></html>`;
    const said = (id: number, time: string, rest: string, joined = '') =>
      `<div class="message default clearfix${joined}" id="message${id}"><div class="body"><div class="pull_right date details" title="${time}">x</div>${rest}</div></div>`;
    await put(
      'messages.html',
      page(
        '<div class="message service" id="message-1"><div class="body details">1 March 2026</div></div>',
        said(
          1,
          '01.03.2026 13:10:36 UTC+01:00',
          '<div class="from_name">\nAnn Lee\n</div><div class="text">\nThe press loses oil,<br>see <a href="https://p.example/1">plan</a> &lt;now&gt;.\n</div>',
        ),
        said(
          2,
          '01.03.2026 13:11:00 UTC+01:00',
          '<div class="reply_to details">In reply to <a href="#go_to_message1">this message</a></div><div class="text">And it is loud.</div>',
          ' joined',
        ),
        said(
          3,
          '01.03.2026 13:12:00 UTC+01:00',
          '<div class="from_name">Bob</div><div class="forwarded body"><div class="from_name">Cleo <span class="date details" title="28.02.2026 10:00:00 UTC+01:00">28.02.2026</span></div><div class="text">Seals are out.</div></div>',
        ),
      ),
    );
    await put(
      'messages2.html',
      page(
        said(
          4,
          '01.03.2026 13:13:00 UTC+01:00',
          '<div class="from_name">Ann Lee</div><div class="media_wrap clearfix"><a class="media clearfix block_link media_file" href="files/seal.pdf"><div class="body"><div class="title bold">seal.pdf</div><div class="status details">120 KB</div></div></a></div>',
        ),
      ),
    );
    await put('css/style.css', 'body {}');
    await put('../notes.md', '# Press\n\nIt loses oil.');
    expect(await ingest([`${folder}/..`])).toMatchObject({
      added: 1,
      skipped: { reasons: { 'a part of an export of Telegram, which is read where it is given alone': 2 } },
    });
    await rm(`${folder}/../notes.md`);
    await sync([]);
    const report = await ingest([folder]);
    expect(report).toMatchObject({ added: 1, failed: [] });
    expect(report.skipped.reasons).toEqual({ 'attached files of a Telegram export': 1 });
    expect((await documents())[0]).toMatchObject({
      title: '#Press hall: The press loses oil, see plan now . (2026-03-01)',
      text:
        '**Ann Lee** (2026-03-01 12:10): The press loses oil,\\\nsee [plan](https://p.example/1) \\<now>.\n\n' +
        '**Ann Lee** (2026-03-01 12:11): And it is loud.\n\n' +
        '**Bob** (2026-03-01 12:12): (forwarded from Cleo)\n\nSeals are out.\n\n' +
        '**Ann Lee** (2026-03-01 12:13): (attached: seal.pdf)',
    });
  });
});

describe('Google Chat as Takeout exports it', () => {
  const said = (id: string, name: string, date: string, text: string, more: object = {}) => ({
    creator: { name, email: `${name}@acme.example`, user_type: 'Human' },
    created_date: date,
    text,
    topic_id: id.split('/')[0],
    message_id: `AAAA/${id}`,
    ...more,
  });
  const messages = [
    said('t1/t1', 'Ann', 'Wednesday, April 15, 2026 at 12:51:41\u202fAM UTC', 'The press in hall two\nloses oil.'),
    said('t2/t2', 'Bob', 'Wednesday, 15 April 2026 at 09:15:30 UTC', 'Lunch at noon, as always?'),
    said('t1/t3', 'Bob', 'Wednesday, April 15, 2026 at 10:00:00 AM UTC', 'The seal is ordered.', {
      attached_files: [{ original_name: 'seal.pdf', export_name: 'File-seal.pdf' }],
    }),
  ];

  it('is read as topics and talks of a space that is given alone', async () => {
    await put('Space AAAA/messages.json', { messages: [...messages, said('t9/t9', 'Ann', 'Mittwoch um neun', 'Ja')] });
    await put('Space AAAA/group_info.json', { name: 'Press hall', members: [] });
    await put('Space AAAA/File-seal.pdf', '%PDF-1.4');
    expect(await ingest([`${folder}/Space AAAA`])).toMatchObject({
      added: 2,
      failed: [{ message: '1 of its 4 messages are not in the format of an export.' }],
    });
    expect((await documents()).map(({ id, title, text }) => ({ id, title, text }))).toEqual([
      {
        id: 'google-chat-export:Space AAAA/t2/t2',
        title: '#Press hall: Lunch at noon, as always? (2026-04-15)',
        text: '**Bob** (2026-04-15 09:15): Lunch at noon, as always?',
      },
      {
        id: 'google-chat-export:Space AAAA/t1/t1',
        title: '#Press hall: The press in hall two loses oil. (2026-04-15)',
        text:
          '**Ann** (2026-04-15 00:51): The press in hall two\\\nloses oil.\n\n' +
          '**Bob** (2026-04-15 10:00): The seal is ordered.\n\n(attached: seal.pdf)',
      },
    ]);
  });

  it('of an account leaves out talks between two, and spaces until --scope says who may see them', async () => {
    for (const space of ['Space AAAA', 'DM BBBB'])
      await put(`Takeout/Google Chat/Groups/${space}/messages.json`, { messages });
    await put('Takeout/archive_browser.html', '<html><body>Your archive</body></html>');
    const report = await ingest([folder]);
    expect(report.skipped.reasons).toEqual({
      'direct messages of a Google Chat export': 1,
      'a private channel of a Google Chat export; --scope says who may see it, and reads it': 1,
    });
    expect(await ingest([folder], { scopes: ['group:hall'] })).toMatchObject({ added: 2 });
    await put('Takeout/Drive/notes.md', '# Press\n\nIt loses oil.');
    await put('more/Takeout/Drive/notes.md', '# Press\n\nIt loses oil.');
    await put('more/messages.json', { messages });
    expect(await ingest([`${folder}/more`])).toMatchObject({
      added: 1,
      skipped: { reasons: { 'a part of an export of Google Chat, which is read where it is given alone': 1 } },
    });
  });
});
