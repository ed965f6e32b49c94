import { afterEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../stores/embedded/index.ts';
import type { Stores } from '../stores/index.ts';
import { createRetriever, indexDocuments } from './index.ts';
import { asksForCurrent } from './prefer-newer.ts';
import { page, wordEncoder } from './testing/pages.ts';

it.each([
  'What is the current hotel limit?',
  'Who leads the team now?',
  'is the VPN still Tunnelbear',
  'Wie hoch ist die aktuelle Obergrenze für Hotels?',
  'Quel est le plafond en vigueur pour les hôtels de la société ?',
  '¿Cuál es el límite actual de los hoteles para los empleados?',
])('asks for what is current: %s', (question) => expect(asksForCurrent(question)).toBe(true));

it.each([
  'What is the hotel limit?',
  'What was the current limit in 2021?',
  'What was the actual cost of the move?',
  'Who knows Nowak?',
  'Wie hoch ist die Obergrenze für Hotels?',
])('does not: %s', (question) => expect(asksForCurrent(question)).toBe(false));

const dated = (id: string, title: string, text: string, updatedAt?: string) => {
  const made = page(id, title, text);
  if (!updatedAt) return made;
  return {
    ...made,
    document: { ...made.document, updatedAt },
    passages: made.passages.map((passage) => ({ ...passage, updatedAt })),
  };
};

/** Three versions of one page, and newer pages about other things. */
const PAGES = [
  dated('travel-2023', 'Travel policy', 'The hotel limit is 120 euros a night for all of us.', '2023-01-10T00:00:00Z'),
  dated('travel-2026', 'Travel policy', 'The hotel limit is 160 euros a night for all of us.', '2026-02-01T00:00:00Z'),
  dated('travel-2024', 'Travel policy', 'The hotel limit is 140 euros a night for all of us.', '2024-03-05T00:00:00Z'),
  dated('news', 'News', 'The hotel by the lake opens again in summer.', '2026-11-01T00:00:00Z'),
  dated('limits', 'Rate limits', 'The limit of the interface is 60 calls.', '2026-11-02T00:00:00Z'),
  dated('notes', 'Notes', 'Bring a towel.'),
];

describe('a search', () => {
  let stores: Stores | undefined;
  afterEach(() => stores?.close());
  const find = async (text: string, meaning: boolean, k = 3) => {
    stores = openEmbedded(':memory:');
    const encoder = meaning ? wordEncoder(128) : undefined;
    await indexDocuments({ stores, encoder }, PAGES);
    return (await createRetriever({ stores, encoder }).search({ text, k, scopes: ['everyone'] })).hits;
  };

  for (const meaning of [true, false]) {
    it(`for what is current has the newest version first, ${meaning ? 'with' : 'without'} an encoder`, async () => {
      const hits = await find('What is the current hotel limit?', meaning, 6);
      const versions = hits.filter(({ title }) => title === 'Travel policy');
      expect(versions.map(({ documentId }) => documentId)).toEqual(['travel-2026', 'travel-2024', 'travel-2023']);
      expect(versions[0]?.via).toContainEqual({ kind: 'date', updatedAt: '2026-02-01T00:00:00Z' });
      // The newest is found even if fewer hits are requested than there are versions.
      expect((await find('current hotel limit', meaning, 1)).map(({ documentId }) => documentId)).toEqual([
        'travel-2026',
      ]);
    });

    it(`for anything else goes by no date, ${meaning ? 'with' : 'without'} an encoder`, async () => {
      const hits = await find('What is the hotel limit?', meaning, 6);
      expect(hits.flatMap(({ via }) => via).some(({ kind }) => kind === 'date')).toBe(false);
    });
  }

  it('never has a new page about something else before the one that answers', async () => {
    const [first] = await find('What is the current limit of calls of the interface?', true);
    expect(first?.documentId).toBe('limits');
    const hits = await find('Which towel should I bring now?', true);
    expect(hits[0]?.documentId).toBe('notes');
  });
});
