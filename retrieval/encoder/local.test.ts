import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { localEncoder } from './local.ts';
import { openAICompatibleEncoder } from './openai-compatible.ts';
import { dot } from './unit-vector.ts';

const NAME = 'local:all-MiniLM-L6-v2';
const at = (folder: string) => ({ folder, base: 'https://huggingface.co', consent: false });
const installed = await Promise.all(['onnxruntime-node', '@huggingface/tokenizers'].map((name) => import(name))).then(
  () => true,
  () => false,
);
const { PARLEY_MODELS: models, EMBEDDINGS_URL: service } = process.env;

describe('a local encoder that cannot run', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-models-'));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('names the file that is missing', async () => {
    await expect(localEncoder(NAME, at(folder)).embed(['x'])).rejects.toMatchObject({
      code: 'ENCODER_UNAVAILABLE',
      message: expect.stringContaining(join(folder, 'all-MiniLM-L6-v2', 'onnx', 'model.onnx')),
    });
  });

  it.skipIf(installed || !models)('names the package that is missing', async () => {
    await expect(localEncoder(NAME, at(models!)).embed(['x'])).rejects.toMatchObject({
      code: 'ENCODER_UNAVAILABLE',
      remedy: expect.stringContaining('onnxruntime-node'),
    });
  });
});

const why = !installed ? 'onnxruntime-node is not installed' : !models ? 'PARLEY_MODELS not set' : '';
describe.skipIf(why !== '')(`a local encoder${why && ` (skipped: ${why})`}`, () => {
  const texts = [
    'How long is parental leave?',
    'Parents get 26 weeks of leave.',
    'Æthelred, naïve façade — 東京 🙂',
    'word '.repeat(600),
    'a',
  ];

  it('gives unit vectors in order, the same whatever shares their batch', async () => {
    const encoder = localEncoder(NAME, at(models!));
    const together = await encoder.embed(texts);
    for (const [i, text] of texts.entries()) {
      expect(dot(together[i]!, together[i]!)).toBeCloseTo(1, 5);
      const [alone] = await encoder.embed([text]);
      expect(dot(alone!, together[i]!)).toBeGreaterThan(0.9999);
    }
    expect(dot(together[0]!, together[1]!)).toBeGreaterThan(dot(together[0]!, together[2]!));
  });

  it.skipIf(!service)('gives the service’s vectors to 1e-4', async () => {
    const [ours, theirs] = await Promise.all([
      localEncoder(NAME, at(models!)).embed(texts),
      openAICompatibleEncoder({ name: 'openai:all-minilm-l6-v2', baseUrl: service! }).embed(texts),
    ]);
    for (const [i, vector] of ours.entries())
      for (let at = 0; at < vector.length; at++) expect(Math.abs(vector[at]! - theirs[i]![at]!)).toBeLessThan(1e-4);
  });
});
