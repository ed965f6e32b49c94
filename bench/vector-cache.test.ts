import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Encoder } from '../retrieval/index.ts';
import { cachedEncoder } from './vector-cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-vector-cache-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('keeps a text as a question apart from the same text as a passage, and asks for neither twice', async () => {
  const asked: unknown[] = [];
  const model: Encoder = {
    name: 'local:e5-small-v2',
    async embed(texts, _signal, as) {
      asked.push([...texts, as]);
      return texts.map(() => Float32Array.of(as === 'question' ? 1 : 0, as === 'question' ? 0 : 1));
    },
  };
  const cached = cachedEncoder(model, join(folder, 'vectors.db'));
  for (const _ of [1, 2]) {
    expect((await cached.embed(['leave'], undefined, 'question'))[0]).toEqual(Float32Array.of(1, 0));
    expect((await cached.embed(['leave']))[0]).toEqual(Float32Array.of(0, 1));
  }
  expect(asked).toEqual([
    ['leave', 'question'],
    ['leave', 'passage'],
  ]);
  cached.close();
});
