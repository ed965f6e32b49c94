import { CFB } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { readerFor } from '../sandbox/index.ts';

/** An OLE container of these streams, by their paths. */
const container = (streams: Record<string, Uint8Array>): Uint8Array => {
  const file = CFB.utils.cfb_new();
  for (const [path, content] of Object.entries(streams)) CFB.utils.cfb_add(file, path, Buffer.from(content));
  return new Uint8Array(CFB.write(file, { type: 'buffer' }) as Buffer);
};
const read = async (name: string, bytes: Uint8Array) => readerFor({ name })!(bytes);

/** A stream of properties (MS-OXMSG 2.4): a header, then 16 bytes for each number. */
const properties = (header: number, numbers: Record<number, number> = {}) => {
  const bytes = Buffer.alloc(header + 16 * Object.keys(numbers).length);
  for (const [i, [tag, value]] of Object.entries(numbers).entries()) {
    bytes.writeUInt32LE(Number(tag), header + 16 * i);
    bytes.writeUInt32LE(value, header + 16 * i + 8);
  }
  return bytes;
};
const MESSAGE_CODEPAGE = 0x3ffd0003;
const latin = (text: string) => Buffer.from(text, 'latin1');

it('an Outlook message: its strings by its code page, what is attached, and a message inside', async () => {
  const page = await read(
    'post.msg',
    container({
      '/__properties_version1.0': properties(32, { [MESSAGE_CODEPAGE]: 1251 }),
      // "Привет" and "Склад закрыт" in windows-1251.
      '/__substg1.0_0037001E': Buffer.from('cff0e8e2e5f2', 'hex'),
      '/__substg1.0_1000001E': Buffer.from('d1eaebe0e420e7e0eaf0fbf2', 'hex'),
      '/__attach_version1.0_#00000000/__properties_version1.0': properties(8),
      '/__attach_version1.0_#00000000/__substg1.0_3707001E': latin('shelves.csv'),
      '/__attach_version1.0_#00000000/__substg1.0_37010102': latin('Shelf,Part\nA7,valve\nB2,pump\n'),
      '/__attach_version1.0_#00000001/__properties_version1.0': properties(8),
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
  const body = container({
    '/__properties_version1.0': properties(32),
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
    return container({ '/WordDocument': start });
  };
  for (const name of ['a.doc', 'a.docx', 'a.docm']) {
    await expect(read(name, word(0xa5dc, 0))).rejects.toMatchObject({ message: expect.stringContaining('Word 95') });
    await expect(read(name, word(0xa5ec, 0x100))).rejects.toMatchObject({
      message: expect.stringContaining('password'),
    });
  }
  const packed = container({ '/EncryptedPackage': Buffer.alloc(5000) });
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
  // MS-DOC: the file's head says where the text is told from (Clx), and that says where the text is, one byte a letter.
  const document = Buffer.alloc(5000);
  const table = Buffer.alloc(4200);
  document.writeUInt16LE(0xa5ec, 0);
  document.writeUInt16LE(0x200, 10);
  document.writeUInt32LE(text.length, 0x4c);
  document.writeUInt32LE(0, 0x1a2);
  document.writeUInt32LE(21, 0x1a6);
  text.copy(document, 2048);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(text.length, 9);
  table.writeUInt32LE(0x40000000 + 2048 * 2, 15);
  const page = await read('lamp.doc', container({ '/WordDocument': document, '/1Table': table }));
  expect(page.text).toContain('The underwater lamp costs €40.');
});
