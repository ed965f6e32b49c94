import { describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { PostingList } from '../../stores/index.ts';
import { indexDocuments } from '../index-documents.ts';
import { page } from '../testing/pages.ts';
import { openCosines } from './cosines.ts';
import type { LexicalScores } from './lexical-scores.ts';
import { analyseQuestion } from './question.ts';
import { dense, lexicalShare, titlesNamed } from './static-features.ts';

const listOf = (passages: number[], total = passages.length): PostingList => ({
  total,
  passages: Uint32Array.from(passages),
  postings: new Uint32Array(passages.length),
});

describe('bm', () => {
  it('is a share of the best score, 0 where there is none', () => {
    const lexical = (best: number) => ({ best, total: () => 3 }) as unknown as LexicalScores;
    expect(lexicalShare(lexical(12), 0)).toBe(0.25);
    expect(lexicalShare(lexical(0), 0)).toBe(0);
  });
});

describe('tm', () => {
  const question = analyseQuestion('who wrote the long winter song');
  const named = (titles: Record<string, PostingList>) =>
    titlesNamed(
      question,
      question.phrases.map(({ key }) => titles[key] ?? listOf([])),
    );

  it('is 1 for the page of a title that the question names, n^−.5 for each of n of one title', () => {
    expect(named({ 'the long winter': listOf([7]) }).get(7)).toEqual({ value: 1, title: 'the long winter' });
    const four = named({ 'long winter': listOf([1, 2, 3, 4]) });
    expect([...four.values()].map(({ value }) => value)).toEqual([0.5, 0.5, 0.5, 0.5]);
  });

  it('goes by the longest of titles that overlap, one inside the other', () => {
    const found = named({ 'long winter song': listOf([1]), 'long winter': listOf([2]), 'wrote the long': listOf([3]) });
    expect([...found.keys()].sort()).toEqual([1, 3]);
  });

  it('keeps the better of two titles of a page, and passes over a list too long to read', () => {
    const found = named({ 'wrote the long': listOf([1, 2, 3, 4]), 'winter song': listOf([1]) });
    expect(found.get(1)).toEqual({ value: 1, title: 'winter song' });
    expect(named({ 'winter song': listOf([], 400), 'long winter': listOf([5]) }).get(5)?.value).toBe(1);
  });
});

describe('dn', () => {
  it('is the cosine on a scale where the best is 1 and −.1 is 0; a passage without a vector has 0', async () => {
    const stores = openEmbedded(':memory:');
    const vectors: Record<string, number[]> = { 'A. a': [1, 0], 'B. b': [0.6, 0.8], 'C. c': [0, 1] };
    const encoder = {
      name: 'test:by-hand',
      embed: async (texts: readonly string[]) => texts.map((text) => Float32Array.from(vectors[text]!)),
    };
    await indexDocuments({ stores, encoder }, [page('a', 'A', 'a'), page('b', 'B', 'b'), page('c', 'C', 'c')]);
    await indexDocuments({ stores }, [page('d', 'D', 'd')]);
    const index = stores.passageIndex!;
    const scopes = ['everyone'];
    const numbers = await index.numbersOf(['a#0', 'b#0', 'c#0', 'd#0'], scopes);
    const cosines = await openCosines({ index, vectors: stores.vectors, scopes }, Float32Array.from([1, 0]), 1);
    const of = (id: string) => dense(cosines, numbers.get(id)!);
    expect([of('a#0'), of('b#0')]).toEqual([1, 0]);
    await cosines.load(numbers.values());
    expect(of('a#0')).toBe(1);
    expect(of('b#0')).toBeCloseTo(0.7 / 1.1, 6);
    expect(of('c#0')).toBeCloseTo(0.1 / 1.1, 6);
    expect(of('d#0')).toBe(0);
    expect(dense(undefined, 0)).toBe(0);
    expect([...(await cosines.vectors(numbers.values())).keys()].sort()).toEqual(
      ['a#0', 'b#0', 'c#0'].map((id) => numbers.get(id)!).sort(),
    );
    await stores.close();
  });
});
