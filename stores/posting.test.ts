import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BLOCK_SIZE, countOf, inTitle, lengthOf, packPosting, placeOf, sentenceBit, sentencesOf } from './posting.ts';

it('keeps what it is given: lengths within 7 %, counts up to 8', () => {
  fc.assert(
    fc.property(
      fc.record({
        place: fc.nat(BLOCK_SIZE - 1),
        inTitle: fc.boolean(),
        count: fc.integer({ min: 1, max: 8 }),
        length: fc.integer({ min: 1, max: 4096 }),
        sentences: fc.nat(1023),
      }),
      (posting) => {
        const packed = packPosting(posting);
        expect(packed).toBe(packed >>> 0);
        expect(placeOf(packed)).toBe(posting.place);
        expect(inTitle(packed)).toBe(posting.inTitle);
        expect(countOf(packed)).toBe(posting.count);
        expect(sentencesOf(packed)).toBe(posting.sentences);
        expect(Math.abs(lengthOf(packed) / posting.length - 1)).toBeLessThan(0.07);
      },
    ),
  );
});

it('orders postings of a block by place, whatever else they hold', () => {
  const full = packPosting({ place: 7, inTitle: true, count: 99, length: 1e6, sentences: 1023 });
  expect(full).toBeLessThan(packPosting({ place: 8, inTitle: false, count: 0, length: 0, sentences: 0 }));
});

it('puts late sentences under the last bit', () => {
  expect([0, 1, 9, 10, 5000].map(sentenceBit)).toEqual([1, 2, 512, 512, 512]);
});
