import { Send } from '@langchain/langgraph';
import { asParleyError } from '../../../core/errors.ts';
import { contentStems, shareIn } from '../../../core/text/content-stems.ts';
import { lookUp } from '../../look-up.ts';
import { node } from '../../node.ts';
import { fuse, searchFor, searchGraphFor, union } from '../../nodes/search.ts';
import { fromHit } from '../../references/from-hits.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { asksToCount, otherWays } from './english.ts';
import { isAbout, isPageOf, isRead, mentionOf, namesHeld, namesOf, sentencesOnly, tellingNames } from './mentions.ts';
import type { Auto } from './state.ts';

/** Sources that one query adds, how many of them may have been shown before, and how deep it searches for new ones. */
const SOURCES_PER_QUERY = 4;
const MAX_SHOWN_BEFORE = 2;
const SEARCH_DEPTH = 15;
/** How deep it looks for pages that only mention what the query names, and how many of them it adds. */
const GRAPH_DEPTH = 40;
const MAX_MENTIONS = 8;
/** Unread sources that are shown for their rank alone: a page may state it in other words than the query's. */
const MAX_BY_RANK = 2;

/** One branch per query, in parallel. */
export const toSearches = (state: Auto): Send[] =>
  state.queries.map((query) => new Send('search-query', { ...state, queries: [query] }));

/** Records the queries about to be searched, so that no later round asks them again. */
export const noteQueries = node('start-searches', ({ queries }: Auto) => ({
  tried: queries,
  effort: 'search' as const,
}));

/** Searches for the question in other wordings, without a model call. */
export const widenSearch = node('widen', ({ standalone }: Auto) => ({
  queries: otherWays(standalone),
  effort: 'widen' as const,
}));

/**
 * Searches for one query: passages, the graph of what it names, tables where it counts. What was read before gives way to
 * what was not, but for the best: a link may stand in a passage that was overlooked. Beside them come the sentences of
 * further pages that name what the query names: a page states in passing what another one is searched for. A branch that
 * fails leaves its siblings alone.
 */
export const searchQuery = node('search-query', async ({ queries: [query = ''], read, attempt }: Auto, context) => {
  const searches = [
    searchFor(context, query, SEARCH_DEPTH),
    searchGraphFor(context, query, GRAPH_DEPTH),
    asksToCount(query)
      ? lookUp(context, 'search_tables', { query, k: 2 }).then(({ hits }) => context.references.add(hits.map(fromHit)))
      : [],
  ];
  const settled = await Promise.allSettled(searches);
  context.signal.throwIfAborted();
  const failures = settled.flatMap((one) => {
    if (one.status === 'fulfilled') return [];
    const { code, message } = asParleyError(one.reason);
    return [{ node: 'search-query', code, message }];
  });
  const [passages = [], graph = [], tables = []] = settled.map((one) => (one.status === 'fulfilled' ? one.value : []));
  const seen = new Set(read);
  const names = namesOf(query);
  const ranked = byName(query, names, fuse([passages, graph, tables], SEARCH_DEPTH + GRAPH_DEPTH));
  const unseen = ranked.filter((one) => !isRead(one, names, seen));
  const telling = tellingNames(withoutGuess(names, attempt?.guess), passages);
  const worthReading = unseen.filter((one, rank) => rank < MAX_BY_RANK || isAbout(one, query, telling));
  const references = union(ranked.slice(0, MAX_SHOWN_BEFORE), worthReading).slice(0, SOURCES_PER_QUERY);
  const isMention = mentionOf(query, names, telling);
  const mentions = unseen
    .flatMap((one) => (references.includes(one) ? [] : (sentencesOnly(one, isMention) ?? [])))
    .slice(0, MAX_MENTIONS);
  return { found: [{ query, names: telling, references, mentions }], failures };
});

/** Joins the searches of a round, so that the next step is decided once, by all they found. */
export const collectFindings = node('collect', ({ found }: Auto, context) => {
  context.trace({
    kind: 'note',
    name: 'found',
    data: found.map(({ query, references }) => ({ query, sources: references.length })),
  });
  return {};
});

/** What a page's title adds that is a name of the query: as much as half of its names. */
const OWN_PAGE_SCORE = 0.5;

/** A page that names the guess alone says nothing of the thing asked about; where the guess is all that is named, it counts. */
const withoutGuess = (names: readonly string[], guess = ''): readonly string[] => {
  const guessed = namesOf(guess);
  const others = names.filter((name) => !guessed.includes(name));
  return others.length > 0 ? others : names;
};

/**
 * Sources that hold a whole name of the query come first, and among them the page of the thing itself: its other passages
 * state more of it than a page that mentions it. Otherwise the order stays.
 */
const byName = (
  query: string,
  names: readonly string[],
  references: readonly NumberedReference[],
): NumberedReference[] => {
  if (names.length === 0) return [...references];
  const queryStems = contentStems(query);
  const scored = references.map((reference, rank) => {
    const text = `${reference.title} ${reference.text}`;
    const named =
      namesHeld(names, text).length / names.length + (isPageOf(names, reference.title) ? OWN_PAGE_SCORE : 0);
    return { reference, score: named + 0.5 * shareIn(queryStems, contentStems(text)) + 0.3 / (1 + rank) };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ reference }) => reference);
};
