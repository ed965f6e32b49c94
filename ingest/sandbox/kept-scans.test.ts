import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { page } from '../../stores/testing/samples.ts';
import { forget } from '../forget.ts';
import { readInPieces, scansOf } from './read-in-pieces.ts';

let scans: string;
let stores: Stores;
beforeEach(() => {
  scans = mkdtempSync(path.join(tmpdir(), 'parley-scans-'));
  stores = openEmbedded(':memory:');
});
afterEach(async () => {
  await stores.close();
});

/** A scan of a source of which a run read one page before it was stopped. */
const stopped = async (sourceId: string): Promise<void> => {
  const reading = readInPieces(
    new TextEncoder().encode(sourceId),
    { languages: 'eng', folder: scansOf(scans, sourceId), signal: AbortSignal.abort() },
    async () => ({
      title: '',
      text: '',
      markdown: '',
      tables: [],
      links: [],
      metadata: {},
      unfinished: { 1: { text: 'locker twelve', confidence: 90 } },
    }),
  );
  await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
};
const kept = () => readdirSync(scans, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));

it('forgetting a source, or a document of it, removes the words of its scans that were not read to their end', async () => {
  for (const id of ['archive', 'ledger', 'other']) {
    await stores.documents.putSource({ id, kind: 'folder', location: `/${id}`, scopes: ['everyone'] });
    await stores.apply({ put: [page(`${id}/a`, ['Rules.'], { sourceId: id })] });
    await stopped(id);
  }
  expect(kept()).toHaveLength(3);
  expect((await forget(stores, 'archive', { scans, dryRun: true })).removed.scans).toBe(1);
  expect(kept()).toHaveLength(3);
  expect((await forget(stores, 'archive', { scans })).removed.scans).toBe(1);
  expect((await forget(stores, 'ledger/a', { scans })).removed.scans).toBe(1);
  expect(kept().map((name) => path.join(scans, path.dirname(name)))).toEqual([scansOf(scans, 'other')]);
});

it('a source that was stopped before its first page is forgotten by its kept pages', async () => {
  await stopped('archive');
  expect(await forget(stores, 'archive', { scans })).toMatchObject({ kind: 'source', removed: { scans: 1 } });
  expect(kept()).toEqual([]);
  await expect(forget(stores, 'archive', { scans })).rejects.toMatchObject({ code: 'UNKNOWN_ID' });
});
