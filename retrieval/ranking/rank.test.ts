import { afterEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { DocumentChange, Stores } from '../../stores/index.ts';
import { indexDocuments } from '../index-documents.ts';
import { page } from '../testing/pages.ts';
import { rank } from './rank.ts';
import { scoreOf, WITHOUT_ENCODER } from './weights.ts';

const SCOPES = ['everyone'];
let stores: Stores | undefined;
afterEach(() => stores?.close());

const ranked = async (pages: readonly DocumentChange[], question: string, k = 10, seeds: readonly string[] = []) => {
  stores = openEmbedded(':memory:');
  for (const one of pages) await indexDocuments({ stores }, [one]);
  const index = stores.passageIndex!;
  const numbers = await index.numbersOf(seeds, SCOPES);
  const found = await rank(question, k, {
    index,
    vectors: stores.vectors,
    scopes: SCOPES,
    seeds: [...numbers.values()],
  });
  const ids = await index.idsOf(
    found.map(({ passage }) => passage),
    SCOPES,
  );
  return found.map((one) => ({ ...one, id: ids.get(one.passage)!.replace('#0', '') }));
};

describe('a ranking', () => {
  it('is by the weighted sum of its features, best first, as many as asked for', async () => {
    const pages = ['a', 'b', 'c'].map((id, i) => page(id, `Note ${id}`, 'The zebra. '.repeat(i + 1)));
    const found = await ranked(pages, 'Where is the zebra?', 2);
    expect(found.map(({ id }) => id)).toEqual(['c', 'b']);
    for (const { score, features } of found) expect(score).toBeCloseTo(scoreOf(features, WITHOUT_ENCODER.final), 9);
  });

  it('puts equal pages in the order of their ids, whichever came first', async () => {
    const pages = ['b', 'c', 'a'].map((id) => page(id, 'Note', 'The zebra sleeps.'));
    expect((await ranked(pages, 'Where is the zebra?')).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('hops from a seed as from a good one: base at least .85, σ of its sentences at least .65', async () => {
    const film = page('film', 'The Long Winter', 'It was directed by Ada Marchetti.');
    const director = page('director', 'Ada Marchetti', 'An editor and a director.');
    const noise = page('noise', 'Zebras', 'Zebras sleep.');
    const question = 'Where do zebras sleep?';
    const of = (found: Awaited<ReturnType<typeof ranked>>) => found.find(({ id }) => id === 'director');
    expect(of(await ranked([film, director, noise], question))).toBeUndefined();
    await stores!.close();
    const led = of(await ranked([film, director, noise], question, 10, ['film#0']))!;
    // Two passages name Ada Marchetti, so w = ln(500 / 3) / ln 500. Neither contains other words of the question.
    const weight = Math.log(500 / 3) / Math.log(500);
    expect(led.features.linkSentence).toBeCloseTo(0.85 * weight * 0.65, 6);
    expect(led.features.linkResidual).toBe(0);
  });
});
