import { z } from 'zod';
import type { Encoder } from '../../../../retrieval/encoder/encoder.ts';
import { dot } from '../../../../retrieval/encoder/unit-vector.ts';
import { type Attributes, attributesSchema } from '../tasks/predict-attributes.ts';
import { BUCKETS, featuresOf } from './features.ts';
import shipped from './svm-weights.json' with { type: 'json' };

const linearSchema = <Label extends z.ZodType<string>>(label: Label) =>
  z.object({
    classes: z.array(label),
    /** Of the vector: Float32, little-endian, a row of `dimensions` a class. */
    vector: z.base64(),
    /** Of the hashed n-grams: one byte a weight, times `scale`, a row of `BUCKETS` a class. */
    words: z.object({ scale: z.number(), weights: z.base64() }),
    intercepts: z.array(z.number()),
  });
const storedSchema = z.object({
  /** SHA-256 of the questions that the weights were learnt from. */
  questions: z.string(),
  /** The encoder whose vectors they were learnt from, as people know it. */
  encoder: z.string(),
  dimensions: z.number().int(),
  /** A sentence and that encoder's vector of it: an encoder that gives the same is the same, whatever it is called. */
  probe: z.object({ text: z.string(), vector: z.base64() }),
  domain: linearSchema(attributesSchema.shape.domain),
  change: linearSchema(attributesSchema.shape.change),
});
export type StoredSvm = z.infer<typeof storedSchema>;
type Stored<Label> = Omit<StoredSvm['domain'], 'classes'> & { classes: Label[] };

/**
 * Linear support vector machines, one against the rest, over a question's sentence vector (Hybrid RAG section 4.2) and its
 * hashed n-grams beside it: the vector tells what is asked, the words whether "now" or "in 1989" (README.md has both figures).
 */
export interface AttributeSvm {
  probe: { text: string; vector: Float32Array };
  classify(question: string, vector: Float32Array): Attributes;
}

export const packFloats = (numbers: Float32Array): string =>
  Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
const unpackFloats = (text: string): Float32Array =>
  new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);

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
/** The machines that come with Parley, unpacked once. */
export const attributeSvm = (): AttributeSvm => {
  own ??= openSvm(shipped);
  return own;
};

/** Vectors of one sentence from runtimes of one model differ in rounding and quantisation, those of another model in nearly all. */
const SAME_ENCODER = 0.98;
const isSame = new WeakMap<Encoder, boolean>();

/**
 * A question's attributes by its vector; undefined for an encoder whose vectors the machines were not trained on. That is
 * found out once an encoder, by its vector of a known sentence.
 * @throws ENCODER_UNAVAILABLE, CANCELLED
 */
export const classifyByVector = async (
  svm: AttributeSvm,
  encoder: Encoder,
  question: string,
  signal?: AbortSignal,
): Promise<Attributes | undefined> => {
  const known = isSame.get(encoder);
  if (known === false) return undefined;
  const [vector, probe] = await encoder.embed(known ? [question] : [question, svm.probe.text], signal);
  if (probe) {
    const { vector: expected } = svm.probe;
    isSame.set(encoder, probe.length === expected.length && dot(probe, expected) >= SAME_ENCODER);
  }
  return isSame.get(encoder) && vector ? svm.classify(question, vector) : undefined;
};
