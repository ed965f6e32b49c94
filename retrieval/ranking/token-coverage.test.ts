import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentWords, type TokenOutputs, tokenCoverage } from './token-coverage.ts';

/** Token outputs are unit vectors along these axes, so equal words have the cosine 1 and others 0. */
const AXES = ['parental', 'leave', 'weeks', 'hotel', 'budget', 'the', 'what', '?', '202', '##60', '##52', '##9', '##4'];
const outputs = (...tokens: string[]): TokenOutputs => {
  const vectors = new Float32Array(tokens.length * AXES.length);
  for (const [at, token] of tokens.entries()) vectors[at * AXES.length + AXES.indexOf(token)] = 1;
  return { tokens, vectors, dimensions: AXES.length };
};

describe('tokenCoverage', () => {
  it('gives a passage the share of the telling tokens that it covers and its rivals do not', () => {
    const question = outputs('what', 'parental', 'leave', '?');
    const both = outputs('parental', 'leave', 'weeks', 'what');
    const one = outputs('leave', 'hotel');
    const none = outputs('hotel', 'budget');
    // "what" and "parental" are in the first alone; "leave" is in two of three, so its median is no lower than its best.
    expect(tokenCoverage(question, [both, one, none])).toEqual([2 / 3, 0, 0]);
  });

  it('counts nothing for what all passages cover, and for a question without a telling token', () => {
    const same = outputs('parental', 'leave');
    expect(tokenCoverage(outputs('parental', 'leave'), [same, same])).toEqual([0, 0]);
    expect(tokenCoverage(outputs('the', '?'), [same, outputs('hotel')])).toEqual([0, 0]);
    expect(tokenCoverage(outputs('leave'), [])).toEqual([]);
  });

  it('takes a date for the same date only, although its pieces are those of other dates', () => {
    const question = outputs('leave', '202', '##60', '##52', '##9');
    const day = outputs('202', '##60', '##52', '##9', 'hotel');
    const longer = outputs('202', '##60', '##52', '##9', '##4', 'hotel');
    const shuffled = outputs('202', '##52', '##60', '##9', '##4');
    expect(tokenCoverage(question, [longer, day, shuffled])).toEqual([0, 4 / 5, 0]);
  });

  it('stays within 0 and 1 and follows the passages in any order', () => {
    const texts = fc
      .array(fc.constantFrom(...AXES), { minLength: 1, maxLength: 6 })
      .map((tokens) => outputs(...tokens));
    fc.assert(
      fc.property(texts, fc.array(texts, { minLength: 1, maxLength: 6 }), (question, passages) => {
        const shares = tokenCoverage(question, passages);
        for (const share of shares) expect(share).toBeGreaterThanOrEqual(0);
        for (const share of shares) expect(share).toBeLessThanOrEqual(1 + 1e-9);
        expect(tokenCoverage(question, passages.toReversed())).toEqual(shares.toReversed());
      }),
    );
  });
});

describe('contentWords', () => {
  it('keeps the pieces of a word together and leaves function words and punctuation out', () => {
    expect(contentWords(['how', 'do', 'i', 're', '##im', '##burse', 'a', 'train', '-', '2024', '?'])).toEqual([
      [0],
      [3, 4, 5],
      [7],
      [9],
    ]);
  });
});
