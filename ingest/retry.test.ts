import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { createIngest } from '../runtime/ingest.ts';
import { openStores, type Stores } from '../stores/index.ts';
import { htmlPage, startSite } from './sources/testing/fake-site.ts';

let folder: string;
let stores: Stores;
let work: ReturnType<typeof createIngest>;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-retry-'));
  const settings = readSettings({ PARLEY_DATA: path.join(folder, 'data'), PARLEY_FETCH_ALLOW: '127.0.0.1' });
  stores = await openStores(settings);
  work = createIngest({ settings, stores });
  await mkdir(path.join(folder, 'pages'));
});
afterEach(async () => {
  await stores.close();
});

const pages = (name = '') => path.join(folder, 'pages', name);
const retry = () => work.sync([], { failed: true });
const ids = async () => {
  const found: string[] = [];
  for await (const stamp of stores.documents.stamps()) found.push(stamp.id);
  return found;
};
const standing = async () =>
  (await stores.documents.sources()).flatMap(({ options }) => (options?.failed as { input: string }[]) ?? []);

it('reads just the failed files of a folder again, until none is left', async () => {
  await writeFile(pages('a.md'), '# A\n\nAlpha.');
  await writeFile(pages('b.xlsx'), 'no workbook');
  await writeFile(pages('c.xlsx'), 'no workbook either');
  expect(await work.ingest([pages()])).toMatchObject({ added: 1, failed: [{ page: true }, { page: true }] });
  const synced = (await stores.documents.sources())[0]!.syncedAt;

  await writeFile(pages('a.md'), '# A\n\nChanged meanwhile, and nobody looks.');
  expect(await retry()).toMatchObject({ added: 0, updated: 0, unchanged: 0, failed: [{}, {}] });

  // A page that was taken away is no failure any more.
  await rm(pages('b.xlsx'));
  await writeFile(pages('c.xlsx'), Buffer.from('Region,Sales\nNorth,3\n'));
  await rename(pages('c.xlsx'), pages('c.csv'));
  expect(await retry()).toMatchObject({ added: 0, deleted: 0, failed: [] });
  expect(await standing()).toEqual([]);
  expect(await retry()).toMatchObject({ source: '', failed: [] });
  expect((await stores.documents.sources())[0]!.syncedAt).toBe(synced);
  expect(await work.sync([])).toMatchObject({ added: 1, updated: 1, failed: [] });
});

it('tells by dry run what a retry would do, and does it not', async () => {
  await writeFile(pages('a.md'), '# A\n\nAlpha.');
  await writeFile(pages('b.md'), '');
  await work.ingest([pages()]);
  expect(await standing()).toMatchObject([{ input: pages('b.md') }]);
  await writeFile(pages('b.md'), '# B\n\nBeta.');
  expect(await work.sync([], { failed: true, dryRun: true })).toMatchObject({ added: 1, failed: [] });
  expect(await ids()).toEqual(['pages/a.md']);
  expect(await standing()).toHaveLength(1);
  expect(await retry()).toMatchObject({ added: 1 });
  expect(await ids()).toEqual(['pages/a.md', 'pages/b.md']);
});

it('reads a file of rows in a folder again, of which one row failed', async () => {
  const rows = (text: string) => `{"id":"a","text":"Alpha."}\n{"id":"b","markdown":"${text}"}\n`;
  await writeFile(pages('rows.jsonl'), rows('---\\na: [\\n---\\nBeta.'));
  expect(await work.ingest([pages()])).toMatchObject({ added: 1, failed: [{ input: `${pages('rows.jsonl')}:2` }] });
  await writeFile(pages('rows.jsonl'), rows('Beta.'));
  expect(await retry()).toMatchObject({ added: 1, unchanged: 1, failed: [] });
});

it('reads a file of rows again as a whole, since mending moves its lines', async () => {
  const file = path.join(folder, 'rows.jsonl');
  await writeFile(file, '{"id":"a","text":"Alpha."}\n{"id":"b"\n{"id":"c","text":"Gamma."}\n');
  expect(await work.ingest([file])).toMatchObject({ added: 2, failed: [{ input: `${file}:2` }] });
  await writeFile(file, '{"id":"a","text":"Alpha."}\n\n\n{"id":"b","text":"Beta."}\n{"id":"c","text":"Gamma."}\n');
  expect(await retry()).toMatchObject({ added: 1, unchanged: 2, failed: [] });
  expect(await standing()).toEqual([]);
});

it('reads a place again that could not be read at all, and deletes nothing', async () => {
  await writeFile(pages('a.md'), '# A\n\nAlpha.');
  await work.ingest([pages()]);
  await rename(pages(), path.join(folder, 'away'));
  expect(await work.sync([])).toMatchObject({ deleted: 0, failed: [{ page: false }] });
  await rename(path.join(folder, 'away'), pages());
  await rm(pages('a.md'));
  await writeFile(pages('b.md'), '# B\n\nBeta.');
  expect(await retry()).toMatchObject({ added: 1, deleted: 0, failed: [] });
  expect(await ids()).toEqual(['pages/a.md', 'pages/b.md']);
});

it('leaves the failures of inputs that another run did not read', async () => {
  await writeFile(pages('a.xlsx'), 'no workbook');
  await writeFile(path.join(folder, 'other.md'), '# Other\n\nSomething.');
  await writeFile(pages('b.md'), '# B\n\nBeta.');
  await work.ingest([pages()], { source: 'both' });
  await work.ingest([path.join(folder, 'other.md')], { source: 'both' });
  expect(await standing()).toMatchObject([{ input: pages('a.xlsx') }]);
});

it('asks a site for the failed pages alone, and loses nothing that only they link to', async () => {
  const site = await startSite();
  try {
    site.pages.set('/', htmlPage('Home', ['/one', '/two']));
    site.pages.set('/one', htmlPage('One', ['/deep']));
    site.pages.set('/two', { status: 403 });
    site.pages.set('/deep', htmlPage('Deep'));
    expect(await work.ingest([`${site.base}/`], { source: 'web', crawl: {} })).toMatchObject({
      added: 3,
      failed: [{ input: `${site.base}/two`, page: true }],
    });
    site.pages.set('/two', htmlPage('Two', ['/deeper']));
    site.pages.set('/deeper', htmlPage('Deeper'));
    site.asked.length = 0;
    expect(await retry()).toMatchObject({ added: 1, failed: [] });
    expect(site.asked.map(({ path }) => path).filter((one) => !one.includes('robots'))).toEqual(['/two']);
    // The next whole reading asks by condition, and still follows what the page linked to.
    expect(await work.sync(['web'])).toMatchObject({ added: 1, unchanged: 4, deleted: 0, failed: [] });
  } finally {
    await site.close();
  }
});
