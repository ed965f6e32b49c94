import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { openParley } from '../runtime/open.ts';
import type { Parley } from '../runtime/parley.ts';

let folder: string;
let parley: Parley;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-titles-'));
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: path.join(folder, 'data') }) });
});
afterAll(async () => {
  await parley?.close();
});

it('keeps no title or name of a file that would be shown as something else', async () => {
  const pages = path.join(folder, 'pages');
  await mkdir(pages);
  await writeFile(path.join(pages, 'doors.md'), '# Doors \u202egnp.exe\u202c\n\nDoors lock at eight.\n');
  await writeFile(path.join(pages, 'lights.md'), '# \u001b[31mLights\u001b[0m\n\nLights go off at ten.\n');
  await writeFile(path.join(pages, 'lo\u202esi\u202cst.txt'), 'Lost things are at the desk.\n');
  await writeFile(path.join(pages, 'plan.md'), '# برنامه‌ریزی\n\nThe plan is made each year.\n');
  await parley.ingest([pages]);
  const titleOf = async (name: string) =>
    (await parley.stores.documents.document(`pages/${name}`, ['everyone']))?.title;
  expect(await titleOf('doors.md')).toBe('Doors gnp.exe');
  expect(await titleOf('lights.md')).toBe('Lights');
  expect(await titleOf('lo\u202esi\u202cst.txt')).toBe('losist');
  // A joiner, which Persian writes between letters.
  expect(await titleOf('plan.md')).toBe('برنامه\u200cریزی');
});
