import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../core/log.ts';
import { chunkDocument } from '../ingest/chunk/chunk.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import { createRetriever } from './create-retriever.ts';
import { indexDocuments } from './index-documents.ts';

let close: (() => Promise<void>) | undefined;
afterEach(async () => {
  await close?.();
});

const PAGES = [
  { id: 'maliman', title: 'Felix Maliman', text: 'Felix Maliman was born in Sandaston.' },
  { id: 'leave', title: 'Parental leave', text: 'Parental leave lasts 26 weeks.' },
  { id: 'rota', title: 'On-call', text: 'Change the rota and the pager.' },
  { id: 'secret', title: 'Salaries', text: 'The severance formula is confidential.', scopes: ['board'] },
];
const search = async (text: string, scopes = ['everyone']) => {
  const stores = openEmbedded(':memory:');
  close = () => stores.close();
  const pages = PAGES.map(({ scopes: own = ['everyone'], ...page }) => {
    const document = { ...page, sourceId: 's', scopes: own, fetchedAt: '2026-01-01T00:00:00Z', contentHash: page.id };
    return { document, ...chunkDocument(document) };
  });
  await indexDocuments({ stores }, pages);
  const { hits, corrections } = await createRetriever({ stores, log: silentLog }).search({ text, scopes });
  return { found: hits.map(({ documentId }) => documentId), corrections };
};

describe('a slip of the finger', () => {
  it.each([
    ['Where was Felix Malimann born?', 'Malimann', 'Maliman'],
    ['Where was Felix Malmian born?', 'Malmian', 'Maliman'],
    ['Where was Felix Malinan born?', 'Malinan', 'Maliman'],
  ])('is corrected: %s', async (question, from, to) => {
    const { found, corrections } = await search(question);
    expect(corrections).toEqual([{ from, to }]);
    expect(found[0]).toBe('maliman');
  });

  it('in a name by itself finds the page all the same', async () => {
    expect((await search('Malimam')).found).toEqual(['maliman']);
  });
});

describe('left as it is', () => {
  it('is a word that some page holds, or that nothing is one slip away from', async () => {
    expect((await search('parental leave')).corrections).toBeUndefined();
    expect((await search('quantum chromodynamics')).corrections).toBeUndefined();
  });

  it('is an English word that no page holds, in any of its forms', async () => {
    for (const question of ['How do I rotate a key?', 'pager rotates'])
      expect((await search(question)).corrections).toBeUndefined();
    expect((await search('the rotaa')).corrections).toEqual([{ from: 'rotaa', to: 'rota' }]);
  });

  it('is a short word, another script, and a question in a language that no page speaks', async () => {
    expect((await search('leav bron')).corrections).toBeUndefined();
    expect((await search('育児休暇はどのくらいですか')).corrections).toBeUndefined();
    expect(
      (await search('Welche Regelungen gelten eigentlich während längerer Krankheiten')).corrections,
    ).toBeUndefined();
  });

  it('is a question in another language of which one word is a slip away from a word of the pages', async () => {
    expect((await search('Leavo Krankheiten')).corrections).toBeUndefined();
    expect((await search('parental leavo')).corrections).toMatchObject([{ from: 'leavo' }]);
  });

  it('is a word that only hidden pages would correct: nothing tells that they hold it', async () => {
    expect((await search('severanse formula')).corrections).toBeUndefined();
    expect((await search('severanse formula', ['board'])).corrections).toEqual([
      { from: 'severanse', to: 'severance' },
    ]);
  });
});
