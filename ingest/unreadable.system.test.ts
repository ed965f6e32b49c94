import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ParleyError } from '../core/errors.ts';
import { readSettings } from '../core/settings.ts';
import { createIngest } from '../runtime/ingest.ts';
import { openStores, type Stores } from '../stores/index.ts';
import { report } from './formats/testing/pdf-files.ts';
import { contentHash } from './inputs/item.ts';
import { mutant } from './sandbox/testing/mutants.ts';
import type { SourceKind } from './sources/connector.ts';

let folder: string;
let stores: Stores;
let reads: number;
let version: string;
let work: ReturnType<typeof createIngest>;

/** A place with one page, which no parser can read. */
const place: SourceKind = {
  kind: 'world',
  resolve: async (input) => (input === 'world:1' ? { location: input, sourceId: 'world', exists: true } : undefined),
  async *read() {
    yield {
      kind: 'page',
      input: 'page',
      id: 'world/page',
      hash: contentHash(version),
      extract: async () => {
        reads++;
        throw new ParleyError('PARSER_TIMEOUT', { message: 'Reading it took too long.', remedy: 'Split it.' });
      },
    };
  },
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-unreadable-'));
  const settings = readSettings({ PARLEY_DATA: path.join(folder, 'data') });
  stores = await openStores(settings);
  reads = 0;
  version = '1';
  work = createIngest({ settings, stores, sourceKinds: [place] });
});

afterEach(async () => {
  await stores.close();
});

it('sync reports bytes that could not be read again without trying them, until they change or are asked for', async () => {
  expect(await work.ingest(['world:1'])).toMatchObject({ failed: [{ code: 'PARSER_TIMEOUT' }] });
  expect(await work.sync([])).toMatchObject({ failed: [{ input: 'page', code: 'PARSER_TIMEOUT' }] });
  expect(await work.sync([])).toMatchObject({ failed: [{ input: 'page', code: 'PARSER_TIMEOUT' }] });
  expect(reads).toBe(1);
  version = '2';
  await work.sync([]);
  expect(reads).toBe(2);
  await work.sync([], { failed: true });
  expect(reads).toBe(3);
});

it('a folder with a damaged file is ingested without it, and the rest stays searchable', async () => {
  const pages = path.join(folder, 'pages');
  await rm(pages, { recursive: true, force: true });
  const { mkdir } = await import('node:fs/promises');
  await mkdir(pages);
  await writeFile(path.join(pages, 'a.md'), '# Leave\n\nEveryone has 30 days of leave a year.\n');
  await writeFile(path.join(pages, 'b.pdf'), report.subarray(0, 400));
  for (const seed of [89, 499]) await writeFile(path.join(pages, `late-${seed}.pdf`), mutant(report, seed));
  const done = await work.ingest([pages], { source: 'pages' });
  expect(done.failed).toContainEqual(
    expect.objectContaining({ input: path.join(pages, 'b.pdf'), code: 'INPUT_UNREADABLE' }),
  );
  expect(await stores.lexical.search('days of leave', 3, ['everyone'])).toHaveLength(1);
});
