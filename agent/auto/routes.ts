import { END, type Send } from '@langchain/langgraph';
import { isDoubtful } from './confirm.ts';
import { toLooks } from './look.ts';
import type { Auto } from './state.ts';

/** Calls that try to answer, at most. */
export const MOST_ROUNDS = 6;
/** Calls in a row that establish nothing new, at most. */
export const MOST_STALLED = 3;

type After = 'ask-live' | 'gather' | 'widen' | 'paths' | 'explore' | 'confirm' | typeof END;

/** Effort grows only while the evidence is insufficient, and only where something points further. */
export const afterOpen = (state: Auto): After => {
  if (state.exhausted || !state.opened) return END;
  if (state.opened.verdict !== 'unknown') return isDoubtful(state) ? 'confirm' : END;
  // What the pages do not hold may be known where it happens.
  if (state.hasLive && !state.askedLive) return 'ask-live';
  return further(state);
};

/** Where an unanswered question goes next. */
export const further = ({
  rounds,
  queries,
  facts,
  grew,
  again,
  stalled,
  effort,
}: Pick<Auto, 'rounds' | 'queries' | 'facts' | 'grew' | 'again' | 'stalled' | 'effort'>): After => {
  if (rounds >= MOST_ROUNDS || stalled >= MOST_STALLED) return END;
  if (queries.length > 0 && !again && (rounds === 1 || grew)) return 'gather';
  // Nothing new to ask: the same once more, among fewer sources.
  if (queries.length > 0 && again && facts.length > 0) return 'gather';
  // The call knew nothing to search for: other ways of searching cost no call.
  if (rounds === 1 && (queries.length === 0 || again)) return 'widen';
  // Without a single established fact there is nothing to go on from.
  if (facts.length === 0) return END;
  return effort === 'paths' || effort === 'explore' ? 'explore' : 'paths';
};

export const afterConfirm = (state: Auto): After => (state.exhausted || !state.refused ? END : further(state));

/** A round that found nothing new is not worth a call. */
export const afterPaths = ({ exhausted, found }: Pick<Auto, 'exhausted' | 'found'>): 'open' | 'explore' | typeof END =>
  exhausted ? END : found.length > 0 ? 'open' : 'explore';

/** All queries at once; without any the search is over. */
export const afterQueries = (state: Auto): Send[] | typeof END =>
  state.exhausted || state.queries.length === 0 ? END : toLooks(state);

export const afterLook = ({ exhausted, found }: Pick<Auto, 'exhausted' | 'found'>): 'open' | typeof END =>
  exhausted || found.every(({ references }) => references.length === 0) ? END : 'open';

/** Live sources that said something are worth a call; after silence the search goes on. */
export const afterLive = (state: Auto): After | 'open' =>
  state.exhausted ? END : state.live.length > 0 ? 'open' : further(state);
