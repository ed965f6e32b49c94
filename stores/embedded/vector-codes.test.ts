import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK_SIZE } from '../posting.ts';
import { unitVector } from '../testing/samples.ts';
import { openEmbedded } from './index.ts';
import { type CodeBlock, codeOf, codeWords, nearestCodes } from './vector-codes.ts';

const bitsApart = (a: Uint32Array, b: Uint32Array) =>
  a.reduce((sum, word, i) => sum + ((word ^ b[i]!) >>> 0).toString(2).replaceAll(/[^1]/g, '').length, 0);

describe('binary codes', () => {
  it('have a bit for every number above zero', () => {
    expect([...codeOf(Float32Array.from([1, -1, 0, 0.1]))]).toEqual([0b1001]);
    expect(codeOf(new Float32Array(33)).length).toBe(2);
    expect(codeWords(384)).toBe(12);
  });

  it('give the wanted number of nearest keys and those that tie, of places that are taken', () => {
    const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    const code = fc.tuple(word, word);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(code, fc.boolean()), { maxLength: 30 }),
        code,
        fc.nat(12),
        (places, asked, wanted) => {
          const query = Uint32Array.from(asked);
          const half = Math.floor(places.length / 2);
          const blocks = [places.slice(0, half), places.slice(half)].map((part, block): CodeBlock => {
            const taken = new Uint8Array(BLOCK_SIZE / 8);
            for (const [place, [, isTaken]] of part.entries()) if (isTaken) taken[place >> 3]! |= 1 << (place & 7);
            return {
              block: block + 3,
              taken,
              codes: new Uint8Array(Uint32Array.from(part.flatMap(([words]) => words)).buffer),
            };
          });
          const all = blocks.flatMap(({ block }, i) =>
            (i === 0 ? places.slice(0, half) : places.slice(half)).flatMap(([words, isTaken], place) => {
              const signed = Uint32Array.from(words).map((each, at) => each ^ query[at]!);
              return isTaken
                ? [{ key: block * BLOCK_SIZE + place, distance: bitsApart(signed, new Uint32Array(2)) }]
                : [];
            }),
          );
          const sorted = all.map(({ distance }) => distance).sort((a, b) => a - b);
          const border = wanted === 0 ? 0 : (sorted[Math.min(wanted, sorted.length) - 1] ?? 0);
          const expected = all.filter(({ distance }) => distance <= border).map(({ key }) => key);
          expect(nearestCodes(query, blocks, wanted)).toEqual(expected);
        },
      ),
    );
  });
});

describe('search by codes and cosine', () => {
  it('finds nearly all of the true nearest among thousands', async () => {
    const stores = openEmbedded(':memory:');
    const dimensions = 96;
    await stores.vectors.open({ encoder: 'test:clusters', dimensions });
    // Clusters, as embeddings have them: 200 centres, each with 40 vectors around it.
    const centres = Array.from({ length: 200 }, (_, i) => unitVector(`centre ${i}`, dimensions));
    const near = (centre: Float32Array, seed: string) => {
      const noise = unitVector(seed, dimensions);
      return centre.map((x, i) => x + noise[i]! * 0.7);
    };
    const vectors = centres.flatMap((centre, c) =>
      Array.from({ length: 40 }, (_, i) => ({
        passageId: `${c}/${i}#0`,
        documentId: `${c}/${i}`,
        scopes: ['everyone'],
        vector: near(centre, `${c}/${i}`),
      })),
    );
    await stores.vectors.put(vectors);
    const cosine = (a: Float32Array, b: Float32Array) =>
      a.reduce((sum, x, i) => sum + x * b[i]!, 0) / (Math.hypot(...a) * Math.hypot(...b));
    let found = 0;
    for (let q = 0; q < 20; q += 1) {
      const query = near(centres[q * 7]!, `question ${q}`);
      const exact = vectors
        .map(({ passageId, vector }) => ({ passageId, score: cosine(query, vector) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 10);
      const hits = new Set((await stores.vectors.search(query, 10, ['everyone'])).map(({ id }) => id));
      found += exact.filter(({ passageId }) => hits.has(passageId)).length;
    }
    expect(found / 200).toBeGreaterThan(0.97);
    await stores.close();
  });
});
