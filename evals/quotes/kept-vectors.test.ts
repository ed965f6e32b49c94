import { appendFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Encoder } from '../../retrieval/index.ts';
import { keepingVectors } from './kept-vectors.ts';

const counting = () => {
  const asked: string[] = [];
  return {
    asked,
    encoder: {
      name: 'local:counting',
      embed: async (texts: readonly string[]) => {
        asked.push(...texts);
        return texts.map((text) => Float32Array.from([text.length, 0.5, -0.25]));
      },
    },
  };
};

describe('keepingVectors', () => {
  it('encodes a text once, also over runs, and gives what it kept bit for bit', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-kept-'));
    const first = counting();
    const given = await keepingVectors(first.encoder, folder).embed(['a', 'bb', 'a']);
    expect(first.asked).toEqual(['a', 'bb']);
    const second = counting();
    expect(await keepingVectors(second.encoder, folder).embed(['bb', 'ccc', 'a'])).toEqual([
      given[1],
      Float32Array.from([3, 0.5, -0.25]),
      given[0],
    ]);
    expect(second.asked).toEqual(['ccc']);
  });

  it('keeps a question apart from a passage where the model reads them differently', async () => {
    const asked: string[] = [];
    const encoder: Encoder = {
      name: 'local:e5-small-v2',
      async embed(texts, _signal, as = 'passage') {
        asked.push(...texts.map((text) => `${as} ${text}`));
        return texts.map(() => Float32Array.from(as === 'question' ? [1, 0] : [0, 1]));
      },
    };
    const kept = keepingVectors(encoder, mkdtempSync(join(tmpdir(), 'parley-kept-')));
    await kept.embed(['a']);
    expect(await kept.embed(['a'], undefined, 'question')).toEqual([Float32Array.from([1, 0])]);
    expect(await kept.embed(['a'], undefined, 'passage')).toEqual([Float32Array.from([0, 1])]);
    expect(asked).toEqual(['passage a', 'question a']);
  });

  it('encodes again what a killed run had written half', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-kept-'));
    await keepingVectors(counting().encoder, folder).embed(['a']);
    const [file = ''] = readdirSync(folder);
    appendFileSync(join(folder, file), `\n${'0'.repeat(64)} AAAAAAA`);
    const next = counting();
    await keepingVectors(next.encoder, folder).embed(['a', 'bb']);
    expect(next.asked).toEqual(['bb']);
    const third = counting();
    await keepingVectors(third.encoder, folder).embed(['a', 'bb']);
    expect(third.asked).toEqual([]);
  });
});
