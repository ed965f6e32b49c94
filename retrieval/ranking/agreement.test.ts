import { describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { indexDocuments } from '../index.ts';
import { page, wordEncoder } from '../testing/pages.ts';
import { agreements } from './agreement.ts';
import { rank } from './rank.ts';
import { scoreOf, WITH_ENCODER } from './weights.ts';

/** Passages with their BM25 relative to the best, their scaled cosine and their share of the question's words. */
const evidence = (passages: Record<number, readonly [words: number, meaning: number, held: number]>) => {
  const known = (passage: number) => passages[passage] ?? ([0, 0, 0] as const);
  return {
    lexical: {
      best: 1,
      total: (passage: number) => known(passage)[0],
      heldShare: (passage: number) => known(passage)[2],
    },
    cosines: { scaled: (passage: number) => known(passage)[1] },
  } as unknown as Parameters<typeof agreements>[0];
};

describe('agreement', () => {
  it('is what the best two have beyond the third, by (words · meaning)^4 · held²', () => {
    const found = agreements(evidence({ 1: [1, 1, 1], 2: [0.8, 1, 1], 3: [1, 0.5, 1], 4: [1, 1, 0.1] }), [4, 3, 2, 1]);
    expect(found.get(1)).toBeCloseTo(1 - 0.5 ** 4, 9);
    expect(found.get(2)).toBeCloseTo(0.8 ** 4 - 0.5 ** 4, 9);
    expect(found.size).toBe(2);
  });

  it('is next to none where several passages answer alike', () => {
    const alike = evidence({ 1: [1, 1, 1], 2: [1, 1, 1], 3: [1, 1, 1] });
    expect([...agreements(alike, [1, 2, 3]).values()]).toEqual([0, 0]);
  });

  it('goes by words alone where there are no vectors', () => {
    const { lexical } = evidence({ 1: [1, 0, 1], 2: [0.8, 1, 1], 3: [0.5, 1, 1] });
    const found = agreements({ lexical, cosines: undefined }, [1, 2, 3]);
    expect(found.get(1)).toBeCloseTo(1 - 0.5 ** 4, 9);
    expect(found.get(2)).toBeCloseTo(0.8 ** 4 - 0.5 ** 4, 9);
  });

  it('counts for the page that answers a plain question, and in its score', async () => {
    const stores = openEmbedded(':memory:');
    const encoder = wordEncoder(256);
    const products = ['quarl', 'noddle', 'ferrow', 'lumpkit'];
    const teams = ['Kestrel', 'Basalt', 'Otter', 'Quartz'];
    await indexDocuments({ stores, encoder }, [
      ...products.map((product, at) =>
        page(
          `${product}.md`,
          'Overview',
          `${product} takes payments and sends receipts to shops. Team ${teams[at]} runs it.`,
        ),
      ),
      ...teams.map((team) =>
        page(
          `${team}.md`,
          `Team ${team}`,
          `Team ${team} runs many things. Which team runs what is on this page of Team ${team}.`,
        ),
      ),
    ]);
    const [vector] = await encoder.embed(['Which team runs noddle?']);
    const found = await rank('Which team runs noddle?', 10, {
      index: stores.passageIndex!,
      vectors: stores.vectors,
      scopes: ['everyone'],
      vector,
    });
    const [number] = (await stores.passageIndex!.numbersOf(['noddle.md#0'], ['everyone'])).values();
    expect(found[0]?.passage).toBe(number);
    expect(found[0]?.features.agreement).toBeGreaterThan(0.1);
    expect(found.slice(2).every(({ features }) => features.agreement === 0)).toBe(true);
    for (const { score, features } of found) expect(score).toBeCloseTo(scoreOf(features, WITH_ENCODER.final), 9);
    expect(WITH_ENCODER.final.agreement).toBeGreaterThan(0);
    await stores.close();
  });
});
