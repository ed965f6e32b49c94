import { runTask } from '../../../model/run-task.ts';
import { node } from '../../../node.ts';
import { searchFor } from '../../../nodes/search.ts';
import { type Iterating, MAX_ROUNDS } from '../state.ts';
import { nextThought } from '../tasks/next-thought.ts';

/** Passages per search, and the maximum in the chain's prompt. */
const PASSAGES_PER_SEARCH = 5;
const MAX_PASSAGES = 15;

/** Searches with the last sentence of the chain of thought, the first time with the question. */
export const searchByThought = node('search', async ({ standalone, thoughts }: Iterating, context) => ({
  references: await searchFor(context, (thoughts.at(-1) ?? standalone).replace(/\s*\[\d+\]/g, ''), PASSAGES_PER_SEARCH),
}));

/** Writes the next sentence of the chain. */
export const think = node('think', async ({ standalone, thoughts, references }: Iterating, context) => {
  const input = { question: standalone, thoughts, references: references.slice(0, MAX_PASSAGES) };
  const { output } = await runTask(context, nextThought, input, {
    unreadable: { thought: thoughts.at(-1) ?? standalone, done: true },
  });
  const repeated = thoughts.includes(output.thought);
  return { thoughts: repeated ? [] : [output.thought], finished: output.done || repeated };
});

/** Searches with the last thought until one says the answer or the rounds are over. */
export const afterThought = ({ finished, thoughts }: Pick<Iterating, 'finished' | 'thoughts'>): 'search' | 'answer' =>
  finished || thoughts.length >= MAX_ROUNDS ? 'answer' : 'search';
