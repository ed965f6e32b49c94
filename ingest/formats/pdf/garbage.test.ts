import { expect, it } from 'vitest';
import { readerFor } from '../../sandbox/index.ts';
import { writePdf } from '../testing/written-pdf.ts';

const read = (pages: string[][]) =>
  readerFor({ name: 'a.pdf' })!(
    writePdf(pages.map((lines) => lines.map((text, i) => ({ text, x: 50, y: 780 - i * 14, size: 11 })))),
  );
const words = Array.from(
  { length: 12 },
  () => 'The harbour office opens at seven and closes when the last ferry has left.',
);
/** What comes out of a font whose letters have the numbers of its shapes: each another letter. */
const shifted = words.map((line) =>
  line.replace(/[a-z]/gi, (letter) => 'bcdfghjklmnpqrstvwxz'[letter.charCodeAt(0) % 20]!),
);

it('refuses a PDF whose fonts do not say which letters they draw, and names the reason', async () => {
  await expect(read([shifted])).rejects.toMatchObject({
    code: 'INPUT_UNREADABLE',
    message: expect.stringContaining('fonts'),
    remedy: expect.stringContaining('--force-ocr'),
  });
});

it('leaves out such pages of a file that has others, and says how many', async () => {
  const page = await read([words, shifted]);
  expect(page.text).toContain('The harbour office opens at seven');
  expect(page.metadata.notices).toEqual([
    '1 of 2 pages have fonts that do not say which letters they draw; they were left out.',
  ]);
});

it('reads tables of figures, code and other alphabets as they are', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => `XTRQ-${i} ${i * 37} ${i * 91} KWH ${i * 3}.5 DB`);
  expect((await read([rows])).text).toContain('XTRQ-7');
});
