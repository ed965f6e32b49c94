import * as XLSX from '@e965/xlsx';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readerFor } from '../sandbox/index.ts';
import { writePdf } from './testing/written-pdf.ts';

const read = async (name: string, bytes: Uint8Array | string) =>
  readerFor({ name })!(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);

it('reads files that are called after another office format by their bytes', async () => {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(
    book,
    XLSX.utils.aoa_to_sheet([
      ['Glaze', 'Boxes'],
      ['Celadon', 4],
    ]),
    'Stock',
  );
  const workbook = new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }));
  expect((await read('stock.docx', workbook)).tables[0]?.rows).toEqual([['Celadon', '4']]);
  const pdf = writePdf([[{ text: 'The kiln opens at nine.', x: 50, y: 700, size: 10 }]]);
  expect((await read('hours.docx', pdf)).text).toContain('The kiln opens at nine.');
  await expect(read('other.docx', zipSync({ 'a.txt': new Uint8Array(3) }))).rejects.toMatchObject({
    message: expect.stringContaining('Word'),
  });
});

it('reads what other programs export as .xls: a table as HTML, and separated values', async () => {
  const html =
    '<html><body><table><tr><th>Glaze</th><th>Boxes</th></tr><tr><td>Celadon</td><td>4</td></tr></table></body></html>';
  for (const file of [html, 'Glaze\tBoxes\nCeladon\t4\n'])
    expect((await read('stock.xls', file)).tables[0]?.rows).toEqual([['Celadon', '4']]);
});

it('reads a calendar that is called .vcf, and contacts that are called .ics', async () => {
  const event = 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Kiln day\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
  expect((await read('day.vcf', event)).text).toContain('Kiln day');
  const contact = 'BEGIN:VCARD\r\nFN:Ann Lee\r\nTEL:123456\r\nEND:VCARD\r\n';
  expect((await read('ann.ics', contact)).text).toContain('Ann Lee');
});

it('says of an empty file that it is empty, of one cut off that it is damaged', async () => {
  for (const name of ['a.docx', 'a.pdf', 'a.xlsx', 'a.msg'])
    await expect(read(name, '')).rejects.toMatchObject({ message: 'The file is empty: it has no bytes.' });
  expect((await read('a.md', '')).text).toBe('');
});
