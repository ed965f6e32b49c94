import { existsSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { packTar } from 'modern-tar';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ExportFolder, openExportFolder } from './testing/export-folder.ts';

let folder: string;
let ingest: ExportFolder['ingest'];
let sync: ExportFolder['sync'];
let documents: ExportFolder['documents'];
let close: ExportFolder['close'];
beforeEach(async () => {
  ({ folder, ingest, sync, documents, close } = await openExportFolder('exports'));
});
afterEach(() => close());

const zip = async (name: string, files: Record<string, string | Uint8Array>): Promise<string> => {
  const file = path.join(folder, name);
  const entries = Object.entries(files).map(([at, content]) => [
    at,
    typeof content === 'string' ? strToU8(content) : content,
  ]);
  await writeFile(file, zipSync(Object.fromEntries(entries) as Zippable));
  return file;
};

const tar = async (name: string, entries: Parameters<typeof packTar>[0]): Promise<string> => {
  const file = path.join(folder, name);
  const bytes = await packTar(entries);
  await writeFile(file, /gz$/.test(name) ? gzipSync(bytes) : bytes);
  return file;
};

const tarFile = (name: string, body: string) => ({ header: { name, size: Buffer.byteLength(body) }, body });

const page = '1590080aa5a380248c8e2c857dea7aa7';
const rows = 'aa2b3c4d5e6f708192a3b4c5d6e7f8aa';
const notion = {
  [`Handbook ${page}.md`]: '# Handbook\n\nAll that is agreed.',
  'Handbook/Travel 1a2b3c4d5e6f708192a3b4c5d6e7f809.md': '# Travel\n\nA hotel night may cost 140 euros.',
  [`Handbook/Vendors ${rows}.csv`]: '\uFEFFName,Status\nNordwind,Active\n',
  [`Handbook/Vendors ${rows}_all.csv`]: '\uFEFFName,Status,Town\nNordwind,Active,Kiel\nSüdstern,Paused,Ulm\n',
};

it('reads the zip of a wiki as the folder in it, the whole of a table once, under the ids of the archive', async () => {
  const temporary = path.dirname(folder);
  vi.stubEnv('TMPDIR', temporary);
  const file = await zip('Export-3f2b.zip', notion);
  const report = await ingest([file]);
  expect(report).toMatchObject({ source: 'export-3f2b', added: 3, failed: [] });
  expect(report.skipped.files).toEqual([
    {
      input: `${file}/Handbook/Vendors ${rows}.csv`,
      reason: 'a view of a table that is read as a whole',
    },
  ]);
  expect((await documents()).map(({ id, title }) => [id, title])).toEqual([
    [`export-3f2b/Handbook ${page}.md`, 'Handbook'],
    ['export-3f2b/Handbook/Travel 1a2b3c4d5e6f708192a3b4c5d6e7f809.md', 'Travel'],
    [`export-3f2b/Handbook/Vendors ${rows}_all.csv`, 'Vendors'],
  ]);
  expect(await sync([])).toMatchObject({ added: 0, unchanged: 3, deleted: 0 });
  vi.unstubAllEnvs();
  expect(await readdir(temporary)).toEqual(['exports']);
  await zip('Export-3f2b.zip', { [`Handbook ${page}.md`]: '# Handbook\n\nAll that is agreed.' });
  expect(await sync([])).toMatchObject({ unchanged: 1, deleted: 2 });
  await rm(file);
  expect(await sync([])).toMatchObject({ deleted: 0, failed: [{ code: 'INPUT_NOT_FOUND', input: file }] });
});

/** The folder that Notion puts all of an export into. */
const EXPORT = 'Export-d2b14fbf-86de-4508-a1b2-6515ff8d7aab';

it('reads the parts of a large export as one, without the number of the export', async () => {
  const [[one, first], ...others] = Object.entries(notion) as [[string, string], ...[string, string][]];
  const file = await zip('big.zip', {
    '__MACOSX/._Export': 'noise',
    'Export-1-Part-1.zip': zipSync({ [`${EXPORT}/${one}`]: strToU8(first) }),
    'Export-1-Part-2.zip': zipSync(Object.fromEntries(others.map(([at, text]) => [`${EXPORT}/${at}`, strToU8(text)]))),
  });
  expect(await ingest([file])).toMatchObject({ added: 3, failed: [] });
  expect((await documents()).map(({ id }) => id)).toContain(`big/Handbook ${page}.md`);
});

