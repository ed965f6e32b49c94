import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFetcher } from '../../fetch/fetch.ts';
import { preview } from '../../preview/preview.ts';

const folderOf = async (files: Readonly<Record<string, unknown>>): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-records-'));
  for (const [name, value] of Object.entries(files))
    await writeFile(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  return folder;
};
const read = async (input: string) => {
  const outcomes = [];
  for await (const outcome of preview([input], { pages: createFetcher() })) outcomes.push(outcome);
  return JSON.stringify(outcomes);
};

it('reads a JSON list of flat records as a table', async () => {
  const folder = await folderOf({
    'boxes.json': [
      { name: 'Oak box', lids: 2, tags: ['wood', 'old'], sold: null },
      { name: 'Tin box | "round"', lids: 1, colour: 'red' },
    ],
  });
  const rows = await read(join(folder, 'boxes.json'));
  expect(rows).toContain('| name | lids | tags | sold | colour |');
  expect(rows).toContain('| Oak box | 2 | wood, old |  |  |');
  expect(await read(folder)).toContain('Tin box');
});

it('names JSON of other shapes, and a record that holds records', async () => {
  const folder = await folderOf({
    'settings.json': { indent: 2, files: ['a.ts'] },
    'points.json': [{ x: 1, y: 2 }],
    'index.json': [{ title: 'Oak box', url: '/boxes/oak/', content: 'An oak box has two lids.' }],
    'words.json': ['box', 'lid'],
    'mixed.json': [
      { name: 'Oak box', lids: 2 },
      { name: 'Tin box', lids: { upper: 1 } },
    ],
    'cut.json': '[{"name":"Oak box","lids":2},{"name":',
  });
  for (const name of ['settings', 'points', 'index', 'words'])
    expect(await read(join(folder, `${name}.json`))).toContain('Parley does not read');
  expect(await read(folder)).toContain('lists of records');
  expect(await read(join(folder, 'mixed.json'))).toContain('Record 2 of the list holds other records');
  expect(await read(join(folder, 'cut.json'))).toContain('damaged');
});

it("leaves the messages of a chat's export to the reader of the export", async () => {
  const folder = await folderOf({
    'day.json': [{ type: 'message', user: 'U1', text: 'The oak box is sold.', ts: '1700000000.000100' }],
  });
  expect(await read(folder)).toContain('a part of an export of Slack');
  expect(await read(join(folder, 'day.json'))).not.toContain('| The oak box');
});
