import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { sha256 } from '../../../../core/sha256.ts';
import { attributesSchema } from '../tasks/predict-attributes.ts';

const rowSchema = attributesSchema.extend({ question: z.string().min(1) });
const templateSchema = attributesSchema.extend({ phrasings: z.array(z.string().min(1)) });
const entitiesSchema = z.record(z.string(), z.array(z.string()).min(1));

/**
 * A question with its attributes. Questions of a group mean the same, so a cross-validation must keep a group in one
 * fold.
 */
export interface LabelledQuestion extends z.infer<typeof rowSchema> {
  group: string;
}

/** How often a phrasing with placeholders is filled. */
const FILLINGS = 2;

/**
 * Reads Parley's training questions with their attributes: single ones (questions.jsonl), and phrasings from
 * templates.jsonl filled with the names in entities.json. Deterministic; the stored weights contain the hash of the
 * files.
 */
export const readQuestions = async (): Promise<{ questions: LabelledQuestion[]; hash: string }> => {
  const [single, templates, names] = await Promise.all(
    ['questions.jsonl', 'templates.jsonl', 'entities.json'].map((name) =>
      readFile(new URL(`./${name}`, import.meta.url), 'utf8'),
    ),
  );
  const entities = entitiesSchema.parse(JSON.parse(names ?? ''));
  const questions = [
    ...rowsOf(single ?? '').map((row) => {
      const parsed = rowSchema.parse(row);
      return { ...parsed, group: parsed.question };
    }),
    ...rowsOf(templates ?? '').flatMap((row, at) => {
      const { phrasings, ...attributes } = templateSchema.parse(row);
      const asked = phrasings.flatMap((phrasing, which) => fill(phrasing, entities, at + which));
      return [...new Set(asked)].map((question) => ({ question, ...attributes, group: `template ${at}` }));
    }),
  ];
  const hash = sha256(`${single}\0${templates}\0${names}`);
  return { questions, hash };
};

const rowsOf = (text: string): unknown[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/**
 * Fills the placeholders of a phrasing. `turn` selects the names, so that neighbouring templates get different ones.
 */
const fill = (phrasing: string, entities: Record<string, string[]>, turn: number): string[] =>
  Array.from({ length: phrasing.includes('{') ? FILLINGS : 1 }, (_, filling) =>
    phrasing.replace(/\{(\w+)\}/g, (place, kind: string) => {
      const names = entities[kind] ?? [place];
      return names[(turn + filling * 7) % names.length] ?? place;
    }),
  );
