import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { preview } from '../preview/preview.ts';
import { readFolder } from './files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-mbox-'));
});

const mail = (id: string, subject: string, body: string) =>
  `From ann@example.com Mon Jan  5 10:00:00 2026\nFrom: Ann <ann@example.com>\nTo: team@example.com\nSubject: ${subject}\nMessage-ID: <${id}@example.com>\nDate: Mon, 5 Jan 2026 10:00:00 +0000\n\n${body}\n\n`;
const DOCK = mail(
  'dock',
  'The dock',
  'The dock opens at seven.\n\n>From Monday on it opens at six.\n\nFrom here the road is closed.',
);
const CRANE = mail('crane', 'The crane', 'The crane lifts nine tonnes.');

const read = async (archive: string | Buffer, name = 'list.mbox') => {
  writeFileSync(path.join(folder, name), archive);
  const pages: { id: string; input: string; title: string; text: string }[] = [];
  const others: unknown[] = [];
  for await (const item of readFolder(folder, { sourceId: 'list', root: folder, prefix: '' })) {
    if (item.kind !== 'page') others.push(item);
    else
      try {
        const { title = '', text } = await item.extract();
        pages.push({ id: item.id, input: path.basename(item.input), title, text });
      } catch (error) {
        others.push(error);
      }
  }
  return { pages, others };
};

