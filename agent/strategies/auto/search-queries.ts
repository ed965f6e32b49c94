import { Send } from '@langchain/langgraph';
import { asParleyError } from '../../../core/errors.ts';
import { contentStems, shareIn } from '../../../core/text/content-stems.ts';
import { words } from '../../../core/text/words.ts';
import { lookUp } from '../../look-up.ts';
import { mayAnswerLikely } from '../../model/likely.ts';
import { node } from '../../node.ts';
import { fuse, searchFor, searchGraphFor, union } from '../../nodes/search.ts';
import { fromHit } from '../../references/from-hits.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { asksForCount } from './english.ts';
import { guessesOneLink } from './guess.ts';
import {
  containedNames,
  distinctiveNames,
  excerptOf,
  isAbout,
  isPageOf,
  isRead,
  mentionFilter,
  namesOf,
} from './mentions.ts';
import { findsNews } from './news.ts';
import type { Auto, Finding } from './state.ts';

/** Sources that one query adds, how many of them may have been shown before, and the depth of its search. */
const SOURCES_PER_QUERY = 4;
const MAX_SHOWN_BEFORE = 2;
const SEARCH_DEPTH = 15;
/** Depth of the graph search for pages that only mention a name, and how many of them are added. */
const GRAPH_DEPTH = 40;
const MAX_MENTIONS = 8;
/** Pages up to which a name is rare, so that any statement about it is worth reading. */
const MAX_RARE_MENTIONS = 3;
/** Unread sources shown for their rank alone, because a page may use other words than the query. */
const MAX_BY_RANK = 2;

/** One search for each query of the state, all at the same time. */
export const toSearches = (state: Auto): Send[] =>
  state.queries.map((query) => new Send('search-query', { ...state, queries: [query] }));

/** Records the queries about to be searched, so that no later round asks them again. */
export const recordQueries = node('start-searches', ({ queries }: Auto) => ({ tried: queries }));

/**
 * Searches for one query in passages, in the graph and, for counting questions, in tables. Unread sources go before
 * those read, except for the best two, where a call may have overlooked a link. Adds the sentences of further pages
 * that mention the query's names. A failed search leaves the others.
 */
export const searchQuery = node(
  'search-query',
  async ({ queries: [query = ''], read, attempt, standalone }: Auto, context) => {
    const searches = [
      searchFor(context, query, SEARCH_DEPTH),
      searchGraphFor(context, query, GRAPH_DEPTH),
      asksForCount(query)
        ? lookUp(context, 'search_tables', { query, k: 2 }).then(({ hits }) =>
            context.references.add(hits.map(fromHit)),
          )
        : [],
    ];
    const settled = await Promise.allSettled(searches);
    context.signal.throwIfAborted();
    const failures = settled.flatMap((one) => {
      if (one.status === 'fulfilled') return [];
      const { code, message } = asParleyError(one.reason);
      return [{ node: 'search-query', code, message }];
    });
    const [passages = [], graph = [], tables = []] = settled.map((one) =>
      one.status === 'fulfilled' ? one.value : [],
    );
    const seen = new Set(read);
    const names = namesOf(query);
    const ranked = rankByNames(query, names, fuse([passages, graph, tables], SEARCH_DEPTH + GRAPH_DEPTH));
    const unseen = ranked.filter((one) => !isRead(one, names, seen));
    const distinctive = distinctiveNames(withoutGuess(names, attempt?.guess), passages);
    const guess = onlyNameFound(attempt?.guess, query, distinctive, ranked);
    const worthReading = unseen.filter((one, rank) => rank < MAX_BY_RANK || isAbout(one, query, distinctive, guess));
    const references = union(ranked.slice(0, MAX_SHOWN_BEFORE), worthReading).slice(0, SOURCES_PER_QUERY);
    const isMention = mentionFilter(query, names, distinctive);
    const mentioning = unseen.flatMap((one) => (references.includes(one) ? [] : (excerptOf(one, isMention) ?? [])));
    const mentions = telling(mentioning, query, standalone).slice(0, MAX_MENTIONS);
    const finding = { query, names: distinctive, guess, references, mentions };
    const found: Finding = { ...finding, news: findsNews(finding, ranked, seen) };
    return { found: [found], failures };
  },
);

/**
 * Joins the parallel searches, so that the next step is decided once for all findings. A page that names the guess of
 * the only missing link may make an answer likely, also if it says nothing else of what was searched for.
 */
export const collectFindings = node('collect', ({ found, attempt, standalone, maybeLikely }: Auto, context) => {
  context.trace({
    kind: 'note',
    name: 'found',
    data: found.map(({ query, references }) => ({ query, sources: references.length })),
  });
  if (maybeLikely || !attempt || !mayAnswerLikely(context, context.models.main)) return {};
  const sources = found.flatMap(({ references, mentions }) => [...references, ...mentions]);
  return { maybeLikely: guessesOneLink(attempt, standalone, sources) };
});

/**
 * The mentions worth reading. Where many pages mention a name ("Italy"), only sentences that share a further word with
 * the query, or with the question if the query holds names alone.
 */
export const telling = (
  mentions: readonly NumberedReference[],
  query: string,
  question: string,
): NumberedReference[] => {
  if (mentions.length <= MAX_RARE_MENTIONS) return [...mentions];
  const inQuery = wordsBesideNames(query);
  const wanted = inQuery.length > 0 ? inQuery : wordsBesideNames(question);
  return mentions.filter(({ text }) => {
    const said = contentStems(text);
    return wanted.some((stem) => said.has(stem));
  });
};

const wordsBesideNames = (text: string): string[] => {
  const ofNames = contentStems(namesOf(text).join(' '));
  return [...contentStems(text)].filter((stem) => !ofNames.has(stem));
};

/** Score of a page whose title is a name of the query, equal to containing half of the query's names. */
const NAMED_PAGE_SCORE = 0.5;

/**
 * The names without those of the guess, because a page about the guess alone says nothing about the question. Keeps all
 * of them if the guess is the only name.
 */
const withoutGuess = (names: readonly string[], guess = ''): readonly string[] => {
  const guessed = namesOf(guess);
  const others = names.filter((name) => !guessed.includes(name));
  return others.length > 0 ? others : names;
};

/**
 * The guess, if it stands in the query and no page found contains another name of the query. A name that no page
 * contains ("Acts of Union 1707") cannot tell pages apart, and the page with the answer may word it otherwise.
 */
export const onlyNameFound = (
  guess = '',
  query: string,
  others: readonly string[],
  found: readonly Pick<NumberedReference, 'title' | 'text'>[],
): string => {
  const believed = words(guess).join(' ');
  const isSearched = believed !== '' && containedNames([believed], query).length > 0;
  return isSearched && !found.some(({ title, text }) => containedNames(others, `${title} ${text}`).length > 0)
    ? guess
    : '';
};

/**
 * Ranks sources that contain names of the query first, and among them the page about the named thing, whose other
 * passages say more about it than a page that mentions it.
 */
const rankByNames = (
  query: string,
  names: readonly string[],
  references: readonly NumberedReference[],
): NumberedReference[] => {
  if (names.length === 0) return [...references];
  const queryStems = contentStems(query);
  const scored = references.map((reference, rank) => {
    const text = `${reference.title} ${reference.text}`;
    const named =
      containedNames(names, text).length / names.length + (isPageOf(names, reference.title) ? NAMED_PAGE_SCORE : 0);
    return { reference, score: named + 0.5 * shareIn(queryStems, contentStems(text)) + 0.3 / (1 + rank) };
  });
  return scored.sort((a, b) => b.score - a.score).map(({ reference }) => reference);
};
