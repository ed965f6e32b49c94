import { mayAnswerLikely, SHORT_LIKELY_RULE } from '../../model/likely.ts';
import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { citedOf, union } from '../../nodes/search.ts';
import { NAMES_NOTHING } from '../../references/stated-words.ts';
import { citedStatements, groundFact, keepCitedFacts, newFacts } from './facts.ts';
import { guessesOneLink } from './guess.ts';
import { containedNames, namesOf, readMark } from './mentions.ts';
import { freshQueries, repeatedQueries } from './queries.ts';
import { addAnswer, createSpace, drawSpace, enterState } from './reasoning-space.ts';
import { sourcesInView } from './sources-in-view.ts';
import type { Auto } from './state.ts';
import { type Attempt, answerAttemptTask, readAttempt } from './tasks/answer-attempt.ts';
import { verifyCalculations } from './verify-calculations.ts';

/**
 * Tries to answer from the sources at hand. If they do not suffice, the same call names what is established, what is
 * missing and what to search for. Adds the resulting state to the reasoning space.
 */
export const answerAttempt = node('answer-attempt', async (state: Auto, context) => {
  const { standalone, today, found, facts, tried, rounds } = state;
  const space = state.space ?? createSpace();
  const from = space.states[space.cursor];
  const knownFacts = from ? from.facts : facts;
  const names = rounds === 0 ? namesOf(standalone) : found.flatMap(({ query }) => namesOf(query));
  const sources = sourcesInView(state, knownFacts, names, context);
  const inPart = sources.filter((one) => context.references.get(one.n)?.text !== one.text);
  const input = {
    question: standalone,
    history: [],
    references: sources,
    facts: knownFacts.map((fact) => groundFact(fact, context, sources)),
    // The question was the first query, and the prompt contains it already.
    tried: tried.filter((query) => query !== standalone),
    objection: state.objection,
    today,
  };
  const { output } = await runTask(context, answerAttemptTask, input, {
    show: true,
    // The first call gets a shorter rule for likely answers. Its missing link is searched for, and the next call
    // applies the full rule.
    ...(rounds === 0 && { likelyRule: SHORT_LIKELY_RULE }),
    // An unreadable first call leaves nothing to answer with. After an unreadable later call the earlier facts remain, or the
    // answer that was to be compared.
    ...(rounds > 0 && state.attempt
      ? { unreadable: isSettled(state.attempt) ? state.attempt : unreadableAttempt(state.attempt, state.written?.text) }
      : {}),
  });
  // `checkAnswer` needs the full texts, not the excerpts shown.
  const references = sources.map((one) => context.references.get(one.n) ?? one);
  const attempt = await verifyCalculations(context, readAttempt(output), [
    standalone,
    ...references.map(({ text }) => text),
  ]);
  if (attempt.verdict === 'unknown' || (attempt.verdict === 'likely' && rounds === 0)) context.show.reset();

  const readable = union(sources, citedOf(context, knownFacts.join(' ')));
  const established = [...knownFacts, ...newFacts(keepCitedFacts(attempt.established, readable), knownFacts)];
  const fresher = freshQueries(addGuessQuery(attempt), tried);
  const queries = fresher.length > 0 ? fresher : repeatedQueries(attempt.queries, tried);
  if (!isSettled(attempt)) enterState(space, established, context);
  else {
    const stated = [...knownFacts, ...newFacts(citedStatements(attempt), knownFacts)];
    addAnswer(space, stated, citedOf(context, stated.join(' ')));
  }
  // `facts` also holds what later states established, which is not new again.
  const foundNewFacts = newFacts(established, facts).length > 0;
  context.trace({ kind: 'state', name: 'reasoning-graph', data: { ...drawSpace(space) } });
  return {
    shownSources: sources,
    read: sources.flatMap((one) =>
      inPart.includes(one) ? containedNames(names, one.text).map((name) => readMark(one.n, name)) : readMark(one.n),
    ),
    found: 'read' as const,
    references,
    // What an answer establishes beside itself is no step on the way to it.
    facts: isSettled(attempt) ? knownFacts : established,
    ...(attempt.verdict === 'likely' && { likelyAnswer: attempt.shortAnswer }),
    attempt,
    written: attempt,
    claimed: attempt.citations,
    queries,
    retryQueries: fresher.length === 0,
    rounds: 1,
    foundNewFacts,
    fruitlessRounds: foundNewFacts ? 0 : (state.fruitlessRounds ?? 0) + 1,
    maybeLikely: mayAnswerLikely(context, context.models.main) && guessesOneLink(attempt, standalone, sources),
    refused: false,
    objection: '',
    space,
  };
});

/** True if the verdict ends the search, apart from the checks that follow. */
const isSettled = ({ verdict }: Attempt): boolean => verdict === 'answered' || verdict === 'invalid-premise';

/** Stands in for an unreadable call: the verdict is unknown and there is nothing more to search for. */
const unreadableAttempt = (before: Attempt, text = before.text): Attempt => ({
  ...before,
  text,
  verdict: 'unknown',
  shortAnswer: '',
  citations: [],
  established: [],
  guess: '',
  queries: [],
});

/** A name, a year, or a word of a script without capitals. */
const NAME_OR_YEAR = /\p{Lu}\p{L}{2}|\p{Lo}{2}|(?<!\d)\d{4}(?!\d)/u;
/**
 * The model's queries. If none of them contains the guess, adds one that joins the guess with what is missing. A guess
 * without a name or a year ("no", "it was sold", "20 °C") finds nothing.
 */
const addGuessQuery = ({ queries, guess, missing }: Attempt): string[] => {
  const believed = guess.trim();
  if (
    !NAME_OR_YEAR.test(believed) ||
    NAMES_NOTHING.test(believed) ||
    queries.some((query) => query.toLowerCase().includes(believed.toLowerCase()))
  )
    return queries;
  return [...queries.slice(0, 3), [missing[0]?.trim(), believed].filter(Boolean).join(': ')];
};
