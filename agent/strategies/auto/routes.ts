import { END, type Send } from '@langchain/langgraph';
import { isComparable } from './compare-pages.ts';
import { doubtOf } from './doubts.ts';
import { toSearches } from './search-queries.ts';
import type { Auto } from './state.ts';

/** Calls of answer-attempt per question. */
export const MAX_ROUNDS = 6;
/** Calls in a row that may establish nothing new before the search ends. */
export const MAX_FRUITLESS_ROUNDS = 3;
/**
 * Calls in a row that may establish nothing new while there are no facts. A chain that has begun gets one more try;
 * without it, two of 49 questions were lost.
 */
const MAX_FRUITLESS_WITHOUT_FACTS = 2;

type After = 'ask-live' | 'start-searches' | 'confirm' | typeof END;

/** After an attempt: ends, compares or checks an answer, or searches further. */
export const afterAttempt = (state: Auto): After | 'answer-attempt' | 'compare' => {
  if (state.exhausted || !state.attempt) return END;
  const { verdict } = state.attempt;
  if (state.rounds < MAX_ROUNDS && isComparable(state)) return 'compare';
  if (verdict === 'answered' || verdict === 'invalid-premise') return confirmOrEnd(state);
  // A live source may know what the pages do not.
  if (state.hasLive && !state.askedLive) return 'ask-live';
  if (state.attempt.notRecorded) return END;
  return verdict === 'likely' ? afterLikely(state) : nextEffort(state);
};

/** After a comparison: the answer is asked for again beside a page with another figure, or goes its way. */
export const afterCompare = (state: Auto): 'answer-attempt' | 'confirm' | typeof END => {
  if (state.exhausted) return END;
  return state.found.length > 0 ? 'answer-attempt' : confirmOrEnd(state);
};

/** An answer is given, or checked before if there is a reason to doubt it. */
const confirmOrEnd = (state: Auto): 'confirm' | typeof END => {
  return doubtOf(state) ? 'confirm' : END;
};

/**
 * Searches for the missing link of the first call's likely answer and asks again: a page may state it, and only later
 * calls get the full rule for likely answers.
 */
const afterLikely = ({ rounds, queries, retryQueries }: Auto): After | 'answer-attempt' => {
  if (rounds > 1) return END;
  return queries.length > 0 && !retryQueries ? 'start-searches' : 'answer-attempt';
};

/** The next step for an unanswered question. */
export const nextEffort = ({
  rounds,
  queries,
  facts,
  foundNewFacts,
  retryQueries,
  fruitlessRounds,
}: Pick<Auto, 'rounds' | 'queries' | 'facts' | 'foundNewFacts' | 'retryQueries' | 'fruitlessRounds'>): After => {
  const maxFruitless = facts.length > 0 ? MAX_FRUITLESS_ROUNDS : MAX_FRUITLESS_WITHOUT_FACTS;
  if (rounds >= MAX_ROUNDS || fruitlessRounds >= maxFruitless) return END;
  // Search with the queries of the first call, of every call that established something, and of the first call that did
  // not.
  if (queries.length > 0 && !retryQueries && (rounds === 1 || foundNewFacts || fruitlessRounds <= 1))
    return 'start-searches';
  // Nothing new to search for: repeat the queries, with fewer sources.
  if (queries.length > 0 && retryQueries && facts.length > 0) return 'start-searches';
  return END;
};

/**
 * After a check: searches for what an unsupported answer lacks. If the check established facts but named no query,
 * reads the same sources once more.
 */
export const afterConfirm = (state: Auto): After | 'answer-attempt' => {
  const { exhausted, refused, queries, foundNewFacts, rounds } = state;
  if (exhausted || !refused) return END;
  return queries.length === 0 && foundNewFacts && rounds < MAX_ROUNDS ? 'answer-attempt' : nextEffort(state);
};

/** Searches all queries in parallel; ends when there are none. */
export const afterQueries = (state: Auto): Send[] | typeof END =>
  state.exhausted || state.queries.length === 0 ? END : toSearches(state);

/**
 * Calls the model again only if a source is unread and is about what was searched for. After an unsupported answer it
 * always reads the sources again, because that reading was wrong; after a first call with a likely answer, or with a guess
 * of the only missing link that the sources name, to apply the full rule.
 */
export const afterSearches = ({
  exhausted,
  attempt,
  rounds,
  found,
  objection,
  maybeLikely,
}: Pick<Auto, 'exhausted' | 'attempt' | 'rounds' | 'found' | 'objection' | 'maybeLikely'>):
  | 'answer-attempt'
  | typeof END => {
  if (exhausted) return END;
  if (rounds === 1 && (attempt?.verdict === 'likely' || maybeLikely)) return 'answer-attempt';
  return found.some(({ news }) => news) || (objection !== '' && found.length > 0) ? 'answer-attempt' : END;
};

/** Another attempt if a live source answered; otherwise continues like `afterAttempt`. */
export const afterLive = (state: Auto): After | 'answer-attempt' =>
  state.exhausted
    ? END
    : state.live.length > 0
      ? 'answer-attempt'
      : state.attempt?.verdict === 'likely'
        ? afterLikely(state)
        : state.attempt?.notRecorded
          ? END
          : nextEffort(state);
