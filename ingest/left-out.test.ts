import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as XLSX from '@e965/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { openParley } from '../runtime/open.ts';
import type { Parley } from '../runtime/parley.ts';

let folder: string;
let parley: Parley;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-left-out-'));
  await mkdir(path.join(folder, 'pages'));
  parley = await openParley({ settings: readSettings({ PARLEY_DATA: path.join(folder, 'data') }) });
});
afterAll(async () => {
  await parley?.close();
});

it('says what was left out of a page that it read, once', async () => {
  const book = XLSX.utils.book_new();
  for (const name of ['Boxes', 'Prices'])
    XLSX.utils.book_append_sheet(
      book,
      XLSX.utils.aoa_to_sheet([
        ['Box', 'Count'],
        ['Oak', 3],
        ['Elm', 5],
      ]),
      name,
    );
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  const pages = path.join(folder, 'pages');
  await writeFile(
    path.join(pages, 'stock.xlsx'),
    new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' })),
  );
  const { leftOut } = await parley.ingest([pages]);
  expect(leftOut).toEqual({
    total: 1,
    first: [{ input: expect.stringContaining('stock.xlsx'), notice: 'The hidden sheet "Prices" was left out.' }],
  });
  expect(await parley.ingest([pages])).toMatchObject({ unchanged: 1 });
  expect((await parley.ingest([pages])).leftOut).toBeUndefined();
});
