import { z } from 'zod';
import { feverLabels } from '../metrics/label.ts';
import { defineFormat } from './dataset-format.ts';

const rowSchema = z.looseObject({
  id: z.union([z.string(), z.number()], { error: 'id is missing' }).transform(String),
  claim: z.string().min(1),
  label: z.enum(feverLabels),
  /** Official: sets of [annotation, evidence, page, sentence]; in the paper's files: [page, sentence]. */
  evidence: z.array(z.unknown()).default([]),
});

/** FEVER (Thorne et al. 2018): a claim to be judged; graded by label accuracy. Page names are the ids of its corpus. */
export const fever = defineFormat<z.infer<typeof rowSchema>>({
  name: 'fever',
  recognises: (row) => 'claim' in row && 'label' in row,
  schema: rowSchema,
  question: (row) => ({
    id: row.id,
    question: `Is this claim true? ${row.claim} Answer SUPPORTS or REFUTES.`,
    answers: [row.label],
    supportingIds: row.label === 'NOT ENOUGH INFO' ? [] : [...new Set(pagesOf(row.evidence))],
    answerable: row.label !== 'NOT ENOUGH INFO',
    falsePremise: false,
    kind: row.label.toLowerCase(),
    rule: 'label',
  }),
});

/** Every string before a sentence number, at any depth of nesting. */
const pagesOf = (evidence: unknown): string[] => {
  if (!Array.isArray(evidence)) return [];
  const [page, sentence] = evidence.slice(-2);
  return typeof page === 'string' && typeof sentence === 'number' ? [page] : evidence.flatMap(pagesOf);
};
