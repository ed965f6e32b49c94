import { z } from 'zod';
import { defineFormat, paragraphId } from './dataset-format.ts';

const titled = z.array(z.tuple([z.string(), z.array(z.string())]));
const facts = z.array(z.tuple([z.string(), z.number()]));

/** HotpotQA (Yang et al. 2018) and 2WikiMultihopQA (Ho et al. 2020): the official JSON, and the columns of their mirrors. */
const rowSchema = z
  .looseObject({
    _id: z.string().optional(),
    id: z.string().optional(),
    question: z.string().min(1),
    answer: z.string(),
    answer_aliases: z.array(z.string()).optional(),
    type: z.string().default('question'),
    context: z.union([
      titled,
      z
        .looseObject({ title: z.array(z.string()), sentences: z.array(z.array(z.string())) })
        .transform(({ title, sentences }) => title.map((one, i): [string, string[]] => [one, sentences[i] ?? []])),
    ]),
    supporting_facts: z
      .union([
        facts,
        z
          .looseObject({ title: z.array(z.string()), sent_id: z.array(z.number()) })
          .transform(({ title, sent_id }) => title.map((one, i): [string, number] => [one, sent_id[i] ?? 0])),
      ])
      .default([]),
  })
  .refine((row) => row._id !== undefined || row.id !== undefined, { message: 'id is missing' });
type Row = z.infer<typeof rowSchema>;

/** Official HotpotQA sentences carry their own leading spaces, 2Wiki's do not. */
const textOf = (sentences: readonly string[]) =>
  sentences.reduce(
    (text, sentence) => (text === '' || /^\s/.test(sentence) ? text + sentence : `${text} ${sentence}`),
    '',
  );

const contextFormat = (name: 'hotpotqa' | '2wiki', recognises: (row: Record<string, unknown>) => boolean) =>
  defineFormat<Row>({
    name,
    recognises,
    schema: rowSchema,
    question: (row) => {
      const gold = new Set(row.supporting_facts.map(([title]) => title));
      const supporting = row.context.filter(([title]) => gold.has(title));
      return {
        id: row._id ?? row.id ?? '',
        question: row.question,
        answers: [row.answer, ...(row.answer_aliases ?? [])],
        supportingIds: supporting.map(([title, sentences]) => paragraphId(name, title, textOf(sentences))),
        answerable: true,
        falsePremise: false,
        kind: row.type,
        rule: name,
      };
    },
    documents: (row) =>
      row.context.map(([title, sentences]) => {
        const text = textOf(sentences);
        return { id: paragraphId(name, title, text), title, text };
      }),
  });

const hasContext = (row: Record<string, unknown>) => 'context' in row && 'supporting_facts' in row;

export const hotpotqa = contextFormat('hotpotqa', (row) => hasContext(row) && !('evidences' in row));
/** 2Wiki differs by its evidence triples. */
export const twoWiki = contextFormat('2wiki', (row) => hasContext(row) && 'evidences' in row);
