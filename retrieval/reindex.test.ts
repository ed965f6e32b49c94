import { afterEach, expect, it } from 'vitest';
import { silentLog } from '../core/log.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import type { Stores } from '../stores/index.ts';
import { createRetriever, type Encoder, indexDocuments, reindex } from './index.ts';
import { page, wordEncoder } from './testing/pages.ts';

let stores: Stores;
afterEach(() => stores.close());

const PAGES = Array.from({ length: 1200 }, (_, i) => page(`p${i}`, `Page ${i}`, `Item ${i} lies on shelf ${i % 7}.`));
const search = async (encoder?: Encoder) =>
  createRetriever({ stores, encoder, log: silentLog }).search({
    text: 'Where does item 77 lie?',
    scopes: ['everyone'],
  });

it('serves by words with a notice after the encoder changed, and by meaning again after a reindex', async () => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores, encoder: wordEncoder(32) }, PAGES);
  const other = wordEncoder(48);
  const between = await search(other);
  expect(between.mode).toBe('lexical');
  expect(between.notice).toMatch(/test:words-32.*parley reindex/);
  expect(between.hits[0]!.documentId).toBe('p77');
  expect(await reindex({ stores, encoder: other })).toEqual({ passages: 1200, encoded: 1200, dropped: 1200 });
  const after = await search(other);
  expect([after.mode, after.notice]).toEqual(['fused', undefined]);
});

it('says that there are no vectors yet when the encoder came after the pages', async () => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores }, PAGES.slice(0, 5));
  expect((await search(wordEncoder())).notice).toContain('parley reindex');
});

it('goes on where it was cut', async () => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores }, PAGES);
  const encoder = wordEncoder();
  let batches = 0;
  const failing: Encoder = {
    name: encoder.name,
    embed: (texts) => (++batches > 1 ? Promise.reject(new Error('cut')) : encoder.embed(texts)),
  };
  await expect(reindex({ stores, encoder: failing })).rejects.toThrow('cut');
  const made = await stores.vectors.count();
  expect(made).toBeGreaterThan(0);
  const { encoded, dropped } = await reindex({ stores, encoder });
  expect([encoded, dropped]).toEqual([1200 - made, 0]);
  expect(await stores.vectors.count()).toBe(1200);
  expect(await reindex({ stores, encoder })).toMatchObject({ encoded: 0 });
});

it('leaves the old index serving until the new one is whole', async () => {
  stores = openEmbedded(':memory:');
  const old = wordEncoder(32);
  await indexDocuments({ stores, encoder: old }, PAGES);
  const encoder = wordEncoder(48);
  let batches = 0;
  const failing: Encoder = {
    name: encoder.name,
    embed: (texts) => (++batches > 1 ? Promise.reject(new Error('cut')) : encoder.embed(texts)),
  };
  await expect(reindex({ stores, encoder: failing })).rejects.toThrow('cut');
  expect((await search(old)).mode).toBe('fused');
  await stores.apply({ delete: ['p0'] });
  const { encoded } = await reindex({ stores, encoder });
  expect(encoded).toBeLessThan(1199);
  expect([(await stores.vectors.space())!.encoder, await stores.vectors.count()]).toEqual([encoder.name, 1199]);
});

it('makes stems and names again without an encoder', async () => {
  stores = openEmbedded(':memory:');
  await stores.apply({ put: PAGES });
  expect(await stores.passageIndex!.count()).toBe(0);
  await reindex({ stores });
  expect(await stores.passageIndex!.count()).toBe(1200);
});
