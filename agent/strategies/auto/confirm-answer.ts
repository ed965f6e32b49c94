import { mayAnswerLikely } from '../../model/likely.ts';
import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { citedOf, union } from '../../nodes/search.ts';
import { doubtOf, newerSources } from './doubts.ts';
import { groundFact, keepCitedFacts, newFacts } from './facts.ts';
import { freshQueries } from './queries.ts';
import { enterState, withdrawAnswer } from './reasoning-space.ts';
import type { Auto } from './state.ts';
import type { Attempt } from './tasks/answer-attempt.ts';
import { confirmAnswer } from './tasks/confirm-answer.ts';

/** An unreadable check leaves the answer as it was; its citations were checked before. */
const undecided = {
  verdict: 'supported' as const,
  reasoning: '',
  others: [],
  established: [],
  missing: '',
  queries: [],
};

/**
 * Checks each link of a doubtful answer against its sources. If one link is only implied and the sources allow no other
 * answer, the answer becomes likely. An unsupported answer is withdrawn.
 */
export const confirmDoubtful = node('confirm', async (state: Auto, context) => {
  const { standalone, attempt, shownSources, facts, tried, space } = state;
  if (!attempt) return {};
  context.trace({ kind: 'note', name: 'doubt', data: { doubt: doubtOf(state) } });
  const cited = citedOf(context, attempt.text, attempt.citations);
  const references = cited.length > 0 ? union(cited, newerSources(cited, shownSources, standalone)) : shownSources;
  const mayBeLikely = mayAnswerLikely(context, context.models.main);
  const input = {
    question: standalone,
    answer: attempt.text,
    references,
    facts: facts.map((fact) => groundFact(fact, context, references)),
    strict: !mayBeLikely,
  };
  const { output } = await runTask(context, confirmAnswer, input, { unreadable: undecided });
  if (output.verdict === 'supported') return { refused: false };
  if (output.verdict === 'implied' && mayBeLikely) {
    const likely = asLikely(attempt, output);
    if (likely) return { refused: false, attempt: likely, written: likely };
  }
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

/**
 * The answer with the verdict "likely". Undefined if the check found another possible answer or did not name the
 * missing link.
 */
const asLikely = (attempt: Attempt, { missing, others }: { missing: string; others: readonly string[] }) => {
  const link = missing.trim();
  if (link === '' || others.some((other) => other.trim() !== '')) return undefined;
  return { ...attempt, verdict: 'likely' as const, unconfirmed: [link], candidates: [attempt.shortAnswer] };
};
