import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { createIngest } from '../runtime/ingest.ts';
import { openStores, type Stores } from '../stores/index.ts';
import { report as pdf } from './formats/testing/pdf-files.ts';
import { type FakeSite, htmlPage, startSite } from './sources/testing/fake-site.ts';

let folder: string;
let stores: Stores;
let site: FakeSite;
let work: ReturnType<typeof createIngest>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-crawl-'));
  const settings = readSettings({ PARLEY_DATA: path.join(folder, 'data'), PARLEY_FETCH_ALLOW: '127.0.0.1' });
  stores = await openStores(settings);
  work = createIngest({ settings, stores });
  site = await startSite();
});

afterEach(async () => {
  await site.close();
  await stores.close();
});

const prices = (basic: string) =>
  `<title>Prices</title><h1>Prices</h1><table><tr><th>Plan</th><th>Price</th></tr><tr><td>Basic</td><td>${basic}</td></tr><tr><td>Plus</td><td>€9</td></tr></table>`;
const find = async (text: string) => {
  const hits = await stores.lexical.search(text, 3, ['everyone']);
  return stores.documents.passages(
    hits.map(({ id }) => id),
    ['everyone'],
  );
};

it('takes a site in, finds cells and paragraphs, and follows what changes and goes', async () => {
  site.pages.set('/', htmlPage('Home', ['/prices', '/report.pdf', '/old']));
  site.pages.set('/prices', prices('€5'));
  site.pages.set('/report.pdf', { headers: { 'content-type': 'application/pdf' }, body: pdf });
  site.pages.set('/old', htmlPage('Old times'));
  expect(await work.ingest([`${site.base}/`], { source: 'web', crawl: {} })).toMatchObject({ added: 4, failed: [] });

  const [cell] = await find('price of the Basic plan');
  expect(cell).toMatchObject({
    kind: 'table',
    title: 'Prices',
    url: `${site.base}/prices`,
    text: expect.stringContaining('| Basic | €5 |'),
  });
  const [paragraph] = await find('deployed buoys grew');
  expect(paragraph).toMatchObject({ title: 'Annual report', url: `${site.base}/report.pdf` });

  site.asked.length = 0;
  expect(await work.sync(['web'])).toMatchObject({ added: 0, updated: 0, unchanged: 4, deleted: 0 });
  expect(site.asked.filter(({ status }) => status === 200)).toEqual([]);

  site.pages.set('/prices', prices('€6'));
  site.pages.delete('/old');
  expect(await work.sync(['web'])).toMatchObject({ added: 0, updated: 1, unchanged: 2, deleted: 1 });
  expect((await find('price of the Basic plan'))[0]?.text).toContain('| Basic | €6 |');
  expect((await find('old times')).map(({ title }) => title)).not.toContain('Old times');

  // A site that is down is no empty site.
  site.pages.set('/robots.txt', { status: 500 });
  const down = await work.sync(['web']);
  expect(down).toMatchObject({ deleted: 0 });
  expect(down.failed).toHaveLength(1);
});

it('ingests every format of a folder under its name', async () => {
  await writeFile(path.join(folder, 'figures.csv'), 'Region,Sales\nNorth,3\nSouth,4\n');
  await writeFile(path.join(folder, 'report.pdf'), pdf);
  await writeFile(path.join(folder, 'broken.xlsx'), 'no workbook');
  const report = await work.ingest(
    [path.join(folder, 'figures.csv'), path.join(folder, 'report.pdf'), path.join(folder, 'broken.xlsx')],
    { source: 'files' },
  );
  expect(report).toMatchObject({ added: 2, tables: 2 });
  expect(report.failed).toMatchObject([{ code: 'INPUT_UNREADABLE' }]);
  expect((await find('sales of the region North'))[0]).toMatchObject({ kind: 'table', title: 'figures' });
});
