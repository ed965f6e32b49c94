import { afterEach, expect, it } from 'vitest';
import { openEmbedded } from '../stores/embedded/index.ts';
import { indexDocuments } from './index-documents.ts';
import { searchByWords } from './search-by-words.ts';
import { page } from './testing/pages.ts';

let stores = openEmbedded(':memory:');
afterEach(async () => {
  await stores.close();
  stores = openEmbedded(':memory:');
});

const PAGES = [
  page('harbour', 'Harbour office', 'The harbour office opens at nine. Ferries leave from the pier.'),
  page('ferry', 'Ferries', 'Ferries to the islands leave twice a day.'),
  page('secret', 'Ferry prices', 'The ferry will be sold.', { scopes: ['board'] }),
];

it('ranks as the full-text store does, within the scopes', async () => {
  await indexDocuments({ stores }, PAGES);
  for (const [text, scopes] of [
    ['harbour ferries', ['everyone']],
    ['ferry', ['everyone', 'board']],
    ['the sold', ['board']],
    ['zeppelin', ['everyone']],
  ] as const) {
    const found = await searchByWords(stores, text, 5, scopes);
    expect(found.map(({ id }) => id)).toEqual((await stores.lexical.search(text, 5, scopes)).map(({ id }) => id));
    expect(found.every(({ score }) => score > 0)).toBe(true);
  }
});

it('goes to the full-text store for passages that came in without an analysis', async () => {
  await stores.apply({ put: PAGES });
  expect((await searchByWords(stores, 'harbour', 5, ['everyone'])).map(({ id }) => id)).toEqual(['harbour#0']);
});
