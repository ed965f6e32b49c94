import { lookUp } from '../../look-up.ts';
import { LIKELY_AT_FIRST } from '../../model/likely.ts';
import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { citedOf, fuse, searchFor, union } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { isOneStep } from './english.ts';
import { citedFrom, newFacts, statementsOf, withGrounds } from './facts.ts';
import { namesHeld, namesOf, readMark, sentencesOnly } from './mentions.ts';
import { freshQueries, repeatedQueries } from './queries.ts';
import { addAnswer, createSpace, drawSpace, enterState } from './reasoning-space.ts';
import type { Auto, Finding } from './state.ts';
import { type Attempt, answerAttemptTask, readAttempt } from './tasks/answer-attempt.ts';

/** Sources of a later round: those that the facts rest on, those read before that name what is searched for, and new ones. */
const MAX_FIRST_SOURCES = 7;
/** Of a question that asks one thing of one thing: 1 of 49 that were looked at used the sixth source or the seventh. */
const MAX_FIRST_SOURCES_SIMPLE = 5;
const MAX_NEW_SOURCES = 6;
const MAX_RETRY_SOURCES = 3;
const MAX_FACT_SOURCES = 4;
const MAX_REMEMBERED_SOURCES = 3;
const MAX_MENTIONS = 6;

/** The first search, for the whole question. */
export const searchFirst = node('search', async ({ standalone, references }: Auto, context) => {
  const simple = isOneStep(standalone) && namesOf(standalone).length <= 1;
  const found = await searchFor(context, standalone, simple ? MAX_FIRST_SOURCES_SIMPLE : MAX_FIRST_SOURCES);
  return { references: found, shownSources: union(references, found), tried: [standalone], effort: 'attempt' as const };
});

/**
 * Tries to answer from the sources at hand; where that fails the same call says what is established, what is missing and
 * what to search for. The state that it comes to joins the states that are drawn.
 */
export const answerAttempt = node('answer-attempt', async (state: Auto, context) => {
  const { standalone, today, found, facts, tried, rounds } = state;
  const space = state.space ?? createSpace();
  const from = space.states[space.cursor];
  const knownFacts = from ? from.facts : facts;
  // Live sources are asked before anything else is searched: what was shown stays beside what they say.
  const fresh =
    found.length > 0
      ? fuseFindings(found, state.retryQueries ? MAX_RETRY_SOURCES : MAX_NEW_SOURCES)
      : state.shownSources.slice(0, MAX_NEW_SOURCES);
  const mentions = union(...found.map((one) => one.mentions))
    .filter(({ n }) => !fresh.some((one) => one.n === n))
    .slice(0, MAX_MENTIONS);
  const names = found.flatMap(({ query }) => namesOf(query));
  const telling = found.flatMap((one) => one.names);
  const sources =
    rounds === 0
      ? state.shownSources
      : union(state.live, keptInView(state, knownFacts, telling, fresh, context), fresh, mentions);
  const inPart = mentions.filter((one) => sources.includes(one));
  const input = {
    question: standalone,
    history: [],
    references: sources,
    facts: knownFacts.map((fact) => withGrounds(fact, context, sources)),
    // The question was searched for first; it stands in the prompt already.
    tried: tried.filter((query) => query !== standalone),
    objection: state.objection,
    today,
  };
  const { output } = await runTask(context, answerAttemptTask, input, {
    show: true,
    // What the first call finds likely is searched for, and weighed by the whole rule in the next.
    ...(rounds === 0 && { likelyRule: LIKELY_AT_FIRST }),
    // A first call that cannot be read leaves nothing to answer with; a later one leaves what those before established.
    ...(rounds > 0 && state.attempt ? { unreadable: nothingNew(state.attempt, state.written?.text) } : {}),
  });
  const attempt = await verifyCalculations(context, readAttempt(output));
  if (attempt.verdict === 'unknown' || (attempt.verdict === 'likely' && rounds === 0)) context.show.reset();

  const readable = union(sources, citedOf(context, knownFacts.join(' ')));
  const established = [...knownFacts, ...newFacts(citedFrom(attempt.established, readable), knownFacts)];
  const fresher = freshQueries(withGuess(attempt), tried);
  const queries = fresher.length > 0 ? fresher : repeatedQueries(attempt.queries, tried);
  if (!isSettled(attempt)) enterState(space, established, context);
  else {
    const stated = [...knownFacts, ...newFacts(statementsOf(attempt), knownFacts)];
    addAnswer(space, stated, citedOf(context, stated.join(' ')));
  }
  // From an earlier state of the search, what a later one established is no news.
  const foundNewFacts = newFacts(established, facts).length > 0;
  context.trace({ kind: 'state', name: 'reasoning-graph', data: { ...drawSpace(space) } });
  return {
    shownSources: sources,
    read: sources.flatMap((one) =>
      inPart.includes(one) ? namesHeld(names, one.text).map((name) => readMark(one.n, name)) : readMark(one.n),
    ),
    found: 'read' as const,
    // The check reads whole sources.
    references: sources.map((one) => context.references.get(one.n) ?? one),
    facts: established,
    ...(attempt.verdict === 'likely' && { likelyAnswer: attempt.shortAnswer }),
    attempt,
    written: attempt,
    claimed: attempt.citations,
    queries,
    retryQueries: fresher.length === 0,
    rounds: 1,
    foundNewFacts,
    fruitlessRounds: foundNewFacts ? 0 : (state.fruitlessRounds ?? 0) + 1,
    refused: false,
    objection: '',
    space,
  };
});

