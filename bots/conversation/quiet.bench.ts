import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import { type ThreadMessage, threadReply } from './thread-reply.ts';

export const about =
  'When Parley speaks in a thread that it follows: wrongly answered and missed, over a JSONL of messages';

const MAX_WRONG = 0.02;
const MAX_MISSED = 0.05;

/**
 * One message: the thread before it as [author, text] pairs, where `parley` is Parley; its author and words, with mentions
 * as `@name`; what is right; and for a question that is asked of nobody, whether the pages hold its answer (default: as
 * expected).
 */
const rowSchema = z.object({
  thread: z.array(z.tuple([z.string(), z.string()])),
  from: z.string(),
  text: z.string(),
  expect: z.enum(['answer', 'silent']),
  answerable: z.boolean().optional(),
});
type Row = z.infer<typeof rowSchema>;

/** The message as the platforms hand it to `threadReply`. */
export const messageOf = ({ thread, from, text }: Row): ThreadMessage => {
  const last = thread.findLastIndex(([author]) => author === 'parley');
  const asker = thread.slice(0, Math.max(0, last)).findLast(([author]) => author !== 'parley')?.[0];
  const mentions = [...text.matchAll(/@([\w-]+)/g)].map(([, name]) => name?.toLowerCase());
  return {
    text: text.replace(/@parley\b/gi, ' ').trim(),
    addressed: mentions.includes('parley'),
    mentionsOthers: mentions.some((name) => name !== 'parley'),
    byAsker: from === asker,
    othersWrote: thread.slice(last + 1).some(([author]) => author !== from),
  };
};

export const readRows = (file: string): Row[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, i) => {
      if (line.trim() === '') return [];
      const row = rowSchema.safeParse(JSON.parse(line));
      if (row.success) return [row.data];
      throw new ParleyError('BAD_INPUT', {
        message: `${file}:${i + 1} is no thread message: ${z.prettifyError(row.error)}`,
        remedy:
          'Write {"thread": [["ann", "…"], ["parley", "…"]], "from": "ann", "text": "…", "expect": "answer" | "silent"}.',
      });
    });

/** What is posted in the end: a question of nobody is answered where the pages hold the answer. */
export const isAnswered = (row: Row): boolean => {
  const reply = threadReply(messageOf(row));
  return reply === 'answer' || (reply === 'answer-if-found' && (row.answerable ?? row.expect === 'answer'));
};

const developmentSet = fileURLToPath(new URL('testing/thread-messages.jsonl', import.meta.url));

export const run = async ([file = developmentSet]: readonly string[]): Promise<void> => {
  const rows = readRows(file);
  const [wanted, unwanted] = [
    rows.filter(({ expect }) => expect === 'answer'),
    rows.filter(({ expect }) => expect === 'silent'),
  ];
  const wrong = unwanted.filter(isAnswered);
  const missed = wanted.filter((row) => !isAnswered(row));
  for (const row of wrong) console.log(`answered, and should not be: ${row.from}: ${row.text}`);
  for (const row of missed) console.log(`missed: ${row.from}: ${row.text}`);
  const searched = unwanted.filter((row) => threadReply(messageOf(row)) === 'answer-if-found');
  console.log(
    JSON.stringify({
      messages: rows.length,
      wrongly_answered: Number((wrong.length / Math.max(1, unwanted.length)).toFixed(3)),
      wrongly_answered_goal: MAX_WRONG,
      missed: Number((missed.length / Math.max(1, wanted.length)).toFixed(3)),
      missed_goal: MAX_MISSED,
      // Silent in the end, as the pages hold no answer: these cost a look-up.
      looked_up_in_vain: searched.length - wrong.length,
    }),
  );
  if (wrong.length > MAX_WRONG * unwanted.length || missed.length > MAX_MISSED * wanted.length) process.exitCode = 1;
};
