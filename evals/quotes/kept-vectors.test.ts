import { appendFileSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
