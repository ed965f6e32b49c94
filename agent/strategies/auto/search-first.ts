import { contentStems } from '../../../core/text/content-stems.ts';
import { type Hit, narrowNamesIn } from '../../../retrieval/index.ts';
import { lookUp } from '../../look-up.ts';
import { node } from '../../node.ts';
import { readForSearch } from '../../nodes/make-standalone.ts';
import { fuse, hitsFor, union } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import { fromHit, fromPassage } from '../../references/from-hits.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { isSingleHop } from './english.ts';
import { areCut, FIRST_DEPTH, firstSources, MAX_SEARCHES, NEWS_DEPTH, newsQuery } from './first-sources.ts';
import { namesOf } from './mentions.ts';
import { bestCoverage } from './news.ts';
import type { Auto } from './state.ts';

/** Minimum share of a first message's words, weighted by idf, in the best source found, for the pages to hold its words. */
const MIN_COVERAGE = 0.5;

/** Minimum content words of a first message for its words to say what it asks: "from what wind do we come down" has three. */
const MIN_WORDS = 4;

/** Earlier turns of a thread whose sources are shown again, and maximum number of these sources. */
const MAX_EARLIER_TURNS = 2;
const MAX_EARLIER_SOURCES = 3;

/**
 * What the answers before cite and the question speaks of most: a follow-up often rests on the page of the answer that it
 * follows, whose words it does not repeat. Of two that fit alike, the one that was cited last.
 */
const earlierSources = async (
  { history, standalone }: Auto,
  context: QuestionContext,
): Promise<NumberedReference[]> => {
  const ids = history.slice(-MAX_EARLIER_TURNS).flatMap(({ passageIds }) => passageIds ?? []);
  if (ids.length === 0) return [];
  const passages = await lookUp(context, 'read_passages', { passageIds: [...new Set(ids.reverse())] });
  const wanted = contentStems(standalone);
  const fitting = passages
    .map((passage) => {
      const held = contentStems([passage.title, ...passage.headings, passage.text].join(' '));
      return { passage, shared: [...wanted].filter((stem) => held.has(stem)).length };
    })
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared);
  return context.references.add(fitting.slice(0, MAX_EARLIER_SOURCES).map(({ passage }) => fromPassage(passage)));
};

/** The first search, with the whole question, and for its names where pages are cut into passages. */
export const searchFirst = node('search', async (state: Auto, context) => {
  const { standalone, references, today } = state;
  const simple = isSingleHop(standalone) && namesOf(standalone).length <= 1;
  const own = await hitsFor(context, { query: standalone, k: FIRST_DEPTH });
  const read = await searchesFor(state, own, context);
  if (read === 'asks nothing') return { asksNothing: true, exhausted: true };
  const worded = await Promise.all(read.map((query) => hitsFor(context, { query, k: FIRST_DEPTH })));
  const hits = fuseHits([own, ...worded]);
  const query = areCut(hits) ? newsQuery(standalone, today) : undefined;
  const news = query === undefined ? [] : await hitsFor(context, { query, k: NEWS_DEPTH });
  const found = context.references.add(firstSources(hits, { question: standalone, simple, worded, news }).map(fromHit));
  const shown = union(found, await earlierSources(state, context));
  return {
    references: shown,
    searches: read,
    shownSources: union(references, shown),
    tried: [standalone, ...read],
    areCut: areCut(hits),
  };
});

/**
 * Searches in the words of the pages: those of the call that rewrote a follow-up, or of one for a first message that names
 * nothing and has few words, or words that the pages hardly hold. Of 25 first messages to a team's pages 16 were such, and brought 13 of 30
 * wanted pages by their own words and 24 with one search that a reader had worded.
 */
const searchesFor = async (
  { standalone, history, searches = [], today }: Auto,
  own: readonly Hit[],
  context: QuestionContext,
): Promise<string[] | 'asks nothing'> => {
  if (own.length > 0 && !areCut(own)) return [];
  if (history.length > 0) return searches.slice(0, MAX_SEARCHES);
  const saysEnough =
    contentStems(standalone).size >= MIN_WORDS && bestCoverage(standalone, own.map(fromHit)) >= MIN_COVERAGE;
  if (narrowNamesIn(standalone).length > 0 || saysEnough) return [];
  const read = await readForSearch(context, { question: standalone, history, today });
  return read === 'asks nothing' ? read : read.searches.slice(0, MAX_SEARCHES);
};

/** The hits of several searches as one ranking. */
const fuseHits = (rankings: readonly (readonly Hit[])[]): readonly Hit[] => {
  const [own = [], ...others] = rankings;
  if (others.length === 0) return own;
  const one = new Map(rankings.flat().map((hit) => [hit.passage.id, hit]));
  return fuse(
    rankings.map((hits) => hits.flatMap(({ passage }) => one.get(passage.id) ?? [])),
    FIRST_DEPTH,
  );
};