it('reads the zip of a chat as its export, also where it lies in a folder', async () => {
  const slack = {
    'channels.json': '[{"id":"C1","name":"support"}]',
    'users.json': '[{"id":"U1","name":"ann","profile":{"display_name":"Ann Lee"}}]',
    'support/2026-03-01.json':
      '[{"type":"message","user":"U1","ts":"1772355600.000100","text":"The press in hall two loses oil."}]',
  };
  const inside = Object.fromEntries(Object.entries(slack).map(([at, text]) => [`Acme export/${at}`, text]));
  const whatsApp = { '_chat.txt': '[05.02.24, 09:01:30] Ann: It is loud, too, they say.', '1-PHOTO.jpg': 'x' };
  const files = [
    await zip('Acme.zip', slack),
    await zip('b.zip', inside),
    await zip('WhatsApp Chat - Hall.zip', whatsApp),
  ];
  const report = await ingest(files);
  expect(report.failed).toEqual([]);
  const read = (await documents()).map(({ id, title }) => `${id} ${title}`).sort();
  expect(read).toEqual([
    'slack-export:Acme export/C1/1772355600.000100 #support: The press in hall two loses oil. (2026-03-01)',
    'slack-export:Acme/C1/1772355600.000100 #support: The press in hall two loses oil. (2026-03-01)',
    expect.stringMatching(/^whatsapp-export:hall\/\S+ #Hall: It is loud, too, they say\. \(2024-02-05\)$/),
  ]);
  expect(report.skipped.reasons).toMatchObject({ 'not a chat of the WhatsApp export': 1 });
  expect(await sync([])).toMatchObject({ unchanged: 3, deleted: 0 });
});

it('unpacks an archive anew only where its file or what is to be read of it changed', async () => {
  const file = await zip('Export-3f2b.zip', { ...notion, 'scan.pdf': 'no PDF' });
  expect(await ingest([file])).toMatchObject({ added: 3, failed: [{ code: 'INPUT_UNREADABLE' }] });
  // Nothing could be unpacked there.
  vi.stubEnv('TMPDIR', path.join(folder, 'not-there'));
  expect(await sync([])).toMatchObject({ unchanged: 3, deleted: 0, failed: [{ code: 'INPUT_UNREADABLE' }] });
  await zip('Export-3f2b.zip', notion);
  await expect(sync([])).rejects.toThrow('not-there');
  vi.unstubAllEnvs();
  expect(await sync([])).toMatchObject({ unchanged: 3, deleted: 0, failed: [] });
});

it('names an archive among other files, and what holds nothing to read', async () => {
  await zip('Export-3f2b.zip', notion);
  await writeFile(path.join(folder, 'notes.md'), '# Notes\n\nThe press loses oil.');
  expect(await ingest([folder])).toMatchObject({
    added: 1,
    skipped: { reasons: { 'an archive; `parley ingest` reads it where it is given alone': 1 } },
  });
  expect(await ingest([await zip('pictures.zip', { 'a.gif': 'x' })])).toMatchObject({
    failed: [{ message: 'The archive holds no page that Parley reads (1 files were passed over).' }],
  });
});

it('writes nothing outside of its folder, and unpacks no bomb', async () => {
  const outside = `escaped-${process.pid}.md`;
  const evil = await zip('evil.zip', {
    [`../../${outside}`]: '# Evil',
    [`..\\..\\${outside}`]: '# Evil',
    [`/tmp/${outside}`]: '# Evil',
    'notes\\press.md': '# Press\n\nIt loses oil.',
    'notes/press.md': '# Press\n\nThe same name again.',
    'notes\\press.md/below.md': '# Below\n\nNo folder.',
    [`${'ü'.repeat(300)}.md`]: '# Long\n\nThe name is too long.',
  });
  const report = await ingest([evil]);
  expect(report).toMatchObject({ added: 2, failed: [] });
  expect(report.skipped.reasons).toEqual({
    'a name that leads out of the archive': 3,
    'a name that is in the archive twice': 2,
  });
  expect(report.skipped.files.map(({ input }) => input)).toContain(`${evil}/notes/press.md`);
  expect((await documents()).map(({ id }) => id)).toContain('evil/notes/press.md');
  expect([tmpdir(), '/tmp', folder].map((at) => existsSync(path.join(at, outside)))).toEqual([false, false, false]);
  const bomb = await ingest([await zip('bomb.zip', { 'a.md': new Uint8Array(20_000_000) })]);
  expect(bomb).toMatchObject({ added: 0, failed: [{ code: 'INPUT_TOO_LARGE' }] });
});

it('says that an archive is damaged, and keeps what was read of it', async () => {
  const file = await zip('Export-3f2b.zip', notion);
  await ingest([file]);
  await truncate(file, 300);
  expect(await sync([])).toMatchObject({ deleted: 0, failed: [{ code: 'INPUT_UNREADABLE', input: file }] });
});

it.each(['wiki.tar', 'wiki.tgz', 'wiki.tar.gz'])('reads %s as the folder in it', async (name) => {
  const long = `${'deep/'.repeat(40)}oil.md`;
  const file = await tar(name, [
    { header: { name: 'pages/', size: 0, type: 'directory' } },
    tarFile('pages/press.md', '# Press\n\nIt loses oil.'),
    tarFile(`pages/${long}`, '# Oil\n\nIt is kept in hall two.'),
    tarFile('../escaped.md', '# Evil'),
    { header: { name: 'pages/passwd.md', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
    { header: { name: 'pages/pipe.md', size: 0, type: 'fifo' } },
  ]);
  const report = await ingest([file]);
  expect(report).toMatchObject({ source: 'wiki', added: 2, failed: [] });
  expect(report.skipped.reasons).toEqual({
    'a name that leads out of the archive': 1,
    'a link in an archive': 1,
    'not a file (a pipe, a socket or a device)': 1,
  });
  expect((await documents()).map(({ id }) => id)).toEqual([`wiki/pages/${long}`, 'wiki/pages/press.md']);
  expect(await sync([])).toMatchObject({ unchanged: 2, deleted: 0 });
});

it('reads what comes before the cut of a damaged tar, and says so', async () => {
  const file = await tar('wiki.tar', [
    tarFile('press.md', '# Press\n\nIt loses oil.'),
    tarFile('oil.md', `# Oil\n\n${'It is kept in hall two. '.repeat(100)}`),
  ]);
  await truncate(file, 2000);
  expect(await ingest([file])).toMatchObject({ added: 1, failed: [{ code: 'INPUT_UNREADABLE', input: file }] });
  await writeFile(file, 'no tar at all');
  expect(await sync([])).toMatchObject({ deleted: 0, failed: [{ code: 'INPUT_UNREADABLE', input: file }] });
});

it('unpacks no bomb that gzip packed', async () => {
  const name = await tar('bomb.tgz', [tarFile('a.md', '0'.repeat(20_000_000))]);
  expect(await ingest([name])).toMatchObject({ added: 0, failed: [{ code: 'INPUT_TOO_LARGE' }] });
});

it('reads the files of a zip that are whole, and says how many are not', async () => {
  const text = (name: string) =>
    strToU8(`# ${name}\n\n${Array.from({ length: 900 }, (_, i) => `${name} ${i}`).join(' ')}`);
  const bytes = zipSync({ 'a.md': text('oil'), 'b.md': text('press'), 'c.md': text('lid') });
  const at = Buffer.from(bytes).indexOf('b.md') + 400;
  bytes.fill(0xff, at, at + 60);
  const file = path.join(folder, 'some.zip');
  await writeFile(file, bytes);
  const report = await ingest([file]);
  expect(report).toMatchObject({ added: 2, failed: [{ code: 'INPUT_UNREADABLE', input: file }] });
  expect(report.failed[0]?.message).toMatch(/^1 files of the archive could not be unpacked/);
});

it('passes over links and protected files of a zip, and says so of one in which all are', async () => {
  const protectedZip = (bytes: Uint8Array) => {
    const at = Buffer.from(bytes).lastIndexOf('PK\x01\x02');
    bytes[at + 8] = (bytes[at + 8] ?? 0) | 1;
    return bytes;
  };
  const file = path.join(folder, 'some.zip');
  const link = [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] as const;
  const entries = {
    'a.md': strToU8('# Press\n\nIt loses oil.'),
    'b.md': [...link],
    'c.md': strToU8('# C'),
  } as Zippable;
  await writeFile(file, protectedZip(zipSync(entries)));
  const report = await ingest([file]);
  expect(report).toMatchObject({ added: 1, failed: [] });
  expect(report.skipped.reasons).toEqual({
    'a link in an archive': 1,
    'a file in an archive that is protected by a password': 1,
  });
  await writeFile(file, protectedZip(zipSync({ 'a.md': strToU8('# Press') })));
  expect(await sync([])).toMatchObject({
    deleted: 0,
    failed: [{ message: 'The zip file is protected by a password.' }],
  });
});

/** A zip whose names are bytes of another encoding. Each name in it is replaced by as many bytes. */
const zipNamed = async (name: string, entries: Record<string, [bytes: Buffer, content: string]>): Promise<string> => {
  const files = Object.fromEntries(Object.entries(entries).map(([at, [, content]]) => [at, content]));
  const file = await zip(name, files);
  const bytes = await readFile(file);
  for (const [at, [named]] of Object.entries(entries))
    for (let found = bytes.indexOf(at); found !== -1; found = bytes.indexOf(at, found + 1)) named.copy(bytes, found);
  await writeFile(file, bytes);
  return file;
};

it.each([
  ['DOS’s own', ['8162756e672f477294e1652e6d64', '5072816e676e2e6d64'], ['übung/Größe.md', 'Prüngn.md']],
  [
    'Shift-JIS',
    ['8e9197bf2f89ef8b6382cc838183822e6d64', '82e682ad82a082e98ebf96e22e6d64'],
    ['資料/会議のメモ.md', 'よくある質問.md'],
  ],
  ['DOS’s Cyrillic', ['8ee2a4a5ab2f8ee2afe3e1aa2e6d64', '8fe0a0a2a8aba02e6d64'], ['Отдел/Отпуск.md', 'Правила.md']],
])('reads the names of a zip in %s encoding by the letters of all of them', async (_, hexes, names) => {
  const entries = hexes.map((hex, at) => {
    const bytes = Buffer.from(hex, 'hex');
    const slash = bytes.indexOf('/');
    const place = [...bytes].map((_, i) => (i === slash ? '/' : String.fromCharCode(65 + at))).join('');
    return [place, [bytes, `# Page ${at}\n\nThe fee is ${at} euros.`]] as const;
  });
  const file = await zipNamed('Names.zip', Object.fromEntries(entries) as never);
  expect(await ingest([file])).toMatchObject({ added: 2, failed: [] });
  expect((await documents()).map(({ id }) => id).sort()).toEqual(names.map((name) => `names/${name}`).sort());
});

it.each([
  ['in memory', ''],
  ['as a stream', `\n\n${Array.from({ length: 90_000 }, (_, at) => `line ${at}`).join('\n')}`],
])(
  'names a file of a zip whose bytes are not those that were packed, unpacked %s, and reads the others',
  async (_, rest) => {
    const file = path.join(folder, 'Bad.zip');
    const stored = zipSync({
      'a.md': [strToU8(`# A\n\nThe fee is 4 euros.${rest}`), { level: 0 }],
      'b.md': [strToU8(`# B\n\nThe key is at the gate.${rest}`), { level: 9 }],
    });
    const bytes = Buffer.from(stored);
    bytes[bytes.indexOf('4 euros')] = '9'.charCodeAt(0);
    await writeFile(file, bytes);
    const report = await ingest([file]);
    expect(report.failed).toMatchObject([
      { message: expect.stringContaining('its bytes are not those that were packed') },
    ]);
    expect((await documents()).map(({ title }) => title)).toEqual(['B']);
  },
);
