import { z } from 'zod';
import { sha256 } from '../../core/sha256.ts';
import { defineFormat } from './dataset-format.ts';

const names = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);
const rowSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String).optional(),
  question: z.string().min(1),
  answer: z.string(),
  question_entities: names,
  answer_entities: names,
});

/**
 * GenMedGPT-5k as MindMap (Wen et al. 2023) prepared it: a patient's question, a doctor's answer in prose, and its entities.
 * Prose is graded by the entities it names, as RoK section 4 does, and by a judge; never by EM.
 */
export const genMedGpt = defineFormat<z.infer<typeof rowSchema>>({
  name: 'genmedgpt',
  recognises: (row) => 'question' in row && 'answer_entities' in row,
  schema: rowSchema,
  question: (row) => ({
    id: row.id ?? `genmedgpt:${sha256(`${row.question}\n${row.answer}`).slice(0, 12)}`,
    question: row.question,
    answers: [],
    supportingIds: [],
    answerable: true,
    falsePremise: false,
    kind: 'consultation',
    rule: 'squad',
    answerEntities: row.answer_entities,
  }),
});
