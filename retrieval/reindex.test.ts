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
  expect(await reindex({ stores, encoder: other })).toEqual({
    passages: 1200,
    encoded: 1200,
    dropped: 1200,
    corrected: 0,
  });
  const after = await search(other);
  expect([after.mode, after.notice]).toEqual(['fused', undefined]);
});

it('goes by words where another model answers under the same name, and makes all vectors again at a reindex', async () => {
  stores = openEmbedded(':memory:');
  const encoder = wordEncoder(32);
  await indexDocuments({ stores, encoder }, PAGES);
  expect((await search(encoder)).mode).toBe('fused');
  // Vectors of the same length as the old encoder's, but along other axes.
  const swapped: Encoder = {
    name: encoder.name,
    embed: async (texts) => (await encoder.embed(texts)).map((vector) => vector.toReversed()),
  };
  const between = await search(swapped);
  expect([between.mode, between.hits[0]?.documentId]).toEqual(['lexical', 'p77']);
  expect(between.notice).toMatch(/gives other vectors now.*parley reindex/);
  expect(await reindex({ stores, encoder: swapped })).toEqual({
    passages: 1200,
    encoded: 1200,
    dropped: 1200,
    corrected: 0,
  });
  expect((await search(swapped)).mode).toBe('fused');
  expect(await reindex({ stores, encoder: swapped })).toMatchObject({ encoded: 0, dropped: 0 });
});

it.each([
  ['first', undefined],
  ['again', wordEncoder(48)],
])('encodes the pages %s and fails if the model changes meanwhile; a later reindex makes one index', async (_, old) => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores, encoder: old }, PAGES);
  const steady = wordEncoder(32);
  let batches = 0;
  const changing: Encoder = {
    name: steady.name,
    embed: async (texts) => {
      const made = await steady.embed(texts);
      return texts.length > 1 && ++batches === 1 ? made : made.map((vector) => vector.toReversed());
    },
  };
  await expect(reindex({ stores, encoder: changing })).rejects.toMatchObject({
    code: 'ENCODER_UNAVAILABLE',
    message: expect.stringContaining('became another model'),
  });
  if (old) expect((await search(old)).mode).toBe('fused');
  expect(await reindex({ stores, encoder: changing })).toMatchObject({ encoded: 1200 });
  expect((await search(changing)).mode).toBe('fused');
});

it('hears that it is to stop while it reads a data file, which answers without waiting', async () => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores }, PAGES);
  const stop = new AbortController();
  setTimeout(() => stop.abort(new Error('stopped')), 1);
  await expect(reindex({ stores }, { signal: stop.signal })).rejects.toThrow('stopped');
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

it('keeps the old vectors serving until the new ones are complete, and never swaps in what an older text gave', async () => {
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
  expect([await stores.vectors.count(), (await stores.vectors.space())?.encoder]).toEqual([1200, old.name]);
  const made = await stores.rebuild.vectors.next.count();
  expect(made).toBeGreaterThan(1);

  // If the old encoder can be opened, questions still use vectors.
  const serving = createRetriever({ stores, encoder, openNamed: async () => old, log: silentLog });
  const ask = () => serving.search({ text: 'Where does item 77 lie?', scopes: ['everyone'] });
  expect((await ask()).mode).toBe('fused');

  await indexDocuments({ stores, encoder: old }, [page('p0', 'Page 0', 'Something else altogether.')]);
  await stores.apply({ delete: ['p1'] });
  expect(await reindex({ stores, encoder })).toEqual({
    passages: 1199,
    encoded: 1199 - (made - 2),
    dropped: 1199,
    corrected: 0,
  });
  expect(await stores.vectors.space()).toEqual({ encoder: encoder.name, dimensions: 48 });
  expect(await stores.vectors.count()).toBe(1199);
  const [changed] = await encoder.embed(['Page 0. Something else altogether.']);
  expect((await stores.vectors.search(changed!, 1, ['everyone']))[0]).toMatchObject({ id: 'p0#0' });
  expect((await ask()).mode).toBe('fused');
});

it('says what to do when the encoder that made the vectors cannot be opened any more', async () => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores, encoder: wordEncoder(32) }, PAGES.slice(0, 5));
  const openNamed = () => Promise.reject(new Error('no key'));
  const { mode, notice } = await createRetriever({
    stores,
    encoder: wordEncoder(48),
    openNamed,
    log: silentLog,
  }).search({
    text: 'item 3',
    scopes: ['everyone'],
  });
  expect(mode).toBe('lexical');
  expect(notice).toMatch(/test:words-32.*parley reindex/);
});

it('gives up what was made for a third encoder', async () => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores, encoder: wordEncoder(32) }, PAGES.slice(0, 9));
  const { embed, name } = wordEncoder(48);
  await stores.rebuild.vectors.next.open({ encoder: name, dimensions: 48 });
  const [vector] = await embed(['x']);
  await stores.rebuild.vectors.next.put([
    { passageId: 'p0#0', documentId: 'p0', scopes: ['everyone'], vector: vector! },
  ]);
  expect(await reindex({ stores, encoder: wordEncoder(64) })).toMatchObject({ encoded: 9, dropped: 9 });
  expect((await stores.vectors.space())?.dimensions).toBe(64);
});

it('drops vectors of another encoder where no page is left', async () => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores, encoder: wordEncoder(32) }, PAGES.slice(0, 2));
  await stores.apply({ delete: ['p0', 'p1'] });
  expect(await reindex({ stores, encoder: wordEncoder(48) })).toEqual({
    passages: 0,
    encoded: 0,
    dropped: 0,
    corrected: 0,
  });
  expect(await stores.vectors.space()).toBeUndefined();
});

it('replaces an index whose encoder gives vectors of another length under its old name', async () => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores, encoder: wordEncoder(32) }, PAGES);
  const encoder: Encoder = { ...wordEncoder(48), name: wordEncoder(32).name };
  const serving = createRetriever({ stores, encoder, openNamed: async () => encoder, log: silentLog });
  const ask = () => serving.search({ text: 'Where does item 77 lie?', scopes: ['everyone'] });
  const between = await ask();
  expect(between.mode).toBe('lexical');
  expect(between.notice).toMatch(/test:words-32 gives 48 dimensions now, the index holds 32.*parley reindex/);
  expect(between.hits[0]!.documentId).toBe('p77');
  await expect(indexDocuments({ stores, encoder }, PAGES.slice(0, 1))).rejects.toMatchObject({
    code: 'EMBEDDING_DIMENSION_CHANGED',
    remedy: expect.stringContaining('parley reindex'),
  });
  let batches = 0;
  const failing: Encoder = {
    name: encoder.name,
    embed: (texts) => (texts.length > 1 && ++batches > 1 ? Promise.reject(new Error('cut')) : encoder.embed(texts)),
  };
  await expect(reindex({ stores, encoder: failing })).rejects.toThrow('cut');
  const made = await stores.rebuild.vectors.next.count();
  expect([await stores.vectors.count(), made > 0 && made < 1200]).toEqual([1200, true]);
  expect(await reindex({ stores, encoder })).toEqual({
    passages: 1200,
    encoded: 1200 - made,
    dropped: 1200,
    corrected: 0,
  });
  expect((await stores.vectors.space())?.dimensions).toBe(48);
  const after = createRetriever({ stores, encoder, openNamed: async () => encoder, log: silentLog });
  expect((await after.search({ text: 'Where does item 77 lie?', scopes: ['everyone'] })).mode).toBe('fused');
});
