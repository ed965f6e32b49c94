import { expect, it } from 'vitest';
import type { QuestionContext } from '../../question-context.ts';
import { similarityOf } from './similarity.ts';

const contextOf = (vectors?: Float32Array[]) =>
  ({
    signal: new AbortController().signal,
    trace: () => {},
    ...(vectors && { encoder: { name: 'test', embed: async () => vectors } }),
  }) as unknown as QuestionContext;
/** A unit vector with the given cosine to (1, 0). */
const at = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine));

it('treats steps as equivalent from a cosine of .9', async () => {
  const texts = ['born in', 'died in', 'birthplace'];
  const { by, of, threshold } = await similarityOf(texts, contextOf([at(1), at(0.88), at(0.92)]));
  expect(by).toBe('embeddings');
  expect([of(0, 1) > threshold, of(0, 2) > threshold]).toEqual([false, true]);
});

it('without an encoder, treats steps as equivalent from three quarters of shared content words', async () => {
  const texts = [
    'Where was Ada Lindqvist born?',
    'Where was Ada Lindqvist born then?',
    'Where was Ada Lindqvist trained?',
  ];
  const { by, of, threshold } = await similarityOf(texts, contextOf());
  expect(by).toBe('words');
  expect([of(0, 1) > threshold, of(0, 2) > threshold]).toEqual([true, false]);
});
