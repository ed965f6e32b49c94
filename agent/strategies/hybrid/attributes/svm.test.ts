import { describe, expect, it } from 'vitest';
import { ParleyError } from '../../../../core/errors.ts';
import type { Encoder } from '../../../../retrieval/encoder/encoder.ts';
import { findMissingParts } from '../../../../retrieval/encoder/local-files.ts';
import { openEncoder } from '../../../../retrieval/encoder/open-encoder.ts';
import { BUCKETS, featuresOf } from './features.ts';
import { readQuestions } from './questions.ts';
import { attributeSvm, classifyByVector, openSvm, packFloats } from './svm.ts';
import weights from './svm-weights.json' with { type: 'json' };

const unit = (...numbers: number[]) => Float32Array.from(numbers);
/** An encoder that looks vectors up in a table and records the texts it was given. */
const encoderOf = (table: Record<string, Float32Array>, name = 'openai:some-name'): Encoder & { asked: string[] } => {
  const asked: string[] = [];
  return {
    name,
    asked,
    embed: async (texts) => {
      asked.push(...texts);
      return texts.map((text) => table[text] ?? unit(0, 1));
    },
  };
};

/**
 * A two-dimensional SVM: dimension one means finance and real-time, dimension two music and static; the word "now"
 * means real-time.
 */
const small = () => {
  const words = (now: number) => {
    const bytes = new Int8Array(2 * BUCKETS);
    for (const place of featuresOf('now')) if (!featuresOf('song share').includes(place)) bytes[place] = now;
    return { scale: 0.1, weights: Buffer.from(bytes.buffer).toString('base64') };
  };
  const machine = (classes: string[], now: number) => ({
    classes,
    vector: packFloats(unit(1, 0, 0, 1)),
    words: words(now),
    intercepts: [0, 0.1],
  });
  return openSvm({
    questions: '',
    encoder: 'small',
    dimensions: 2,
    probe: { text: 'probe', vector: packFloats(unit(1, 0)) },
    domain: machine(['finance', 'music'], 0),
    change: machine(['real-time', 'static'], 127),
  });
};

describe('the attribute SVM', () => {
  it('picks the class with the largest margin over vector and words', async () => {
    const encoder = encoderOf({ probe: unit(1, 0), share: unit(1, 0), now: unit(0, 1) });
    expect(await classifyByVector(small(), encoder, 'share')).toEqual({ domain: 'finance', change: 'real-time' });
    expect(await classifyByVector(small(), encoder, 'song')).toEqual({ domain: 'music', change: 'static' });
    expect(await classifyByVector(small(), encoder, 'now')).toEqual({ domain: 'music', change: 'real-time' });
  });

  it('recognises its encoder by the vector of one sentence, whatever its name, and checks once', async () => {
    const same = encoderOf({ probe: unit(0.995, 0.0999) });
    await classifyByVector(small(), same, 'a');
    await classifyByVector(small(), same, 'b');
    expect(same.asked).toEqual(['a', 'probe', 'b']);
    const other = encoderOf({ probe: unit(0.9, 0.436) }, 'local:all-MiniLM-L6-v2');
    expect(await classifyByVector(small(), other, 'a')).toBeUndefined();
    expect(await classifyByVector(small(), other, 'b')).toBeUndefined();
    expect(other.asked).toEqual(['a', 'probe']);
    const longer = encoderOf({ probe: unit(1, 0, 0) });
    expect(await classifyByVector(small(), longer, 'a')).toBeUndefined();
  });

  it('checks the encoder again after a failed check', async () => {
    let isUp = false;
    const encoder: Encoder = {
      name: 'local:all-MiniLM-L6-v2',
      embed: async (texts) => {
        if (!isUp) throw new ParleyError('ENCODER_UNAVAILABLE', { message: 'down', remedy: 'wait' });
        return texts.map(() => unit(1, 0));
      },
    };
    await expect(classifyByVector(small(), encoder, 'a')).rejects.toMatchObject({ code: 'ENCODER_UNAVAILABLE' });
    isUp = true;
    expect(await classifyByVector(small(), encoder, 'a')).toMatchObject({ domain: 'finance' });
  });

  it('was trained on the questions stored beside it', async () => {
    expect(weights.questions).toBe((await readQuestions()).hash);
    expect(attributeSvm().probe.vector).toHaveLength(weights.dimensions);
  });
});

const LOCAL = 'local:all-MiniLM-L6-v2';
const { PARLEY_MODELS: models } = process.env;
const lacking = models
  ? findMissingParts(LOCAL, { folder: models, base: 'http://127.0.0.1:9', consent: false })
  : undefined;
const why = !models
  ? 'PARLEY_MODELS is not set'
  : lacking && `PARLEY_MODELS lacks ${[...lacking.files, ...lacking.packages].join(', ')}: parley doctor --fix`;
describe.skipIf(why)(`with all-MiniLM-L6-v2${why ? ` (${why})` : ''}`, () => {
  it.each([
    ["what's the share price of Zenith Tools rn", 'finance', 'real-time'],
    ['did the Harbour Hawks win on sunday', 'sports', 'fast'],
    ['Which band released the album Red Morning in 1993?', 'music', 'static'],
    ['how many movies has Mara Dahl directed', 'movies', 'slow'],
    ['who approves a new laptop', 'open', 'slow'],
  ])('says of a question that it never saw, "%s": %s, %s', async (question, domain, change) => {
    const encoder = openEncoder({ PARLEY_EMBEDDINGS: LOCAL, PARLEY_MODELS: models! })!;
    expect(await classifyByVector(attributeSvm(), encoder, question)).toEqual({ domain, change });
  });
});
