import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { attributesSchema } from '../tasks/predict-attributes.ts';

const rowSchema = attributesSchema.extend({ question: z.string().min(1) });
export type LabelledQuestion = z.infer<typeof rowSchema>;

const FILE = new URL('./questions.jsonl', import.meta.url);

/** Parley's own questions with their domain and rate of change, and the hash by which weights name what they learnt from. */
export const readQuestions = async (): Promise<{ questions: LabelledQuestion[]; hash: string }> => {
  const text = await readFile(FILE, 'utf8');
  const questions = text
    .trim()
    .split('\n')
    .map((line) => rowSchema.parse(JSON.parse(line)));
  return { questions, hash: createHash('sha256').update(text).digest('hex') };
};
