import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { IndexedDocument } from './documents.ts';
import { openStores } from './open.ts';
import { wholePassage } from './testing/whole-passage.ts';

/** Nothing listens at port 9. */
const DEAF_SERVER = 'http://127.0.0.1:9';

const folders: string[] = [];
const dataFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-stores-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const page = (id: string, text: string, scopes: string[]): IndexedDocument => ({
  document: { id, sourceId: 's', title: id, text, scopes, fetchedAt: '2026-01-01T00:00:00Z', contentHash: text },
  passages: [wholePassage({ id, title: id, text, scopes })],
  tables: [],
});

it('makes the data folder, keeps what a change wrote over a restart, and shows it to its scopes only', async () => {
  const PARLEY_DATA = join(dataFolder(), 'new', 'data');
  const first = await openStores({ PARLEY_DATA });
  await first.apply({ put: [page('open', 'tea at four', ['everyone']), page('secret', 'tea at five', ['private'])] });
  await first.close();
  await first.close();

  const second = await openStores({ PARLEY_DATA });
  expect((await second.lexical.search('When is tea?', 5, ['everyone'])).map((hit) => hit.id)).toEqual(['open#0']);
  expect((await second.lexical.search('When is tea?', 5, ['everyone', 'private'])).length).toBe(2);
  expect(await second.apply({ delete: ['open'] }, { dryRun: true })).toMatchObject({ documents: 1, passages: 1 });
  expect(await second.documents.count()).toEqual({ documents: 2, passages: 2, tables: 0 });
  await second.close();
});

it('completes a change that a store refused as soon as the stores are opened again', async () => {
  const PARLEY_DATA = dataFolder();
  const first = await openStores({ PARLEY_DATA });
  await first.apply({ space: { encoder: 'e', dimensions: 2 } });
  await first.close();

  const refused = await openStores({ PARLEY_DATA, CHROMA_URL: DEAF_SERVER });
  const vectors = [{ passageId: 'open#0', documentId: 'open', scopes: ['everyone'], vector: Float32Array.of(0, 1) }];
  const written = refused.apply({ put: [{ ...page('open', 'tea at four', ['everyone']), vectors }] });
  await expect(written).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  expect(await refused.documents.count()).toMatchObject({ documents: 1 });
  await refused.close();

  const again = await openStores({ PARLEY_DATA });
  expect([...(await again.vectors.vectors(['open#0'])).keys()]).toEqual(['open#0']);
  await again.close();
});
