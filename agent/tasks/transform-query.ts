import { z } from 'zod';
import { task } from '../model/task.ts';
import { layOutList, layOutSteps, layOutTried, line, system, user } from './prompt.ts';
import type { SolvedStep } from './shapes.ts';

/**
 * AirRAG's QT (A4): rewrites, steps back, follows up or splits a query; `none` if the steps suffice or nothing is left
 * to ask.
 */
export const transformQuery = task({
  name: 'transform-query',
  doing: 'Finding other ways to ask',
  fast: true,
  output: z.object({
    kind: z.enum(['rewrite', 'step-back', 'follow-up', 'multi-query', 'none']),
    queries: z
      .array(z.string())
      .describe('one query, or up to three for multi-query, each standing by itself; empty for none'),
  }),
  sampling: { temperature: 1, topP: 1 },
  outputTokens: { min: 60, max: 300 },
  prompt: ({
    mainQuestion,
    steps,
    facts = [],
    tried = [],
    query,
  }: {
    mainQuestion: string;
    steps: readonly SolvedStep[];
    /** Facts established without a sub-question of their own. */
    facts?: readonly string[];
    /** Earlier queries without success. */
    tried?: readonly string[];
    query: string;
  }) => [
    system(
      'Make the next search query for a question that is being answered in steps. rewrite: this query in other words that pages may use; step-back: something more general that must be known first; follow-up: what is still missing, with the names that the steps found in place of words like "he" or "that city"; multi-query: up to three independent parts. none: the steps or facts already hold all that the main question needs, or what is missing seems to be recorded nowhere: it was asked for in other words already and no step found it. Ask nothing that a step or a search asked before. Do not answer.',
    ),
    user(
      layOutSteps(steps),
      facts.length > 0 && layOutList('facts', facts),
      tried.length > 0 && layOutTried(tried),
      line('Main question', mainQuestion),
      line('Query', query),
    ),
  ],
});
