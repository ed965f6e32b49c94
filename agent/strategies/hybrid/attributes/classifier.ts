import { z } from 'zod';
import { type Attributes, attributesSchema } from '../tasks/predict-attributes.ts';
import { BUCKETS, featuresOf } from './features.ts';
import { classify, type LinearModel } from './logistic-regression.ts';
import type { LabelledQuestion } from './questions.ts';
import shipped from './weights.json' with { type: 'json' };

export const DOMAINS = attributesSchema.shape.domain.options;
export const CHANGES = attributesSchema.shape.change.options;

/** A linear classifier of a question's domain and rate of change (Hybrid RAG section 4.2). Needs no model call. */
export interface AttributeClassifier {
  domain: LinearModel;
  change: LinearModel;
}

/** The topic of a question, and how fast its answer changes. */
export const classifyAttributes = ({ domain, change }: AttributeClassifier, question: string): Attributes => {
  const features = featuresOf(question);
  return { domain: DOMAINS[classify(domain, features)]!, change: CHANGES[classify(change, features)]! };
};

/** Training examples for one attribute. */
export const examplesOf = (questions: readonly LabelledQuestion[], attribute: 'domain' | 'change') =>
  questions.map((row) => ({
    features: featuresOf(row.question),
    label: attribute === 'domain' ? DOMAINS.indexOf(row.domain) : CHANGES.indexOf(row.change),
  }));

const storedSchema = z.object({
  /** SHA-256 of the training questions. */
  questions: z.string(),
  buckets: z.literal(BUCKETS),
  /** One signed byte per weight, multiplied by `scale`. */
  domain: z.object({ scale: z.number(), weights: z.base64() }),
  change: z.object({ scale: z.number(), weights: z.base64() }),
});
export type StoredClassifier = z.infer<typeof storedSchema>;

const pack = ({ weights }: LinearModel) => {
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127 || 1;
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale));
  return { scale, weights: Buffer.from(bytes.buffer).toString('base64') };
};

const unpack = ({ scale, weights }: StoredClassifier['domain'], classes: number): LinearModel => {
  const bytes = Buffer.from(weights, 'base64');
  const signed = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return { classes, dimensions: BUCKETS, weights: Float32Array.from(signed, (byte) => byte * scale) };
};

/** The stored form of a classifier. @param questions the hash of the questions that it was trained on */
export const storeClassifier = ({ domain, change }: AttributeClassifier, questions: string): StoredClassifier => ({
  questions,
  buckets: BUCKETS,
  domain: pack(domain),
  change: pack(change),
});

/** A classifier from its JSON. @throws ZodError for what `storeClassifier` did not write */
export const openClassifier = (stored: unknown): AttributeClassifier => {
  const { domain, change } = storedSchema.parse(stored);
  return { domain: unpack(domain, DOMAINS.length), change: unpack(change, CHANGES.length) };
};

let opened: AttributeClassifier | undefined;

/** The classifier shipped with Parley, unpacked once. */
export const attributeClassifier = (): AttributeClassifier => {
  opened ??= openClassifier(shipped);
  return opened;
};
