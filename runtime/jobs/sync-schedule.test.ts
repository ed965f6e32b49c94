import { mkdir, mkdtemp, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { openStores, type Stores } from '../../stores/index.ts';
import { createIngest } from '../ingest.ts';
import { syncHandler } from './sync-schedule.ts';

let folder: string;
let stores: Stores;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-sync-'));
  stores = await openStores(readSettings({ PARLEY_DATA: path.join(folder, 'data') }));
});
afterEach(async () => {
  await stores.close();
});

it('fails the job of a source whose folder is gone, keeps its pages, and does it once the folder is back', async () => {
  const settings = readSettings({ PARLEY_DATA: path.join(folder, 'data') });
  const work = createIngest({ settings, stores });
  const pages = path.join(folder, 'pages');
  await mkdir(pages);
  await writeFile(path.join(pages, 'quetzal.md'), '# Quetzal\n\nThe quetzal nests above the boiler.');
  await work.ingest([pages]);
  const [source] = await stores.documents.sources();
  const handler = syncHandler({ settings, log: silentLog, stores, sync: work.sync }, 1);
  const { signal } = new AbortController();
  const job = { key: source?.id } as Parameters<typeof handler.run>[0];
  await handler.run(job, signal);

  await rename(pages, `${pages}-away`);
  await expect(handler.run(job, signal)).rejects.toMatchObject({
    code: 'INPUT_NOT_FOUND',
    message: expect.stringContaining(`Nothing of the source ${source?.id} can be read: ${pages}`),
  });
  const [kept] = await stores.documents.sources();
  expect(kept?.documents).toBe(source?.documents);

  await rename(`${pages}-away`, pages);
  await handler.run(job, signal);
});
