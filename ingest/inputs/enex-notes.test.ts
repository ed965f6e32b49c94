import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readNotes } from './enex-notes.ts';
import type { Item } from './item.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'enex-'));

const note = (title: string, content: string, rest = '', created = '20260301T100000Z') =>
  `<note><title>${title}</title><content><![CDATA[<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note>${content}</en-note>]]></content><created>${created}</created>${rest}</note>`;
const file = (...notes: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<en-export export-date="20260401T052957Z">\n${notes.join('\n')}\n</en-export>\n`;

const read = async (name: string, content: string | Uint8Array): Promise<Item[]> => {
  const at = path.join(folder, name);
  writeFileSync(at, content);
  const items: Item[] = [];
  for await (const item of readNotes(at, `notes/${name}`)) items.push(item);
  return items;
};
const pages = (items: readonly Item[]) => items.flatMap((item) => (item.kind === 'page' ? [item] : []));

it('makes a page of each note, without the bytes of its files', async () => {
  const data = `<resource><data encoding="base64">${'QUJD\n'.repeat(400_000)}</data><mime>image/png</mime><resource-attributes><file-name>leak.png</file-name></resource-attributes></resource>`;
  const items = await read(
    'hall.enex',
    file(
      note('Press', '<div>It loses oil, &lt;/note&gt; or so.</div>', `<tag>oil</tag>${data}`),
      note('', '<div>Saw</div>'),
    ),
  );
  const notes = await Promise.all(pages(items).map(async ({ extract }) => extract()));
  expect(notes.map(({ title, markdown }) => [title, markdown])).toEqual([
    ['Press', 'Tags: oil\n\nIt loses oil, </note> or so.'],
    ['A note without a title', 'Saw'],
  ]);
  expect(notes[0]?.metadata).toMatchObject({ published: '2026-03-01T10:00:00.000Z' });
  expect(notes[0]?.metadata.notices?.join()).toContain('leak.png');
});

it('keeps the id of a note when others come before it and its text changes', async () => {
  const before = pages(await read('a.enex', file(note('Press', '<div>It loses oil.</div>'))));
  const after = pages(
    await read('a.enex', file(note('Saw', '<div>It is loud.</div>'), note('Press', '<div>It lost oil.</div>'))),
  );
  expect(after[1]?.id).toBe(before[0]?.id);
  expect(after[1]?.hash).not.toBe(before[0]?.hash);
  const twins = pages(await read('a.enex', file(note('Press', 'a'), note('Press', 'b'))));
  expect(new Set(twins.map(({ id }) => id)).size).toBe(2);
});

it('reads a packed export, whatever is cut where its chunks end', async () => {
  const notes = Array.from({ length: 3000 }, (_, at) => note(`Note ${at}`, `<div>${'oil '.repeat(at % 97)}</div>`));
  const items = pages(await read('many.enex.gz', gzipSync(file(...notes))));
  expect(items).toHaveLength(3000);
  expect((await items[2999]?.extract())?.title).toBe('Note 2999');
});

it('says what is no export, and what ends too early', async () => {
  expect(await read('other.enex', '<rss></rss>')).toMatchObject([
    { kind: 'failure', failure: { code: 'INPUT_UNREADABLE', message: 'It holds no note of Evernote.' } },
  ]);
  const whole = file(note('Press', '<div>It loses oil.</div>'), note('Saw', '<div>It is loud.</div>'));
  expect(await read('cut.enex', whole.slice(0, -80))).toMatchObject([
    { kind: 'page' },
    {
      kind: 'failure',
      failure: { code: 'INPUT_UNREADABLE', message: expect.stringContaining('in the middle of a note') },
    },
  ]);
});
