import { expect, it } from 'vitest';
import { readerFor } from '../../sandbox/index.ts';
import { oleContainer, outlookProperties, word97Document } from '../../sandbox/testing/originals.ts';

const read = async (name: string, bytes: Uint8Array) => readerFor({ name })!(bytes);

const MESSAGE_CODEPAGE = 0x3ffd0003;
const latin = (text: string) => Buffer.from(text, 'latin1');

it('an Outlook message: its strings by its code page, what is attached, and a message inside', async () => {
  const page = await read(
    'post.msg',
    oleContainer({
      '/__properties_version1.0': outlookProperties(32, { [MESSAGE_CODEPAGE]: 1251 }),
      // "Привет" and "Склад закрыт" in windows-1251.
      '/__substg1.0_0037001E': Buffer.from('cff0e8e2e5f2', 'hex'),
      '/__substg1.0_1000001E': Buffer.from('d1eaebe0e420e7e0eaf0fbf2', 'hex'),
      '/__attach_version1.0_#00000000/__properties_version1.0': outlookProperties(8),
      '/__attach_version1.0_#00000000/__substg1.0_3707001E': latin('shelves.csv'),
      '/__attach_version1.0_#00000000/__substg1.0_37010102': latin('Shelf,Part\nA7,valve\nB2,pump\n'),
      '/__attach_version1.0_#00000001/__properties_version1.0': outlookProperties(8),
      '/__attach_version1.0_#00000001/__substg1.0_3707001E': latin('engine.dwg'),
      '/__attach_version1.0_#00000001/__substg1.0_37010102': latin('lines'),
    }),
  );
  expect(page.title).toBe('Привет');
  expect(page.text).toContain('Склад закрыт');
  expect(page.markdown).toMatch(/## Attachment: shelves\.csv[\s\S]*\| A7 \| valve \|/);
  expect(page.metadata.notices).toEqual(['The attachment engine.dwg was not read.']);
});

it('an Outlook message: its signature stands apart from the sentence above it, as in other mail', async () => {
  const body = oleContainer({
    '/__properties_version1.0': outlookProperties(32),
    '/__substg1.0_0037001E': latin('Boat'),
    '/__substg1.0_1000001E': latin('The boat leaves at nine\r\n-- \r\nPriya Nair\r\nHarbour office'),
  });
  expect((await read('post.msg', body)).markdown).toContain('leaves at nine\n\n---\n\nPriya Nair');
});

it('Word files that are older or locked are refused by what they are, under every ending of Word', async () => {
  const word = (mark: number, flags: number) => {
    const start = Buffer.alloc(5000);
    start.writeUInt16LE(mark, 0);
    start.writeUInt16LE(flags, 10);
    return oleContainer({ '/WordDocument': start });
  };
  for (const name of ['a.doc', 'a.docx', 'a.docm']) {
    await expect(read(name, word(0xa5dc, 0))).rejects.toMatchObject({ message: expect.stringContaining('Word 95') });
    await expect(read(name, word(0xa5ec, 0x100))).rejects.toMatchObject({
      message: expect.stringContaining('password'),
    });
  }
  const packed = oleContainer({ '/EncryptedPackage': Buffer.alloc(5000) });
  await expect(read('a.docx', packed)).rejects.toMatchObject({ message: expect.stringContaining('password') });
});

it('a Word 97 file keeps the euro, and words that Word may break at a line’s end', async () => {
  const text = Buffer.concat([
    latin('The under'),
    Buffer.of(0x1f),
    latin('water lamp costs '),
    Buffer.of(0x80),
    latin('40.\r'),
  ]);
  const page = await read('lamp.doc', word97Document(text));
  expect(page.text).toContain('The underwater lamp costs €40.');
});

it('a manual in plain text that an older program named .DOC is read as text', async () => {
  const { markdown } = await read(
    'MANUAL.DOC',
    new TextEncoder().encode('Turn the key twice before the pump starts.\r\n'),
  );
  expect(markdown).toContain('Turn the key twice before the pump starts.');
});
