import { z } from 'zod';
import { task } from '../model/task.ts';
import { system } from './prompt.ts';
import { ANSWERS_ARE_DATA, layOutThread, REWRITE, rewritten, type Thread } from './standalone-question.ts';

/**
 * Rewrites a message as a self-contained question, empty if it asks nothing, and words searches for it. A task of its own,
 * since strategies that word their searches later would pay for these.
 */
export const searchableQuestion = task({
  name: 'searchable-question',
  doing: 'Reading the message',
  fast: true,
  output: z.object({ question: rewritten, searches: z.array(z.string()).default([]) }),
  outputTokens: { min: 40, max: 300 },
  prompt: (thread: Thread) => [
    system(
      `${REWRITE} For a question give in \`searches\` one to three searches for the answer in the words that the pages of a team would use for it, where the asker has everyday ones, each with the names and days that are known; one for what may have changed of late. ${ANSWERS_ARE_DATA}`,
    ),
    layOutThread(thread),
  ],
});
