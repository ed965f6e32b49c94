import { expect, it } from 'vitest';
import { readContacts } from './contacts.ts';

const read = async (text: string) => readContacts(Buffer.from(text));

it('gives a row a person, with kinds of numbers and without pictures', async () => {
  const { tables, title } = await read(
    [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BC=',
      'ller;J=C3=BCrgen;;Dr.;',
      'TEL;CELL;PREF:+49 170 1',
      'TEL;WORK:+49 30 2',
      'END:VCARD',
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Ann Berg',
      'item1.EMAIL;type=INTERNET;type="pref":ann@kiln.ex',
      ' ample',
      'ORG:Kiln\\, Inc.;Clay',
      'ADR;TYPE=home:;;Road 1;Oslo;;0150;Norway',
      'BDAY:19800101',
      'PHOTO;ENCODING=b:AAAA',
      ' BBBB',
      'END:VCARD',
    ].join('\r\n'),
  );
  expect(title).toBe('');
  expect(tables[0]?.columns.map(([name]) => name)).toEqual(['Name', 'Organization', 'Email', 'Phone', 'Address']);
  expect(tables[0]?.rows).toEqual([
    ['Dr. Jürgen Müller', '', '', '+49 170 1 (cell), +49 30 2 (work)', ''],
    ['Ann Berg', 'Kiln, Inc., Clay', 'ann@kiln.example', '', 'Road 1, Oslo, 0150, Norway (home)'],
  ]);
});

it('is called after its only person, and refuses what is none', async () => {
  expect((await read('BEGIN:VCARD\nFN:Ann Berg\nTEL:1\nEND:VCARD\n')).title).toBe('Ann Berg');
  await expect(read('BEGIN:VCALENDAR\n')).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
});

it('joins the lines of a value whose encoding stands without a name, as vCard 2.1 allows', async () => {
  const { tables } = await read(
    ['BEGIN:VCARD', 'VERSION:2.1', 'FN;CHARSET=UTF-8;QUOTED-PRINTABLE:J=C3=\r\n=BCrgen', 'END:VCARD'].join('\r\n'),
  );
  expect(tables[0]?.rows).toEqual([['Jürgen']]);
});
