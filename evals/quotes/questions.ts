import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Answer } from '../../core/answer.ts';
import { sharedRows } from '../../core/shared-data.ts';
import { words } from '../../core/text/words.ts';

/** A question that people type first, with what a right quote must hold. */
const newcomerSchema = z.object({
  id: z.string(),
  corpus: z.string(),
  cat: z.string(),
  question: z.string(),
  history: z.array(z.string()).optional(),
  expected: z.object({
    kind: z.enum(['answer', 'unknown', 'smalltalk']),
    /** One of them must be cited; none given: any page. */
    pages: z.array(z.string()).default([]),
    /** Regular expressions that what is shown must all match. */
    must: z.array(z.string()).default([]),
    text: z.string().default(''),
  }),
});
export type NewcomerQuestion = z.infer<typeof newcomerSchema>;

/**
 * Questions that the project wrote: over PostgreSQL's manual, over the pages of a workshop, a theatre, a school, a clinic, a
 * housing cooperative, a ferry line, two German firms, a Spanish dental practice, a French bakery and a rowing club that do
 * not exist, as first messages to the handbook and the manual, as people type them, and over eight manuals that Debian
 * packages install.
 */
const OWN = [
  'manual-questions.jsonl',
  'workshop-questions.jsonl',
  'theatre-questions.jsonl',
  'school-questions.jsonl',
  'clinic-questions.jsonl',
  'housing-questions.jsonl',
  'gardening-questions.jsonl',
  'fournil-questions.jsonl',
  'ferry-questions.jsonl',
  'heizung-questions.jsonl',
  'dental-questions.jsonl',
  'aviron-questions.jsonl',
  'first-messages.jsonl',
  'debian-manuals-questions.jsonl',
  'two-manuals-questions.jsonl',
];

/** The development half of the newcomers' questions, and the project's own. */
export const newcomerQuestions = (): NewcomerQuestion[] => [
  ...sharedRows<unknown>('newcomers/questions').map((row) => newcomerSchema.parse(row)),
  ...OWN.flatMap((name) => questionsIn(new URL(name, import.meta.url))),
];

/** Corpora whose questions no rule and no weight may be made by: they show what strangers meet. */
const KEPT_BACK: ReadonlySet<string> = new Set([
  'clinic',
  'housing',
  'gardening-kept',
  'fournil-kept',
  'ferry-kept',
  'heizung-kept',
  'dental-kept',
  'aviron-kept',
]);

/** The newcomers' questions that weights are fitted on and that are looked at one by one. */
export const questionsToLearnFrom = (): NewcomerQuestion[] =>
  newcomerQuestions().filter(({ corpus }) => !KEPT_BACK.has(corpus));

/** The questions of a file, a row a line. */
export const questionsIn = (file: string | URL): NewcomerQuestion[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => newcomerSchema.parse(JSON.parse(line)));

/** The words that an answer quotes: its text without those of pages that it only names. */
export const quotedBy = ({ text, nearest = [] }: Pick<Answer, 'text' | 'nearest'>): string =>
  nearest.reduce((rest, { excerpt }) => (excerpt ? rest.replaceAll(excerpt, '') : rest), text);

/** Whether one of these documents is a page that the question's row demands; true if it demands none. */
export const isOnPage = (documentIds: readonly string[], { expected }: NewcomerQuestion): boolean => {
  // A few rows of the chats name no page, but a word of the text before it.
  const named = expected.pages.map((page) => page.replace(/^Time: /, '')).filter((page) => page !== 'What');
  return named.length === 0 || documentIds.some((id) => named.some((page) => isPage(id, page)));
};

/** Whether what is shown answers the question as its row demands. */
export const isRight = (shown: string, documentIds: readonly string[], row: NewcomerQuestion): boolean => {
  const { must, text } = row.expected;
  if (!isOnPage(documentIds, row)) return false;
  const plain = shown.replace(/\*\*|`/g, '');
  if (must.length > 0) return must.every((pattern) => matches(pattern, plain));
  // Chats: half of the content words of the gold answer, by their first five letters.
  const gold = [...new Set(words(text).filter((word) => word.length > 2 && !SMALL.has(word)))];
  if (/^no$/i.test(text)) return /\b(?:no|not|never|none)\b/i.test(plain);
  if (gold.length === 0) return words(text).every((word) => words(plain).includes(word));
  const starts = new Set(words(plain).map((word) => word.slice(0, 5)));
  return gold.filter((word) => starts.has(word.slice(0, 5))).length >= gold.length / 2;
};

const SMALL = new Set(
  'the and for with that this are was were has have had from into they them his her their its which who whom will would can could'.split(
    ' ',
  ),
);
const isPage = (id: string, page: string): boolean =>
  id === page ||
  id.endsWith(`/${page}`) ||
  id
    .split('/')
    .at(-1)
    ?.replace(/\.\w+$/, '') === page;
/** Patterns come from another dialect of regular expressions: "(?i)" is a flag here, and escaped spaces are allowed. */
const matches = (pattern: string, text: string): boolean =>
  new RegExp(pattern.replace('(?i)', ''), pattern.includes('(?i)') ? 'is' : 's').test(text);
