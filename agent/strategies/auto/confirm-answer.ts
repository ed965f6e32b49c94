import { mayAnswerLikely } from '../../model/likely.ts';
import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { citedOf, union } from '../../nodes/search.ts';
import { doubtOf, newerSources } from './doubts.ts';
import { groundFact, keepCitedFacts, newFacts } from './facts.ts';
import { freshQueries } from './queries.ts';
import { enterState, withdrawAnswer } from './reasoning-space.ts';
import type { Auto } from './state.ts';
import { confirmAnswer } from './tasks/confirm-answer.ts';

/** An unreadable check leaves the answer as it was; its citations were checked before. */
const undecided = {
  verdict: 'supported' as const,
  reasoning: '',
  established: [],
  missing: '',
  queries: [],
};

/**
 * Checks each link of a doubtful answer against its sources, and withdraws an unsupported answer. It makes none likely:
 * of the few that it called implied, after a call that took them for stated, none was wrong.
 */
export const confirmDoubtful = node('confirm', async (state: Auto, context) => {
  const { standalone, today, attempt, shownSources, facts, tried, space } = state;
  if (!attempt) return {};
  context.trace({ kind: 'note', name: 'doubt', data: { doubt: doubtOf(state) } });
  const cited = citedOf(context, attempt.text, attempt.citations);
  const references = cited.length > 0 ? union(cited, newerSources(cited, shownSources, standalone)) : shownSources;
  const input = {
    question: standalone,
    answer: attempt.text,
    references,
    facts: facts.map((fact) => groundFact(fact, context, references)),
    strict: !mayAnswerLikely(context, context.models.main),
    today,
  };
  const { output } = await runTask(context, confirmAnswer, input, { unreadable: undecided });
  if (output.verdict === 'supported') return { refused: false };
  context.show.reset();
  context.trace({ kind: 'note', name: 'not-confirmed', data: { answer: attempt.text, reasoning: output.reasoning } });
  const readable = union(references, citedOf(context, facts.join(' ')));
  const established = newFacts(keepCitedFacts(output.established, readable), facts);
  withdrawAnswer(space);
  const from = space.states[space.cursor]?.facts ?? [];
  enterState(space, [...from, ...newFacts(established, from)], context);
  return {
    refused: true,
    space,
    facts: established,
    foundNewFacts: established.length > 0,
    fruitlessRounds: established.length > 0 ? 0 : state.fruitlessRounds,
    objection: output.reasoning || 'A link is not stated.',
    queries: freshQueries(output.queries, tried),
    retryQueries: false,
    shownSources: references,
    attempt: { ...attempt, verdict: 'unknown' as const, missing: [output.missing] },
    written: {
      ...attempt,
      verdict: 'unknown' as const,
      text: 'The pages that I found do not support an answer to that.',
      shortAnswer: '',
      citations: [],
    },
  };
});
