import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { indexDocuments } from '../index.ts';
import { page, wordEncoder } from '../testing/pages.ts';
import { narrowed } from './narrowed.ts';

const SCOPES = ['everyone'];
const COUNT = 60;
const numberOf = (id: string) => Number(id.match(/\d+/)?.[0]);

// Every third page passes the filter, and every second of these is about rivers.
describe('an index and vectors narrowed to some passages', () => {
  const stores = openEmbedded(':memory:');
  const encoder = wordEncoder();
  let left = new Uint32Array();
  beforeAll(async () => {
    const pages = Array.from({ length: COUNT }, (_, i) =>
      page(`p${i}.md`, `Page ${i}`, `${i % 2 ? 'River' : 'Mountain'} number${i} of the land, seen in spring.`),
    );
    await indexDocuments({ stores, encoder }, pages);
    const numbers = await stores.passageIndex!.numbersOf(
      pages.map(({ passages }) => passages[0]!.id),
      SCOPES,
    );
    left = Uint32Array.from([...numbers].filter(([id]) => numberOf(id) % 3 === 0).map(([, number]) => number)).sort();
  });
  afterAll(() => stores.close());
  const open = (options?: { few?: number; maxNearest?: number }) =>
    narrowed(stores.passageIndex!, stores.vectors, SCOPES, left, options);

  it('count and list what is left alone', async () => {
    const { index } = await open();
    expect((await index.size(SCOPES)).passages).toBe(COUNT / 3);
    const [rivers, spring] = await index.lists('stem', ['river', 'spring'], SCOPES, COUNT / 3);
    expect([rivers!.total, rivers!.passages.length, spring!.total]).toEqual([10, 10, 20]);
    const ids = await index.idsOf([...rivers!.passages], SCOPES);
    expect([...ids.values()].every((id) => numberOf(id) % 6 === 3)).toBe(true);
    const [tooLong] = await index.lists('stem', ['spring'], SCOPES, 5);
    expect([tooLong!.total, tooLong!.passages.length]).toEqual([20, 0]);
    expect(await index.numbersOf(['p1.md#0'], SCOPES)).toEqual(new Map());
    const all = await stores.passageIndex!.numbersOf(['p1.md#0', 'p3.md#0'], SCOPES);
    expect((await index.passages([...all.values()], SCOPES)).map(({ passageId }) => passageId)).toEqual(['p3.md#0']);
  });

  it('find the same nearest whether each is compared or the nearest of all are sifted', async () => {
    const [vector] = await encoder.embed(['River number33 of the land']);
    const nearest = async (options?: { few?: number; maxNearest?: number }) =>
      (await (await open(options)).vectors.search(vector!, 8, SCOPES)).map(({ id }) => id);
    const compared = await nearest();
    expect(compared).toHaveLength(8);
    expect(compared[0]).toBe('p33.md#0');
    expect(compared.every((id) => numberOf(id) % 3 === 0)).toBe(true);
    expect(await nearest({ few: 2 })).toEqual(compared);
    // Stops at `maxNearest` and returns the hits found until then.
    expect((await nearest({ few: 2, maxNearest: 9 })).length).toBeLessThan(8);
  });
});
