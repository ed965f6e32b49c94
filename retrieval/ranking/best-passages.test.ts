import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PostingList } from '../../stores/index.ts';
import { BLOCK_SIZE, countOf, lengthOf, ofShape, packPosting, SHAPE_COUNT, shapeOf } from '../../stores/posting.ts';
import { bestPassages, indexIn } from './best-passages.ts';

/** Passages over a few blocks, some of them empty. */
const passage = fc
  .record({ block: fc.constantFrom(0, 1, 5), place: fc.oneof(fc.nat(20), fc.constant(BLOCK_SIZE - 1)) })
  .map(({ block, place }) => block * BLOCK_SIZE + place);
const list = fc
  .uniqueArray(fc.record({ passage, count: fc.integer({ min: 1, max: 8 }), length: fc.constantFrom(1, 9, 80) }), {
    selector: ({ passage }) => passage,
    maxLength: 40,
  })
  .map((uses): PostingList => {
    const sorted = uses.sort((a, b) => a.passage - b.passage);
    const postings = sorted.map(({ passage, count, length }) =>
      packPosting({ place: passage % BLOCK_SIZE, inTitle: false, count, length, sentences: 1 }),
    );
    return {
      total: uses.length,
      passages: Uint32Array.from(sorted, (use) => use.passage),
      postings: Uint32Array.from(postings),
    };
  });

it('finds the passages that a sum over every posting ranks first', () => {
  fc.assert(
    fc.property(fc.array(list, { maxLength: 5 }), fc.integer({ min: 1, max: 12 }), (lists, count) => {
      const weights = lists.map((_, i) =>
        Float64Array.from(
          { length: SHAPE_COUNT },
          (_, shape) => (i + 1) * (countOf(ofShape(shape)) + 1 / lengthOf(ofShape(shape))),
        ),
      );
      const totals = new Map<number, number>();
      for (const [i, { passages, postings }] of lists.entries())
        for (const [at, passage] of passages.entries())
          totals.set(passage, (totals.get(passage) ?? 0) + weights[i]![shapeOf(postings[at]!)]!);
      const expected = [...totals]
        .map(([passage, total]) => ({ passage, total }))
        .sort((a, b) => b.total - a.total || a.passage - b.passage)
        .slice(0, count);
      expect(bestPassages(lists, weights, count)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

it('tells where a passage stands in a list', () => {
  const passages = Uint32Array.of(3, 4, 90);
  expect([3, 4, 90, 0, 5, 91].map((passage) => indexIn(passages, passage))).toEqual([0, 1, 2, -1, -1, -1]);
  expect(indexIn(new Uint32Array(), 1)).toBe(-1);
});
