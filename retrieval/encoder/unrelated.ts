import type { Encoder } from './encoder.ts';
import { knownEncoder } from './known-encoders.ts';
import { dot } from './unit-vector.ts';

/** Questions and passages on entirely different topics. */
const QUESTIONS = [
  'How long does bread dough have to rest?',
  'Which river flows through Vienna?',
  'When was the printer on the second floor repaired?',
  'What does a violin string cost?',
  'Who won the chess tournament in May?',
  'Why do leaves turn yellow in autumn?',
];
const PASSAGES = [
  'The ferry leaves the harbour at seven and returns before noon, except on public holidays.',
  'A patient with a broken wrist wears a cast for about six weeks.',
  'Invoices above ten thousand are signed by two members of the board.',
  'The telescope has a mirror of four metres and stands on a mountain in the desert.',
  'Her second novel tells of three sisters who inherit a mill.',
  'The function returns a list of integers, sorted in ascending order.',
];

/**
 * Returns the mean cosine of unrelated questions and passages, which depends on the encoder: about 0 for all-MiniLM-L6-v2,
 * 0.37 for bge, 0.72 for e5. It is listed for the known encoders and measured for others, once per process at their first
 * question. Returns 0 while the measurement fails.
 */
export const createUnrelated = (): ((
  encoder: Encoder,
  embed: (texts: readonly string[], as: 'question' | 'passage') => Promise<readonly Float32Array[] | undefined>,
) => Promise<number>) => {
  const measured = new Map<string, number>();
  return async ({ name }, embed) => {
    const kept = knownEncoder(name)?.unrelated ?? measured.get(name);
    if (kept !== undefined) return kept;
    const [questions, passages] = await Promise.all([embed(QUESTIONS, 'question'), embed(PASSAGES, 'passage')]);
    if (!questions || !passages) return 0;
    const cosines = questions.flatMap((question) => passages.map((passage) => dot(question, passage)));
    const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
    // A server that returns the same vector for every text gives 1, which would divide by zero in `calibrated`.
    const value = mean > MAX_UNRELATED ? 0 : Math.max(0, mean);
    measured.set(name, value);
    return value;
  };
};

const MAX_UNRELATED = 0.95;

/** Rescales a cosine so that all encoders are comparable: 0 for unrelated texts, 1 for equal texts. */
export const calibrated = (cosine: number, unrelated: number): number => (cosine - unrelated) / (1 - unrelated);
