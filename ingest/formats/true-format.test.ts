import * as XLSX from '@e965/xlsx';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readerFor } from '../sandbox/index.ts';
import { oleContainer } from '../sandbox/testing/originals.ts';
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

it('reads what a wiki exports as Word and is a web page with its parts in one file', async () => {
  const saved = [
    'Date: Mon, 2 Mar 2026 09:00:00 +0000 (UTC)',
    'Message-ID: <1.2.3@wiki>',
    'Subject: Exported From Confluence',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; ',
    '\tboundary="----=_Part_1"',
    '',
    '------=_Part_1',
    'Content-Type: text/html; charset=UTF-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    "<html xmlns:o=3D'urn:schemas-microsoft-com:office:office'><head><title>Kiln rules</title></head>",
    '<body><h1>Kiln rules</h1><p>Wait until the caf=C3=A9 is closed.</p></body></html>',
    '------=_Part_1--',
    '',
  ].join('\r\n');
  expect(await read('Kiln+rules.doc', saved)).toMatchObject({
    title: 'Kiln rules',
    markdown: '# Kiln rules\n\nWait until the café is closed.',
  });
  const page = '<!-- a licence -->\n<html><body><h1>Kiln</h1><p>Wait an hour.</p></body></html>';
  expect((await read('kiln.doc', page)).markdown).toBe('# Kiln\n\nWait an hour.');
});

it('reads Rich Text that is called .txt, without its commands', async () => {
  const bytes = new TextEncoder().encode(String.raw`{\rtf1\ansi Wait {\b an hour}.\par}`);
  expect((await readerFor({ name: 'kiln.txt', bytes })!(bytes)).text).toBe('Wait an hour.');
});

it('says of slides of Office 97 that they are these, not that they have a password', async () => {
  const slides = oleContainer({ '/PowerPoint Document': Buffer.alloc(64) });
  await expect(read('show.pptx', slides)).rejects.toMatchObject({
    message: 'The PowerPoint file is damaged or is none: it is a file of Office 97 to 2003.',
  });
  const protectedFile = oleContainer({ '/EncryptedPackage': Buffer.alloc(64), '/EncryptionInfo': Buffer.alloc(64) });
  await expect(read('show.pptx', protectedFile)).rejects.toMatchObject({
    message: 'The PowerPoint file is protected by a password.',
  });
});
