import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileWat } from '../../build/compile-wasm.ts';
import { BLOCK_SIZE } from '../posting.ts';
import { unitVector } from '../testing/samples.ts';
import { openCodeMemory, type VisibleBlock } from './code-memory.ts';
import { openEmbedded } from './index.ts';
import { codeOf, codeWords } from './vector-codes.ts';

const vector = (dimensions: number) =>
  fc
    .array(fc.integer({ min: -9, max: 9 }), { minLength: dimensions, maxLength: dimensions })
    .map((numbers) => Float32Array.from(numbers));

const bitsApart = (a: Uint32Array, b: Uint32Array) =>
  a.reduce((sum, word, i) => sum + ((word ^ b[i]!) >>> 0).toString(2).replaceAll(/[^1]/g, '').length, 0);

/** Σ query · sign of the vector's numbers. */
const signed = (query: Float32Array, vector: Float32Array) =>
  query.reduce((sum, number, i) => sum + (vector[i]! > 0 ? number : -number), 0);

/** These vectors as blocks 3, 4, … in the form that a store passes. */
const blocksOf = (parts: { vector: Float32Array; taken: boolean }[][]) => {
  const codes = new Map<number, Uint8Array>();
  const visible = parts.map((part, i): VisibleBlock => {
    const taken = new Uint8Array(BLOCK_SIZE / 8);
    for (const [place, one] of part.entries()) if (one.taken) taken[place >> 3]! |= 1 << (place & 7);
    const words = part.flatMap(({ vector }) => [...codeOf(vector)]);
    codes.set(i + 3, new Uint8Array(Uint32Array.from(words).buffer));
    return { block: i + 3, taken, version: 1 };
  });
  return { codes, visible };
};

describe('binary codes', () => {
  it('have a bit for every number above zero', () => {
    expect([...codeOf(Float32Array.from([1, -1, 0, 0.1]))]).toEqual([0b1001]);
    expect(codeOf(new Float32Array(33)).length).toBe(2);
    expect(codeWords(384)).toBe(12);
  });

  it('give the keys that differ in the fewest bits, and of those the best by sign, of places that are taken', () => {
    const cases = fc.constantFrom(20, 64, 130).chain((dimensions) =>
      fc.record({
        dimensions: fc.constant(dimensions),
        parts: fc.array(fc.array(fc.record({ vector: vector(dimensions), taken: fc.boolean() }), { maxLength: 30 }), {
          maxLength: 3,
        }),
        query: vector(dimensions),
        wanted: fc.integer({ min: 1, max: 6 }),
        maxBytes: fc.constantFrom(0, 2 ** 24),
      }),
    );
    fc.assert(
      fc.property(cases, ({ dimensions, parts, query, wanted, maxBytes }) => {
        const { codes, visible } = blocksOf(parts);
        const memory = openCodeMemory(codeWords(dimensions), (block) => codes.get(block)!, maxBytes);
        const all = parts.flatMap((part, i) =>
          part.flatMap(({ vector, taken }, place) => {
            const distance = bitsApart(codeOf(vector), codeOf(query));
            return taken ? [{ key: (i + 3) * BLOCK_SIZE + place, distance, product: signed(query, vector) }] : [];
          }),
        );
        const distances = all.map(({ distance }) => distance).sort((a, b) => a - b);
        const near = all.filter(({ distance }) => distance <= (distances[8 * wanted - 1] ?? Infinity));
        const products = near.map(({ product }) => product).sort((a, b) => b - a);
        const expected = near.filter(({ product }) => product >= (products[wanted - 1] ?? -Infinity));
        expect(memory.nearest(query, visible, wanted)).toEqual(expected.map(({ key }) => key));
        // The second call reads the cache.
        expect(memory.nearest(query, visible, wanted)).toEqual(expected.map(({ key }) => key));
      }),
    );
  });

  it('are read once, and again when their version has changed', () => {
    const towards = (sign: number) => ({ vector: new Float32Array(40).fill(sign), taken: true });
    const { codes, visible } = blocksOf([[towards(1), towards(-1)]]);
    const read: number[] = [];
    const memory = openCodeMemory(2, (block) => {
      read.push(block);
      return codes.get(block)!;
    });
    const query = new Float32Array(40).fill(1);
    const nearest = () => memory.nearest(query, visible, 1);
    expect([nearest(), nearest(), read]).toEqual([[3 * BLOCK_SIZE], [3 * BLOCK_SIZE], [3]]);
    codes.set(3, blocksOf([[towards(-1), towards(1)]]).codes.get(3)!);
    visible[0]!.version = 2;
    expect([nearest(), nearest(), read]).toEqual([[3 * BLOCK_SIZE + 1], [3 * BLOCK_SIZE + 1], [3, 3]]);
  });

  it('are compared by what code-distances.wat says', async () => {
    const source = new URL('code-distances.wat', import.meta.url).pathname;
    const { default: compiled } = await import('./code-distances.wasm.ts');
    expect(compiled).toBe(await compileWat(source));
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

  it('sees what another connection to the file has written since', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-codes-'));
    const open = () => openEmbedded(join(folder, 'parley.db'));
    const [searching, writing] = [open(), open()];
    try {
      const put = (id: string, vector: number[]) =>
        writing.vectors.put([
          { passageId: id, documentId: id, scopes: ['everyone'], vector: Float32Array.from(vector) },
        ]);
      const best = async () => (await searching.vectors.search(Float32Array.of(1, 1, 1), 1, ['everyone']))[0]?.id;
      await writing.vectors.open({ encoder: 'test:three', dimensions: 3 });
      await put('a', [1, 1, -1]);
      expect(await best()).toBe('a');
      await put('b', [1, 1, 1]);
      expect(await best()).toBe('b');
      await put('b', [-1, -1, -1]);
      expect(await best()).toBe('a');
      await writing.vectors.clear();
      expect(await best()).toBeUndefined();
    } finally {
      await searching.close();
      await writing.close();
      rmSync(folder, { recursive: true });
    }
  });
});
