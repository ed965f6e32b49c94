import { expect, it } from 'vitest';
import { readerFor } from '../../sandbox/index.ts';

const read = (...lines: string[]) => readerFor({ name: 'a.eml' })!(new TextEncoder().encode(lines.join('\r\n')));

it('keeps the text of a message whose type names no kind of text', async () => {
  const page = await read(
    'From: a@b.example',
    'Subject: Hi',
    'MIME-Version: 1.0',
    'Content-Type: text; charset=us-ascii',
    '',
    'The key hangs in locker twelve.',
  );
  expect(page.text).toContain('The key hangs in locker twelve.');
});

it('keeps what stands below the headers of a message that announces parts and has none', async () => {
  const page = await read(
    'From: a@b.example',
    'Subject: Hi',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="X"',
    '',
    'The boat leaves at nine.',
  );
  expect(page.text).toContain('The boat leaves at nine.');
});

it('names thirty of very many recipients, and says how many more there are', async () => {
  const people = Array.from({ length: 200 }, (_, i) => `p${i}@b.example`);
  const page = await read(
    'From: a@b.example',
    `To: ${people.join(', ')}`,
    'Subject: Hi',
    '',
    'The boat leaves at nine.',
  );
  expect(page.text).toContain('p29@b.example and 170 more');
  expect(page.text).not.toContain('p30@');
});

it('keeps both ends of a message around very many empty lines, in its own encoding', async () => {
  const page = await read(
    'From: a@b.example',
    'Subject: Hi',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'The “boat” leaves at nine.',
    ...Array.from({ length: 20_000 }, () => ''),
    'The “ferry” leaves at ten.',
  );
  expect(page.text).toContain('The “boat” leaves at nine.');
  expect(page.text).toContain('The “ferry” leaves at ten.');
  expect(page.text.length).toBeLessThan(1000);
});

it('makes no heading of the line above a patch', async () => {
  const page = await read(
    'From: a@b.example',
    'Subject: Hi',
    '',
    'Signed-off-by: Ann Berg',
    '---',
    ' a.c | 2 +-',
    'end',
  );
  expect(page.markdown).toMatch(/Signed-off-by: Ann Berg\r?\n\n---/);
});

it('refuses bytes that are no message, though a line in them has a colon', async () => {
  await expect(read('\u0001\u0002:\u0003', 'z\u0004: 1', '', '\u0005\u0006')).rejects.toMatchObject({
    code: 'INPUT_UNREADABLE',
    message: expect.stringContaining('no headers'),
  });
});

it('says of a mail whose text stands inside of an envelope that it was not read', async () => {
  const mail = await read(
    'From: a@b.example',
    'Subject: Keys',
    'Content-Type: application/pkcs7-mime; smime-type=signed-data; name="smime.p7m"',
    'Content-Transfer-Encoding: base64',
    '',
    'MIIB',
  );
  expect(mail.metadata.notices).toEqual([
    'The message stands inside of an S/MIME envelope (signed or encrypted), which was not read.',
  ]);
});

it('says that a part is encrypted, in the text and attached, and leaves out its letters', async () => {
  const secret = [
    '-----BEGIN PGP MESSAGE-----',
    'Version: GnuPG v2',
    '',
    'hQEMAwzOQ1qnzNo7AQ',
    '-----END PGP MESSAGE-----',
  ];
  const inline = await read('From: a@b.example', 'Subject: Hi', '', 'Before.', '', ...secret, '', 'Behind.');
  expect(inline.text).toMatch(/Before\.\s+Behind\./);
  expect(inline.text).not.toContain('hQEM');
  expect(inline.metadata.notices).toEqual(['A part of the message is encrypted.']);
  const attached = await read(
    'From: a@b.example',
    'Subject: Hi',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="X"',
    '',
    '--X',
    'Content-Type: text/plain; name="msg.asc"',
    'Content-Disposition: attachment; filename="msg.asc"',
    '',
    ...secret,
    '--X--',
  );
  expect(attached.text).not.toContain('hQEM');
  expect(attached.metadata.notices).toEqual(['The attachment msg.asc is encrypted.']);
});

it('reads letters of headers that old programs wrote as bytes', async () => {
  const message = (subject: string) =>
    Buffer.from(`From: J\xfcrgen <j@b.example>\r\nSubject: ${subject}\r\n\r\nThe boat leaves at nine.`, 'latin1');
  const named = await readerFor({ name: 'a.eml' })!(
    message('=?iso-8859-1?Q?Fr\xf6sche_am_See?= und =?iso-8859-1?Q?H=E4fen?='),
  );
  expect(named.title).toBe('Frösche am See und Häfen');
  const bare = await readerFor({ name: 'a.eml' })!(message('Fr\xf6sche am See'));
  expect(bare.title).toBe('Frösche am See');
  expect(bare.metadata.author).toBe('Jürgen');
  const utf8 = await read('From: "Jürgen" <j@b.example>', 'To: Ann', 'Subject: Frösche', '', 'The boat leaves.');
  expect(utf8.title).toBe('Frösche');
  expect(utf8.text).toContain('To: Ann\n');
});

it('reads UTF-8 under the name of an encoding that no decoder knows', async () => {
  const part = (charset: string, text: string) =>
    read(
      'From: a@b.example',
      `Content-Type: text/plain;\r\n charset="${charset}"`,
      'Content-Transfer-Encoding: quoted-printable',
      '',
      text,
    );
  expect((await part('X-UNKNOWN', '=E2=80=A2 A box, charset=X-UNKNOWN.')).text).toContain(
    '• A box, charset=X-UNKNOWN.',
  );
  expect((await part('X-UNKNOWN', 'Fr=F6sche am See.')).text).toContain('Frösche');
  expect((await part('koi8-r', '=F1=DD=C9=CB')).text).toContain('Ящик');
});

it('says that letters in UTF-7 were not decoded', async () => {
  const page = await read('From: a@b.example', 'Content-Type: text/plain; charset=UTF-7', '', 'Fr+APY-sche am See.');
  expect(page.metadata.notices?.join()).toContain('UTF-7');
});

it('names the sender in an archive of a mailing list, which hides addresses', async () => {
  const page = await read(
    'From: ann at b.example (Ann "A." Lee)',
    'Date: Sun, 01 Mar 2026 10:00:00 +0000',
    'Subject: Hi',
    '',
    'The boat leaves at nine.',
  );
  expect(page.metadata.author).toBe('Ann A. Lee');
});

it('names the members of a group, and says which part without a name was not read', async () => {
  const page = await read(
    'From: a@b.example',
    'To: kiln: ann@b.example, bo@b.example;',
    'Subject: Hi',
    'Content-Type: message/partial; number=2; total=3; id="x"',
    '',
    'iVBORw0KGgoAAAANSUhEUgAA',
  );
  expect(page.markdown).toContain('To: ann@b.example, bo@b.example');
  expect(page.metadata.notices).toEqual(['A part of the type message/partial was not read.']);
});

it('reads a mail under the extension of Outlook as a mail', async () => {
  const bytes = new TextEncoder().encode('From: a@b.example\r\nSubject: Key\r\n\r\nIn locker twelve.');
  expect((await readerFor({ name: 'a.msg' })!(bytes)).title).toBe('Key');
});
