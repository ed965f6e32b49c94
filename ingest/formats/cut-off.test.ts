import { expect, it } from 'vitest';
import { readerFor } from '../sandbox/index.ts';

/** A file of each format that says where it ends, and what stands in it up to a cut. */
const mail = [
  'From: ann@b.example',
  'Subject: Boats',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed;',
  ' boundary="=_mixed part"',
  '',
  '--=_mixed part',
  'Content-Type: text/plain',
  '',
  'The red boat is in the hall.',
  '--=_mixed part',
  'Content-Type: text/plain',
  '',
  'The blue boat is in the yard.',
  '--=_mixed part--',
  '',
].join('\r\n');
const calendar = ['Spring', 'Autumn']
  .map((name) => `BEGIN:VEVENT\r\nSUMMARY:${name} feast\r\nDTSTART:20260301T100000Z\r\nEND:VEVENT\r\n`)
  .join('');
const contacts = ['Ann', 'Bo'].map((name) => `BEGIN:VCARD\r\nFN:${name} Lee\r\nTEL:12\r\nEND:VCARD\r\n`).join('');

it.each([
  ['a.eml', mail, 'in the yard', 'The mail is damaged or cut off: its last part has no end.'],
  [
    'a.ics',
    `BEGIN:VCALENDAR\r\n${calendar}END:VCALENDAR\r\n`,
    'Autumn feast',
    'The file ends in the middle of an entry, which was left out.',
  ],
  ['a.vcf', contacts, 'Bo Lee', 'The file ends in the middle of a contact.'],
  [
    'a.rtf',
    '{\\rtf1 The red boat is in the hall.\\par The blue boat is in the yard.}',
    'in the yard',
    'The file is damaged or cut off: its end is missing.',
  ],
])('%s that is cut off is read as far as it goes, and says so', async (name, whole, last, notice) => {
  const read = async (text: string) => readerFor({ name })!(new TextEncoder().encode(text));
  expect((await read(whole)).metadata.notices).toBeUndefined();
  const cut = await read(whole.slice(0, whole.indexOf(last) + last.length));
  expect(cut.metadata.notices).toEqual([notice]);
  expect(cut.text.length).toBeGreaterThan(0);
});
