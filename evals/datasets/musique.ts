import { z } from 'zod';
import { defineFormat, paragraphId } from './dataset-format.ts';

const rowSchema = z.looseObject({
  id: z.string({ error: 'id is missing' }).min(1),
  question: z.string().min(1),
  answer: z.string().default(''),
  answer_aliases: z.array(z.string()).default([]),
  answerable: z.boolean().default(true),
  paragraphs: z.array(
    z.looseObject({ title: z.string(), paragraph_text: z.string(), is_supporting: z.boolean().default(false) }),
  ),
});

/** MuSiQue's official JSONL (Trivedi et al. 2022), Ans and Full; the number of hops is in the id. */
export const musique = defineFormat<z.infer<typeof rowSchema>>({
  name: 'musique',
  recognises: (row) => 'paragraphs' in row && 'question' in row,
  schema: rowSchema,
  question: (row) => ({
    // Full pairs each question with an unanswerable twin under one id.
    id: row.answerable ? row.id : `${row.id}:unanswerable`,
    question: row.question,
    answers: row.answerable ? [row.answer, ...row.answer_aliases] : [],
    supportingIds: row.paragraphs
      .filter(({ is_supporting }) => is_supporting)
      .map(({ title, paragraph_text }) => paragraphId('musique', title, paragraph_text)),
    answerable: row.answerable,
    falsePremise: false,
    kind: row.id.split('__')[0] ?? 'question',
    rule: 'musique',
  }),
  documents: (row) =>
    row.paragraphs.map(({ title, paragraph_text: text }) => ({
      id: paragraphId('musique', title, text),
      title,
      text,
    })),
});
