import { z } from 'zod';
import { sha256 } from '../../core/sha256.ts';
import { defineFormat } from './dataset-format.ts';

const rowSchema = z
  .looseObject({
    utterance: z.string().optional(),
    question: z.string().optional(),
    targetValue: z.string().optional(),
    answers: z.array(z.string()).optional(),
  })
  .transform(({ utterance, question, targetValue, answers }) => ({
    question: utterance ?? question ?? '',
    answers: answers ?? descriptions(targetValue ?? ''),
  }))
  .refine(({ question }) => question !== '', { message: 'question is missing' });

/** WebQuestions (Berant et al. 2013): the official JSON of Lisp answer lists, and its mirrors. Its questions have no ids. */
export const webQuestions = defineFormat<z.infer<typeof rowSchema>>({
  name: 'webquestions',
  recognises: (row) =>
    !('id' in row) &&
    (('utterance' in row && 'targetValue' in row) ||
      ('question' in row && 'answers' in row && ('url' in row || 'qid_topic_entity' in row))),
  schema: rowSchema,
  question: ({ question, answers }) => ({
    id: `webquestions:${sha256(question).slice(0, 12)}`,
    question,
    answers,
    supportingIds: [],
    answerable: true,
    falsePremise: false,
    kind: /^\w+/.exec(question)?.[0]?.toLowerCase() ?? 'question',
    rule: 'squad',
  }),
});

/** `(list (description "Jazmyn Bieber") (description Jaxon))` holds two answers. */
const descriptions = (list: string): string[] =>
  [...list.matchAll(/\(description (?:"((?:[^"\\]|\\.)*)"|([^()]*))\)/g)].map((match) =>
    (match[1] ?? match[2] ?? '').replace(/\\(.)/g, '$1').trim(),
  );
