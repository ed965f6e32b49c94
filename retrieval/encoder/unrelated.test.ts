import { describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { createRetriever, indexDocuments } from '../index.ts';
import { page, wordEncoder } from '../testing/pages.ts';
import type { Encoder } from './encoder.ts';
import { toUnit } from './unit-vector.ts';
import { calibrated, createUnrelated } from './unrelated.ts';

/** An encoder whose vectors have a common component, so that unrelated texts have the cosine `shared`. */
const narrow = (name: string, shared: number): Encoder & { calls: string[][] } => {
  const words = wordEncoder(512);
  const calls: string[][] = [];
  return {
    name,
    calls,
    async embed(texts) {
      calls.push([...texts]);
      const own = await words.embed(texts);
      return own.map((vector) =>
        toUnit(Float32Array.from([Math.sqrt(shared), ...vector.map((value) => value * Math.sqrt(1 - shared))])),
      );
    },
  };
};

describe('the cosine of texts with nothing in common', () => {
  it('is measured for an encoder that nobody knows, once', async () => {
    const encoder = narrow('test:narrow', 0.7);
    const unrelatedOf = createUnrelated();
    const embed = (texts: readonly string[]) => encoder.embed(texts);
    const first = await unrelatedOf(encoder, embed);
    // Slightly more than `shared`, because some texts have words in common.
    expect(first).toBeGreaterThan(0.69);
    expect(first).toBeLessThan(0.8);
    expect(await unrelatedOf(encoder, embed)).toBe(first);
    expect(encoder.calls).toHaveLength(2);
  });

  it('is known for the encoders that were run, and asked of none of them', async () => {
    const none = () => Promise.reject(new Error('asked'));
    const unrelatedOf = createUnrelated();
    expect(await unrelatedOf({ name: 'local:all-MiniLM-L6-v2', embed: none }, none)).toBe(0);
    expect(await unrelatedOf({ name: 'openai:intfloat/e5-small-v2', embed: none }, none)).toBe(0.72);
  });

  it('is 0 as long as the encoder is down, and of one that gives every text the same vector', async () => {
    const unrelatedOf = createUnrelated();
    const encoder = narrow('test:down', 0.5);
    expect(await unrelatedOf(encoder, async () => undefined)).toBe(0);
    expect(await unrelatedOf(encoder, (texts) => encoder.embed(texts))).toBeGreaterThan(0.4);
    const same = narrow('test:same', 1);
    expect(await createUnrelated()(same, (texts) => same.embed(texts))).toBe(0);
  });

  it('makes the ranking the same for an encoder whose cosines lie higher', async () => {
    expect(calibrated(0.72, 0.72)).toBe(0);
    expect(calibrated(1, 0.72)).toBe(1);
    const found = await Promise.all(
      [wordEncoder(512), narrow('test:narrow', 0.7)].map(async (encoder) => {
        const stores = openEmbedded(':memory:');
        await indexDocuments({ stores, encoder }, [
          page('leave', 'Leave', 'Parental leave is sixteen weeks, says Ada Marchetti.'),
          page('ada', 'Ada Marchetti', 'Ada Marchetti was born in Lugano.'),
          page('board', 'Board', 'The board meets in Lugano and speaks of leave.'),
        ]);
        const text = 'Where was the person born who speaks of parental leave?';
        const { hits } = await createRetriever({ stores, encoder }).search({ text, scopes: ['everyone'] });
        await stores.close();
        return hits.map(({ documentId, score }) => ({ documentId, score }));
      }),
    );
    expect(found[1]?.map(({ documentId }) => documentId)).toEqual(found[0]?.map(({ documentId }) => documentId));
    for (const [at, { score }] of (found[0] ?? []).entries()) expect(found[1]?.[at]?.score).toBeCloseTo(score, 1);
  });
});
