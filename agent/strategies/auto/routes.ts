import { END, type Send } from '@langchain/langgraph';
import { isDoubtful } from './doubts.ts';
import { toLooks } from './look.ts';
import { isRead, namesHeld, namesOf } from './mentions.ts';
import type { Auto, Finding } from './state.ts';

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
  space,
}: Pick<Auto, 'rounds' | 'queries' | 'facts' | 'grew' | 'again' | 'stalled' | 'effort' | 'space'>): After => {
  if (rounds >= MOST_ROUNDS || stalled >= MOST_STALLED) return END;
  // The first call's searches, those of every call that found something, and once those of one that did not.
  if (queries.length > 0 && !again && (rounds === 1 || grew || stalled <= 1)) return 'gather';
  // Nothing new to ask: the same once more, among fewer sources.
  if (queries.length > 0 && again && facts.length > 0) return 'gather';
  // The call knew nothing to search for: other ways of searching cost no call.
  if (rounds === 1 && (queries.length === 0 || again)) return 'widen';
  // Without a single established fact there is nothing to go on from.
  if (facts.length === 0) return END;
  if (effort !== 'paths' && effort !== 'explore') return 'paths';
  // A search over states needs states to choose among.
  return space.states.length > 1 ? 'explore' : END;
};

export const afterConfirm = (state: Auto): After => (state.exhausted || !state.refused ? END : further(state));

/** A round that found nothing new is not worth a call. */
export const afterPaths = ({
  exhausted,
  found,
  space,
}: Pick<Auto, 'exhausted' | 'found' | 'space'>): 'open' | 'explore' | typeof END => {
  if (exhausted) return END;
  if (found.length > 0) return 'open';
  return space.states.length > 1 ? 'explore' : END;
};

/** All queries at once; without any the search is over. */
export const afterQueries = (state: Auto): Send[] | typeof END =>
  state.exhausted || state.queries.length === 0 ? END : toLooks(state);

/**
 * Only what no call has read yet, and what names the things searched for, is worth another call. After an answer that was
 * not borne out the sources are read again all the same: that reading was at fault.
 */
export const afterLook = ({
  exhausted,
  found,
  read,
  facts,
  effort,
  objection,
}: Pick<Auto, 'exhausted' | 'found' | 'read' | 'facts' | 'effort' | 'objection'>): 'open' | 'paths' | typeof END => {
  if (exhausted) return END;
  const known = new Set(read);
  const isNews = ({ query, references, mentions }: Finding): boolean => {
    const names = namesOf(query);
    return [...references, ...mentions].some(
      (one) =>
        !isRead(one, names, known) && (names.length === 0 || namesHeld(names, `${one.title} ${one.text}`).length > 0),
    );
  };
  if (found.some(isNews) || (objection !== '' && found.length > 0)) return 'open';
  return facts.length > 0 && (effort === 'gather' || effort === 'widen') ? 'paths' : END;
};

/** Live sources that said something are worth a call; after silence the search goes on. */
export const afterLive = (state: Auto): After | 'open' =>
  state.exhausted ? END : state.live.length > 0 ? 'open' : further(state);
