import { z } from 'zod';
import type { Encoder } from '../../../../retrieval/encoder/encoder.ts';
import { dot } from '../../../../retrieval/encoder/unit-vector.ts';
import { type Attributes, attributesSchema } from '../tasks/predict-attributes.ts';
import { BUCKETS, featuresOf } from './features.ts';
import shipped from './svm-weights.json' with { type: 'json' };

const linearSchema = <Label extends z.ZodType<string>>(label: Label) =>
  z.object({
    classes: z.array(label),
    /** Weights for the sentence vector: little-endian Float32, one row of `dimensions` per class. */
    vector: z.base64(),
    /** Weights for the hashed n-grams: one signed byte each, multiplied by `scale`, one row of `BUCKETS` per class. */
    words: z.object({ scale: z.number(), weights: z.base64() }),
    intercepts: z.array(z.number()),
  });
const storedSchema = z.object({
  /** SHA-256 of the training questions. */
  questions: z.string(),
  /** Display name of the encoder used in training. */
  encoder: z.string(),
  dimensions: z.number().int(),
  /** A sentence and its vector. An encoder that returns the same vector is the same model, whatever its name. */
  probe: z.object({ text: z.string(), vector: z.base64() }),
  domain: linearSchema(attributesSchema.shape.domain),
  change: linearSchema(attributesSchema.shape.change),
});
export type StoredSvm = z.infer<typeof storedSchema>;
type Stored<Label> = Omit<StoredSvm['domain'], 'classes'> & { classes: Label[] };

/**
 * LinearModel one-vs-rest support vector machines over a question's sentence vector (Hybrid RAG section 4.2) and its hashed
 * n-grams. The vector gives the topic, the n-grams words such as "now" or "in 1989" (README.md has both figures).
 */
export interface AttributeSvm {
  probe: { text: string; vector: Float32Array };
  classify(question: string, vector: Float32Array): Attributes;
}

/** Floats as base64 of their little-endian bytes. */
export const packFloats = (numbers: Float32Array): string =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
const unpackFloats = (text: string): Float32Array =>
  new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);

/** The trained classifier from its JSON. @throws ZodError for another format */
export const openSvm = (given: unknown): AttributeSvm => {
  const { dimensions, probe, domain, change } = storedSchema.parse(given);
  const opened = <Label extends string>(stored: Stored<Label>) => {
    const ofVector = unpackFloats(stored.vector);
    const ofWords = new Int8Array(Buffer.from(stored.words.weights, 'base64'));
    return (vector: Float32Array, places: readonly number[]): Label => {
      const margins = stored.classes.map((_, at) => {
        const said = dot(ofVector.subarray(at * dimensions, (at + 1) * dimensions), vector);
        const worded = places.reduce((sum, place) => sum + ofWords[at * BUCKETS + place]!, 0) * stored.words.scale;
        return said + worded / Math.sqrt(Math.max(1, places.length)) + (stored.intercepts[at] ?? 0);
      });
      return stored.classes[margins.indexOf(Math.max(...margins))]!;
    };
  };
  const [toDomain, toChange] = [opened(domain), opened(change)];
  return {
    probe: { text: probe.text, vector: unpackFloats(probe.vector) },
    classify: (question, vector) => {
      const places = featuresOf(question);
      return { domain: toDomain(vector, places), change: toChange(vector, places) };
    },
  };
};

let own: AttributeSvm | undefined;
/** The SVM shipped with Parley, unpacked once. */
export const attributeSvm = (): AttributeSvm => {
  own ??= openSvm(shipped);
  return own;
};

/**
 * Minimum cosine of the probe vectors. Runtimes of one model differ only by rounding and quantisation; another model's
 * vector differs in nearly every dimension.
 */
const MIN_PROBE_COSINE = 0.98;
const matchesProbe = new WeakMap<Encoder, boolean>();

/**
 * Classifies a question by its vector. Undefined for an encoder that the SVM was not trained on; this is checked once
 * per encoder with the probe sentence.
 * @throws ENCODER_UNAVAILABLE, CANCELLED
 */
export const classifyByVector = async (
  svm: AttributeSvm,
  encoder: Encoder,
  question: string,
  signal?: AbortSignal,
): Promise<Attributes | undefined> => {
  const known = matchesProbe.get(encoder);
  if (known === false) return undefined;
  const [vector, probe] = await encoder.embed(known ? [question] : [question, svm.probe.text], signal);
  if (probe) {
    const { vector: expected } = svm.probe;
    matchesProbe.set(encoder, probe.length === expected.length && dot(probe, expected) >= MIN_PROBE_COSINE);
  }
  return matchesProbe.get(encoder) && vector ? svm.classify(question, vector) : undefined;
};
