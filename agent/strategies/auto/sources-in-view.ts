import { givesAnswer } from '../../../core/verdict.ts';
import { narrowNamesIn } from '../../../retrieval/index.ts';
import { citedOf, fuse, union } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { containedNames, excerptOf, fitFilter, isPageOf, partFilter, readMark } from './mentions.ts';
import { partOf, shortenLaterPassages } from './parts.ts';
import type { Auto, Finding } from './state.ts';

/** Sources in a later prompt: new ones, new ones when queries are repeated, those of facts, and earlier ones about a name. */
const MAX_NEW_SOURCES = 6;
const MAX_WHOLE_NEW_SOURCES = 2;
const MAX_WHOLE_NEW_PASSAGES = 4;
const MAX_RETRY_SOURCES = 3;
const MAX_FACT_SOURCES = 4;
const MAX_REMEMBERED_SOURCES = 3;
/** Excerpts in a later prompt from pages that only mention a name. */
const MAX_MENTIONS = 6;

/**
 * The sources of the next prompt. The first call sees what the first search brought; a later one what live sources say, what
 * its facts rest on, what is new, and sentences of pages that mention a name.
 * @param names names that sources are chosen and shortened by
 */
export const sourcesInView = (
  state: Auto,
  knownFacts: readonly string[],
  names: readonly string[],
  context: QuestionContext,
): NumberedReference[] => {
  const { standalone, tried, found, shownSources } = state;
  if (state.rounds === 0)
    return readsWhole(state) ? shownSources : shortenLaterPassages(shownSources, standalone, tried);
  // Live sources are asked before any further search. Without findings, the next prompt repeats the sources shown.
  const fresh =
    found.length > 0
      ? shorten(fuseFindings(found, state.retryQueries ? MAX_RETRY_SOURCES : MAX_NEW_SOURCES), state, names)
      : shownSources.slice(0, MAX_NEW_SOURCES);
  const mentions = union(...found.map((one) => one.mentions))
    .filter(({ n }) => !fresh.some((one) => one.n === n))
    .slice(0, MAX_MENTIONS);
  const distinctive = found.flatMap((one) => one.names);
  return union(state.live, sourcesToRepeat(state, knownFacts, distinctive, fresh, context), fresh, mentions);
};

/**
 * Sources that the next prompt repeats, because an answer needs all of its links in one prompt: first the sources of
 * the facts, then sentences of earlier sources about the names now searched for, which an earlier call may have
 * overlooked.
 */
const sourcesToRepeat = (
  { standalone, references, attempt, found }: Auto,
  facts: readonly string[],
  names: readonly string[],
  fresh: readonly NumberedReference[],
  context: QuestionContext,
): NumberedReference[] => {
  const given = attempt && givesAnswer(attempt.verdict) ? citedOf(context, attempt.text, attempt.citations) : [];
  const ofFacts = union(given, citedOf(context, facts.join(' '))).slice(-MAX_FACT_SOURCES);
  const isTold = partFilter(standalone, names);
  const asked = askedIn(standalone, found);
  // A fact stands in the prompt with the words that state it. Its source adds what else it says of the names.
  const factSources = ofFacts.flatMap((one) =>
    names.length === 0 || given.includes(one)
      ? one
      : isPageOf(names, one.title)
        ? partOf(one, asked)
        : (excerptOf(one, isTold) ?? []),
  );
  const remembered = references
    .map((one) => ({ one, held: containedNames(names, `${one.title} ${one.text}`).length }))
    .filter(({ one, held }) => held > 0 && !ofFacts.includes(one) && !fresh.some(({ n }) => n === one.n))
    .sort((a, b) => b.held - a.held)
    .slice(0, MAX_REMEMBERED_SOURCES)
    .flatMap(({ one }) => excerptOf(one, isTold) ?? []);
  return union(factSources, remembered);
};

/**
 * Merges a round's searches into one ranking. Pages that several searches found score higher: such a page may hold both
 * sides of an "and".
 */
const fuseFindings = (found: readonly Finding[], k: number): NumberedReference[] => {
  const searches = new Map<string, number>();
  for (const { references } of found) {
    for (const id of new Set(references.map(({ documentId }) => documentId)))
      searches.set(id, (searches.get(id) ?? 0) + 1);
  }
  const ranked = fuse(
    found.map(({ references }) => references),
    Number.POSITIVE_INFINITY,
  );
  return ranked
    .map((reference, rank) => ({ reference, score: (searches.get(reference.documentId) ?? 1) / (60 + rank) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, k)
    .map(({ reference }) => reference);
};

/**
 * Shows the best new sources and the pages of the names in full, and of the others only the sentences about the names or with
 * several words of a search, if there are any: of 29 later calls two used a source after the second. Where a question to a team's pages names nothing
 * by which sentences could be chosen, four are shown in full: the next sentence often says what was decided. What was read
 * in full before is shown in part.
 */
const shorten = (
  sources: readonly NumberedReference[],
  state: Pick<Auto, 'standalone' | 'found' | 'read' | 'areCut'>,
  names: readonly string[],
): NumberedReference[] => {
  const { standalone, found, read } = state;
  const namesOne = partFilter(standalone, names);
  const fitsOne = fitFilter(
    found.map(({ query }) => query),
    names,
  );
  const asked = askedIn(standalone, found);
  const maxWhole = readsWhole(state) ? MAX_WHOLE_NEW_PASSAGES : MAX_WHOLE_NEW_SOURCES;
  let unread = 0;
  return sources.map((one) => {
    if (read.includes(readMark(one.n))) return partOf(one, asked);
    unread += 1;
    if (unread <= maxWhole || isPageOf(names, one.title)) return one;
    // A page without any of the names is shown by the more generous rule.
    return excerptOf(one, namesOne)
      ? (excerptOf(one, (sentence) => namesOne(sentence) || fitsOne(sentence)) ?? one)
      : partOf(one, asked);
  });
};

/** Parts of a team's pages are shown whole where the question names nothing by which their sentences could be chosen. */
const readsWhole = ({ areCut, standalone }: Pick<Auto, 'areCut' | 'standalone'>): boolean =>
  areCut && narrowNamesIn(standalone).length === 0;

/** The question and what was searched for. */
const askedIn = (question: string, found: readonly Finding[]): string =>
  [question, ...found.map(({ query }) => query)].join(' ');
