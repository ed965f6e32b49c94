import { expect, it } from 'vitest';
import { locked, report, scanned } from '../../ingest/formats/testing/pdf-files.ts';
import { mutant } from '../../ingest/sandbox/testing/mutants.ts';
import { readAttachments } from './attachments.ts';

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
