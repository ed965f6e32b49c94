import { END, type Send } from '@langchain/langgraph';
import { doubtOf } from './doubts.ts';
import { isAbout, isRead, namesOf } from './mentions.ts';
import { toSearches } from './search-queries.ts';
import type { Auto, Finding } from './state.ts';

/** Calls of answer-attempt per question. */
export const MAX_ROUNDS = 6;
/** Calls in a row that establish nothing new. */
export const MAX_FRUITLESS_ROUNDS = 3;
/** The same while nothing at all is established: a chain that has begun is worth one more try (two of 49 were lost without it). */
const MAX_FRUITLESS_WITHOUT_FACTS = 2;

type After = 'ask-live' | 'start-searches' | 'widen' | 'confirm' | typeof END;

/** After an attempt: the end, a check of a doubtful answer, or more effort while there is something to go on. */
export const afterAttempt = (state: Auto): After | 'answer-attempt' => {
  if (state.exhausted || !state.attempt) return END;
  const { verdict } = state.attempt;
  if (verdict === 'answered' || verdict === 'invalid-premise') return doubtOf(state) ? 'confirm' : END;
  // A live source may know what the pages do not.
  if (state.hasLive && !state.askedLive) return 'ask-live';
  if (state.attempt.notRecorded) return END;
  return verdict === 'likely' ? beforeLikely(state) : further(state);
};

/**
 * What the first call finds likely is read once more, after its missing link was searched for: a page may state it, and the
 * first call does not know the whole rule for likely answers.
 */
const beforeLikely = ({ rounds, queries, retryQueries }: Auto): After | 'answer-attempt' => {
  if (rounds > 1) return END;
  return queries.length > 0 && !retryQueries ? 'start-searches' : 'answer-attempt';
};

/** Where an unanswered question goes next. */
export const further = ({
  rounds,
  queries,
  facts,
  foundNewFacts,
  retryQueries,
  fruitlessRounds,
}: Pick<Auto, 'rounds' | 'queries' | 'facts' | 'foundNewFacts' | 'retryQueries' | 'fruitlessRounds'>): After => {
  const maxFruitless = facts.length > 0 ? MAX_FRUITLESS_ROUNDS : MAX_FRUITLESS_WITHOUT_FACTS;
  if (rounds >= MAX_ROUNDS || fruitlessRounds >= maxFruitless) return END;
  // The first call's searches, those of every call that found something, and once those of one that did not.
  if (queries.length > 0 && !retryQueries && (rounds === 1 || foundNewFacts || fruitlessRounds <= 1))
    return 'start-searches';
  // Nothing new to ask: the same once more, among fewer sources.
  if (queries.length > 0 && retryQueries && facts.length > 0) return 'start-searches';
  // The call knew nothing to search for: other ways of searching cost no call.
  if (rounds === 1 && (queries.length === 0 || retryQueries)) return 'widen';
  return END;
};

/**
 * After a check: an unsupported answer goes on to what is missing. Where the check established something and found nothing
 * to search for, all stands in view, and the same sources are read once more.
 */
export const afterConfirm = (state: Auto): After | 'answer-attempt' => {
  const { exhausted, refused, queries, foundNewFacts, rounds } = state;
  if (exhausted || !refused) return END;
  return queries.length === 0 && foundNewFacts && rounds < MAX_ROUNDS ? 'answer-attempt' : further(state);
};

/** Searches all queries in parallel; ends when there are none. */
export const afterQueries = (state: Auto): Send[] | typeof END =>
  state.exhausted || state.queries.length === 0 ? END : toSearches(state);

/**
 * Only what no call has read yet, and what names the things searched for, is worth another call. After an answer that was
 * not supported the sources are read again, because that reading was wrong; after a likely one, to weigh it.
 */
export const afterSearches = ({
  exhausted,
  attempt,
  rounds,
  found,
  read,
  objection,
}: Pick<Auto, 'exhausted' | 'attempt' | 'rounds' | 'found' | 'read' | 'objection'>): 'answer-attempt' | typeof END => {
  if (exhausted) return END;
  if (rounds === 1 && attempt?.verdict === 'likely') return 'answer-attempt';
  const readMarks = new Set(read);
  const isNews = ({ query, names: telling, references, mentions }: Finding): boolean => {
    const names = namesOf(query);
    return (
      mentions.some((one) => !isRead(one, names, readMarks)) ||
      references.some((one) => !isRead(one, names, readMarks) && (names.length === 0 || isAbout(one, query, telling)))
    );
  };
  return found.some(isNews) || (objection !== '' && found.length > 0) ? 'answer-attempt' : END;
};

/** Another attempt when a live source answered; otherwise the search goes on. */
export const afterLive = (state: Auto): After | 'answer-attempt' =>
  state.exhausted
    ? END
    : state.live.length > 0
      ? 'answer-attempt'
      : state.attempt?.verdict === 'likely'
        ? beforeLikely(state)
        : state.attempt?.notRecorded
          ? END
          : further(state);
