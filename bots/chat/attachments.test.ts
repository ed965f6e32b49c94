import { expect, it } from 'vitest';
import { locked, report, scanned } from '../../ingest/formats/testing/pdf-files.ts';
import { mutant } from '../../ingest/sandbox/testing/mutants.ts';
import { MAX_FILE_BYTES, readAttachments } from './attachments.ts';

const text = (words: string) => new TextEncoder().encode(words);
const FILES: Record<string, { type: string; bytes: Uint8Array }> = {
  'report.pdf': { type: 'application/pdf', bytes: report },
  'locked.pdf': { type: 'application/pdf', bytes: locked },
  'scanned.pdf': { type: 'application/pdf', bytes: scanned },
  // The PDF library throws once more after its read has ended, which would end this process if it read the file itself.
  'damaged.pdf': { type: 'application/pdf', bytes: mutant(report, 89) },
  'notes.md': { type: 'text/markdown', bytes: text('# Notes\n\nThe key is blue.') },
  'rota.csv': { type: 'text/csv', bytes: text('Week,Who\n1,Ana\n2,Bo') },
  'main.py': { type: 'text/x-python', bytes: text('print("hello")') },
  'data.json': { type: 'application/json', bytes: text('{"key": "blue"}') },
  'shifts.tsv': { type: 'text/tab-separated-values', bytes: text('Week\tWho\n1\tAna\n2\tBo') },
  'analysis.ipynb': {
    type: 'application/x-ipynb+json',
    bytes: text(JSON.stringify({ nbformat: 4, cells: [{ cell_type: 'markdown', source: '# The key is blue' }] })),
  },
  'recipes.enex': {
    type: 'application/enex+xml',
    bytes: text(
      '<?xml version="1.0"?><en-export><note><title>Soup</title><content><![CDATA[<en-note>The key is blue.</en-note>]]></content></note></en-export>',
    ),
  },
  state: { type: 'application/json', bytes: text('{"key": "blue"}') },
  'photo.png': { type: 'image/png', bytes: Uint8Array.from([0x89, 0x50, 0, 0]) },
};
const read = (...names: string[]) =>
  readAttachments(
    names.map((name) => ({ name, size: 1000, type: FILES[name]?.type ?? '', url: name })),
    async ({ name }) => {
      const file = FILES[name];
      if (!file) throw new Error('gone');
      return file.bytes;
    },
  );

it('reads the formats that ingest reads, and code and data verbatim', async () => {
  const found = await read('report.pdf', 'notes.md', 'rota.csv', 'main.py', 'data.json');
  expect(found.map(({ unread }) => unread)).toEqual([undefined, undefined, undefined, undefined, undefined]);
  expect(found[0]!.text!.length).toBeGreaterThan(20);
  expect(found[1]!.text).toContain('The key is blue.');
  expect(found[2]!.text).toMatch(/\| 1 \| Ana \|/);
  expect(found[3]!.text).toBe('print("hello")');
  expect(found[4]!.text).toBe('{"key": "blue"}');
});

it('reads each format of ingest as that, also one whose type is named after JSON or XML', async () => {
  const [table, notebook, notes, data] = await read('shifts.tsv', 'analysis.ipynb', 'recipes.enex', 'state');
  expect(table!.text).toMatch(/\| 1 \| Ana \|/);
  expect(notebook!.text).toContain('# The key is blue');
  expect(notes!.text).toContain('The key is blue.');
  expect(notebook!.text + notes!.text!).not.toMatch(/cell_type|en-note/);
  expect(data!.text).toBe('{"key": "blue"}');
});

it('downloads no file that is too large, and none beyond the fifth', async () => {
  const files = Array.from({ length: 6 }, (_, at) => ({
    name: `${at}.txt`,
    size: 10,
    type: 'text/plain',
    url: `${at}`,
  }));
  const downloaded: string[] = [];
  const [large, ...others] = files;
  const found = await readAttachments([{ ...large!, size: MAX_FILE_BYTES + 1 }, ...others], async ({ name }) => {
    downloaded.push(name);
    return text('Words');
  });
  expect(found[0]).toEqual({ name: '0.txt', unread: 'it is larger than 10 MB' });
  expect(found[5]!.unread).toMatch(/only 5 files/);
  expect(downloaded).toEqual(['1.txt', '2.txt', '3.txt', '4.txt']);
});

it('names each file that it cannot read, with the reason', async () => {
  const found = await read('locked.pdf', 'scanned.pdf', 'photo.png', 'gone.txt');
  expect(found.every(({ text: words, unread }) => words === undefined && unread)).toBe(true);
  expect(found[0]!.unread).toMatch(/password/i);
  expect(found[1]!.unread).toMatch(/scan|image|text/i);
  expect(found[2]!.unread).toMatch(/kind of file/);
  expect(found[3]!.unread).toMatch(/downloaded/);
});

it('answers even though the PDF library fails late on a damaged file', async () => {
  const found = await read('damaged.pdf', 'notes.md');
  expect(found).toHaveLength(2);
  expect(found[1]).toMatchObject({ name: 'notes.md', text: expect.stringContaining('The key is blue.') });
});