describe('a mail archive', () => {
  it('is a page a message, with the lines that only look like the start of one', async () => {
    const { pages, others } = await read(DOCK + CRANE);
    expect(others).toEqual([]);
    expect(pages.map(({ title, input }) => [title, input])).toEqual([
      ['The dock', 'list.mbox:1'],
      ['The crane', 'list.mbox:2'],
    ]);
    expect(pages[0]?.text).toMatch(
      /opens at seven\.\s+From Monday on it opens at six\.\s+From here the road is closed\./,
    );
    expect(pages[1]?.text).toContain('From: Ann (ann@example.com)');
    expect(pages[1]?.text).not.toContain('dock');
  });

  it.each([['Inbox'], ['2026-January.txt'], ['2026-January.txt.gz']])(
    'is known by its first lines where it is called %s',
    async (name) => {
      const text = DOCK.replace('ann@example.com Mon', 'ann at example.com  Mon') + CRANE;
      const { pages, others } = await read(/gz$/.test(name) ? gzipSync(text) : text, name);
      expect(others).toEqual([]);
      expect(pages.map(({ title }) => title)).toEqual(['The dock', 'The crane']);
    },
  );

  it('passes over mails that were deleted, sorted out as spam or never sent, by that reason', async () => {
    const marked = (header: string, at: number) =>
      mail(`m${at}`, `Mail ${at}`, `It is mail ${at}.`).replace('\nFrom:', `\n${header}\nFrom:`);
    const headers = [
      'X-Mozilla-Status: 0009',
      'X-Mozilla-Status: 0001',
      'X-Gmail-Labels: Inbox,Opened',
      'X-Gmail-Labels: Opened,\n Trash',
      'X-Gmail-Labels: Spam',
      'X-Gmail-Labels: Entwürfe',
      'X-Status: AD',
    ];
    const { pages, others } = await read(Buffer.from(headers.map(marked).join('')));
    expect(pages.map(({ title }) => title)).toEqual(['Mail 1', 'Mail 2']);
    expect(others).toEqual([
      expect.objectContaining({ input: expect.stringContaining('list.mbox:1'), reason: 'a mail that was deleted' }),
      expect.objectContaining({ reason: 'a mail that was deleted' }),
      expect.objectContaining({ reason: 'a mail that was sorted out as spam' }),
      expect.objectContaining({ reason: 'a mail that was not sent: a draft' }),
      expect.objectContaining({ reason: 'a mail that was deleted' }),
    ]);
  });

  it.each([
    ['Trash', 'a folder of mails that were deleted'],
    ['Junk.mbox', 'a folder of mails that were sorted out as spam'],
    ['Drafts', 'a folder of mails that were not sent'],
  ])('is passed over where a mail program calls it %s', async (name, reason) => {
    expect(await read(DOCK, name)).toMatchObject({ pages: [], others: [{ kind: 'skipped', reason }] });
  });

  it('passes over a mail of a Maildir that was deleted or never sent', async () => {
    const [text] = DOCK.split(/^From ann[^\n]*\n/m).slice(1);
    expect((await read(text ?? '', '1700000000.M1P2.host:2,S')).pages).toMatchObject([{ title: 'The dock' }]);
    rmSync(path.join(folder, '1700000000.M1P2.host:2,S'));
    expect(await read(text ?? '', '1700000000.M1P2.host:2,ST')).toMatchObject({
      pages: [],
      others: [{ kind: 'skipped', reason: 'a mail that was deleted' }],
    });
  });

  it('is none where a text only begins with that word', async () => {
    const text = 'From Monday, 5 Jan 2026 10:00 on, this holds.\nNote: the dock opens at seven.\n';
    const { pages } = await read(text, 'note.txt');
    expect(pages.map(({ text }) => text)).toEqual([expect.stringMatching(/^From Monday[\s\S]*Note: the dock/)]);
  });

  it('begins a message without an empty line above it where a whole first line and headers say so', async () => {
    const quoted = mail(
      'gate',
      'The gate',
      'He wrote:\nFrom ann@example.com Mon Jan  5 10:00:00 2026\nthe gate is open.',
    );
    const { pages } = await read(`${DOCK.trimEnd()}\n${CRANE.trimEnd()}\n${quoted}`);
    expect(pages.map(({ title }) => title)).toEqual(['The dock', 'The crane', 'The gate']);
    expect(pages[2]?.text).toMatch(
      /He wrote:\s+From ann@example.com Mon Jan {1,2}5 10:00:00 2026\s+the gate is open\./,
    );
  });

  it('keeps the ids of its messages when others come before them, with lines that end as on Windows, and packed', async () => {
    const ids = async (archive: string | Buffer, name?: string) =>
      Object.fromEntries((await read(archive, name)).pages.map(({ id, title }) => [title, id]));
    const before = await ids(DOCK);
    expect(before['The dock']).toMatch(/^list\/list\.mbox\/[0-9a-f]{16}$/);
    expect((await ids(CRANE + DOCK))['The dock']).toBe(before['The dock']);
    expect((await ids((CRANE + DOCK).replaceAll('\n', '\r\n')))['The dock']).toBe(before['The dock']);
    rmSync(path.join(folder, 'list.mbox'));
    expect(Object.keys(await ids(gzipSync(CRANE + DOCK), 'packed.mbox.gz'))).toEqual(['The crane', 'The dock']);
  });

  it('counts a message that stands in it twice once, and names a broken one without losing the others', async () => {
    const other = DOCK.replace('Subject: The dock', 'Subject: The pier');
    const { pages, others } = await read(
      `${DOCK}From - Tue Jan  6 10:00:00 2026\n\n\n${DOCK}${other.replace(/^From .*/, 'From - ')}${CRANE}`,
    );
    expect(pages.map(({ title }) => title)).toEqual(['The dock', 'The pier', 'The crane']);
    expect(new Set(pages.map(({ id }) => id)).size).toBe(3);
    expect(others).toMatchObject([
      { code: 'INPUT_UNREADABLE' },
      { kind: 'copy', of: path.join(folder, 'list.mbox:1') },
    ]);
  });

  it('is refused where it holds no message', async () => {
    const { others } = await read('Dear all,\n\nFrom now on we meet on Tuesdays.\n');
    expect(others).toMatchObject([{ kind: 'failure', failure: { code: 'INPUT_UNREADABLE' } }]);
  });

  it('is shown by extract, by itself and in a folder', async () => {
    const file = path.join(folder, 'list.mbox');
    writeFileSync(file, DOCK + CRANE);
    const pages = { fetch: async () => Promise.reject(new Error('nothing is fetched')) } as never;
    for (const input of [file, folder]) {
      const titles: (string | undefined)[] = [];
      for await (const one of preview([input], { pages }))
        titles.push('row' in one ? one.row.title : JSON.stringify(one));
      expect(titles).toEqual(['The dock', 'The crane']);
    }
  });
});

it('reads a message that a program saved alone under .mbox, without the line before it', async () => {
  const alone = DOCK.slice(DOCK.indexOf('\n') + 1);
  const { pages, others } = await read(alone);
  expect(others).toEqual([]);
  expect(pages).toMatchObject([{ title: 'The dock', text: expect.stringContaining('opens at seven') }]);
  expect((await read('Only some words.\n')).others).toMatchObject([{ kind: 'failure' }]);
});
