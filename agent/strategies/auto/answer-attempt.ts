import { contentStems } from '../../../core/text/content-stems.ts';
import { givesAnswer } from '../../../core/verdict.ts';
import { type Hit, narrowNamesIn } from '../../../retrieval/index.ts';
import { lookUp } from '../../look-up.ts';
import { mayAnswerLikely, SHORT_LIKELY_RULE } from '../../model/likely.ts';
import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { readForSearch } from '../../nodes/make-standalone.ts';
import { citedOf, fuse, hitsFor, union } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import { fromHit, fromPassage } from '../../references/from-hits.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { NAMES_NOTHING, newFactsIn } from '../../references/stated-words.ts';
import { isSingleHop } from './english.ts';
import { citedStatements, groundFact, keepCitedFacts, newFacts } from './facts.ts';
import { areCut, FIRST_DEPTH, firstSources, MAX_SEARCHES, NEWS_DEPTH, newsQuery } from './first-sources.ts';
import { guessesOneLink } from './guess.ts';
import { containedNames, excerptOf, fitFilter, isPageOf, namesOf, partFilter, readMark } from './mentions.ts';
import { bestCoverage } from './news.ts';
import { partOf, shortenLaterPassages } from './parts.ts';
import { freshQueries, repeatedQueries } from './queries.ts';
import { addAnswer, createSpace, drawSpace, enterState } from './reasoning-space.ts';
import type { Auto, Finding } from './state.ts';
import { type Attempt, answerAttemptTask, readAttempt } from './tasks/answer-attempt.ts';

/** Sources in a later prompt: new ones, new ones when queries are repeated, those of facts, and earlier ones about a name. */
const MAX_NEW_SOURCES = 6;
const MAX_WHOLE_NEW_SOURCES = 2;
const MAX_WHOLE_NEW_PASSAGES = 4;
const MAX_RETRY_SOURCES = 3;
const MAX_FACT_SOURCES = 4;
const MAX_REMEMBERED_SOURCES = 3;
/** Calculations of one answer that are worked out again. */
const MAX_CALCULATIONS = 8;
/** Excerpts in a later prompt from pages that only mention a name. */
const MAX_MENTIONS = 6;

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
  // Live sources are asked before any further search. Without findings, the next prompt repeats the sources shown.
  const fresh =
    found.length > 0
      ? shorten(fuseFindings(found, state.retryQueries ? MAX_RETRY_SOURCES : MAX_NEW_SOURCES), state, names)
      : state.shownSources.slice(0, MAX_NEW_SOURCES);
  const mentions = union(...found.map((one) => one.mentions))
    .filter(({ n }) => !fresh.some((one) => one.n === n))
    .slice(0, MAX_MENTIONS);
  const distinctive = found.flatMap((one) => one.names);
  const sources =
    rounds === 0
      ? readsWhole(state)
        ? state.shownSources
        : shortenLaterPassages(state.shownSources, standalone, tried)
      : union(state.live, sourcesToRepeat(state, knownFacts, distinctive, fresh, context), fresh, mentions);
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

/**
 * Recalculates the model's arithmetic. If the short answer is a figure that neither a result nor any text states, the
 * calculator's last number replaces it: a stated figure is quoted ("£1,300 per tonne"), and only shown to be worked with.
 * @param texts the question and the sources that the model read
 */
const verifyCalculations = async (
  context: QuestionContext,
  attempt: Attempt,
  texts: readonly string[],
): Promise<Attempt> => {
  if (attempt.verdict === 'unknown' || attempt.calculations.length === 0) return attempt;
  const worked: number[] = [];
  for (const expression of attempt.calculations.slice(0, MAX_CALCULATIONS)) {
    const value = await lookUp(context, 'calculate', { expression }).then(
      (found) => found.value,
      () => undefined,
    );
    if (typeof value === 'number') worked.push(value);
  }
  const figures = attempt.shortAnswer.match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
  const last = worked.at(-1);
  const [figure, ...others] = figures;
  if (last === undefined || figure === undefined || others.length > 0) return { ...attempt, worked };
  const number = Number(figure.replaceAll(',', ''));
  const decimals = figure.split('.')[1]?.length ?? 0;
  const isWorkedOut = worked.some((value) => Math.abs(value - number) <= 0.5 * 10 ** -decimals + 1e-9);
  if (isWorkedOut || newFactsIn(figure, texts.join('\n')).length === 0) return { ...attempt, worked };
  const right = Number(last.toPrecision(10)).toLocaleString('en-US', { maximumFractionDigits: 4 });
  context.trace({ kind: 'note', name: 'recalculated', data: { said: figure, right } });
  const replace = (text: string) => text.replaceAll(figure, right);
  return { ...attempt, worked, text: replace(attempt.text), shortAnswer: replace(attempt.shortAnswer) };
};
