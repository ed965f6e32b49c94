import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { createIngest } from '../../runtime/ingest.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { SourceKind } from './connector.ts';
import { startSite } from './testing/fake-site.ts';
import { writeGuideCode } from './testing/guide-code.ts';

/** The connector in docs/connectors.md, as it is printed there. */
const printed = async (folder: string): Promise<SourceKind> => {
  const file = path.join(folder, 'wiki.ts');
  await writeGuideCode('connectors.md', file, 'ingest/sources');
  return ((await import(/* @vite-ignore */ file)) as { wikiSpaces: SourceKind }).wikiSpaces;
};

it('a connector as the documentation shows it takes a place in and keeps in step with it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-connector-'));
  const site = await startSite();
  const stores = openEmbedded(':memory:');
  try {
    const list = (...pages: [string, number][]) =>
      site.pages.set('/team/pages.json', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          pages: pages.map(([id, version]) => ({ id, version, url: `${site.base}/team/${id}` })),
        }),
      });
    const settings = readSettings({ PARLEY_FETCH_ALLOW: '127.0.0.1' });
    const work = createIngest({ settings, stores, sourceKinds: [await printed(folder)] });
    const page = (text: string) => `<title>${text}</title><p>${text} is written here in full.</p>`;
    site.pages.set('/team/1', page('Holidays'));
    site.pages.set('/team/2', page('Parking'));
    list(['1', 1], ['2', 1], ['3', 1]);
    const input = `wiki:${site.base}/team`;
    const first = await work.ingest([input]);
    expect(first).toMatchObject({ source: 'team', added: 2, failed: [{ input: `${site.base}/team/3` }] });
    site.pages.set('/team/1', page('Vacation'));
    list(['1', 2]);
    expect(await work.sync(['team'])).toMatchObject({ updated: 1, deleted: 1, failed: [] });
    expect((await stores.documents.document('wiki/1', ['everyone']))!.title).toBe('Vacation');
  } finally {
    await stores.close();
    await site.close();
    await rm(folder, { recursive: true });
  }
});