/** True for a result with which nothing is left to search for, so far as the call itself can tell. */
const isSettled = ({ verdict }: Attempt): boolean => verdict === 'answered' || verdict === 'invalid-premise';

/**
 * What the next prompt shows again although it was read before: an answer needs all of its links in one view. First the
 * sources that the facts rest on, then what others say of the names that are searched for now: their link may not have
 * looked like one.
 */
const keptInView = (
  { references, attempt }: Auto,
  facts: readonly string[],
  names: readonly string[],
  fresh: readonly NumberedReference[],
  context: QuestionContext,
): NumberedReference[] => {
  const likely = attempt?.verdict === 'likely' ? citedOf(context, attempt.text, attempt.citations) : [];
  const ofFacts = union(likely, citedOf(context, facts.join(' '))).slice(-MAX_FACT_SOURCES);
  const remembered = references
    .map((one) => ({ one, held: namesHeld(names, `${one.title} ${one.text}`).length }))
    .filter(({ one, held }) => held > 0 && !ofFacts.includes(one) && !fresh.includes(one))
    .sort((a, b) => b.held - a.held)
    .slice(0, MAX_REMEMBERED_SOURCES)
    .flatMap(({ one }) => sentencesOnly(one, (sentence) => namesHeld(names, sentence).length > 0) ?? []);
  return union(ofFacts, remembered);
};

/** The result of a call that could not be read: unknown as before, with nothing more to search for. */
const nothingNew = (before: Attempt, text = before.text): Attempt => ({
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
 * What a round's searches found, as one ranking: by rank in each, more for pages that several searches lead to (a page that
 * holds both sides of an "and").
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

/** The searches that the model asks for; a guess that none of them names joins the one for what is missing. */
const withGuess = ({ queries, guess, missing }: Attempt): string[] => {
  const believed = guess.trim();
  if (believed === '' || queries.some((query) => query.toLowerCase().includes(believed.toLowerCase()))) return queries;
  return [...queries.slice(0, 3), [missing[0]?.trim(), believed].filter(Boolean).join(': ')];
};

/** Works out what the model says it worked out; where its number differs, the calculator's stands. */
const verifyCalculations = async (context: QuestionContext, attempt: Attempt): Promise<Attempt> => {
  if (attempt.verdict !== 'answered' || attempt.calculations.length === 0) return attempt;
  const values: number[] = [];
  for (const expression of attempt.calculations.slice(0, 4)) {
    const value = await lookUp(context, 'calculate', { expression }).then(
      (found) => found.value,
      () => undefined,
    );
    if (typeof value === 'number') values.push(value);
  }
  const figures = attempt.shortAnswer.match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
  const last = values.at(-1);
  const [figure, ...others] = figures;
  if (last === undefined || figure === undefined || others.length > 0) return attempt;
  const number = Number(figure.replaceAll(',', ''));
  const decimals = figure.split('.')[1]?.length ?? 0;
  if (values.some((value) => Math.abs(value - number) <= 0.5 * 10 ** -decimals + 1e-9)) return attempt;
  const right = Number(last.toPrecision(10)).toLocaleString('en-US', { maximumFractionDigits: 4 });
  context.trace({ kind: 'note', name: 'recalculated', data: { said: figure, right } });
  const replace = (text: string) => text.replaceAll(figure, right);
  return { ...attempt, text: replace(attempt.text), shortAnswer: replace(attempt.shortAnswer) };
};
