import { existsSync } from 'node:fs';
import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
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
