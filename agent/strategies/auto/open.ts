import { lookUp } from '../../look-up.ts';
import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import { citedOf, fuse, searchFor, union } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { enterState } from './enter-state.ts';
import { citedFrom, newFacts, statementsOf, withGrounds } from './facts.ts';
import { mentionsOnly, namesHeld, namesOf, readMark } from './mentions.ts';
import { freshQueries, repeatedQueries } from './queries.ts';
import { addAnswer, createSpace, drawSpace } from './space.ts';
import type { Auto, Finding } from './state.ts';
import { type OpenedQuestion, openQuestion } from './tasks/open-question.ts';

/** Sources of a later round: what the facts rest on, and this many that are new. */
const FIRST_SOURCES = 7;
const NEW_SOURCES = 6;
const FEW_SOURCES = 3;
const MENTIONS = 12;

/** The first search, for the whole question. */
export const searchFirst = node('search', async ({ standalone, references }: Auto, context) => {
  const found = await searchFor(context, standalone, FIRST_SOURCES);
  return { references: found, shown: union(references, found), tried: [standalone], effort: 'open' as const };
});

/**
 * Tries to answer from the sources at hand; where that fails the same call says what is established, what is missing and
 * what to search for. The state that it comes to joins the space of states, with its sufficiency as value.
 */
export const open = node('open', async (state: Auto, context) => {
  const { standalone, today, found, facts, tried, rounds } = state;
  const space = state.space ?? createSpace();
  const from = space.states[space.cursor];
  const known = from ? from.facts : facts;
  // Live sources are asked before anything else is searched: what was shown stays beside what they say.
  const fresh =
    found.length > 0 ? fuseFindings(found, state.again ? FEW_SOURCES : NEW_SOURCES) : state.shown.slice(0, NEW_SOURCES);
  const mentions = union(...found.map((one) => one.mentions)).slice(0, MENTIONS);
  const shown = rounds === 0 ? state.shown : union(state.live, fresh, mentions);
  const names = found.flatMap(({ query }) => namesOf(query));
  const inPart = mentions.filter((one) => !fresh.includes(one) && !state.live.includes(one));
  const input = {
    question: standalone,
    history: [],
    references: shown.map((one) => (inPart.includes(one) ? mentionsOnly(one, names) : one)),
    facts: known.map((fact) => withGrounds(fact, context)),
    tried: rounds === 0 ? [] : tried,
    objection: state.objection,
    today,
  };
  const { output } = await runTask(context, openQuestion, input, {
    show: true,
    // A first call that cannot be read leaves nothing to answer with; a later one leaves what those before established.
    ...(rounds > 0 && state.opened ? { unreadable: nothingNew(state.opened, state.written?.text) } : {}),
  });
  const opened = await verifyCalculations(context, output);
  if (opened.verdict === 'unknown') context.show.reset();

  const readable = union(shown, citedOf(context, known.join(' ')));
  const established = [...known, ...newFacts(citedFrom(opened.established, readable), known)];
  const fresher = freshQueries(withGuess(opened), tried);
  const queries = fresher.length > 0 ? fresher : repeatedQueries(opened.queries, tried);
  if (opened.verdict === 'unknown') enterState(space, established, standalone, context);
  else {
    const stated = [...known, ...newFacts(statementsOf(opened), known)];
    addAnswer(space, stated, citedOf(context, stated.join(' ')));
  }
  // From an earlier state of the search, what a later one established is no news.
  const grew = newFacts(established, facts).length > 0;
  context.trace({ kind: 'state', name: 'reasoning-graph', data: { ...drawSpace(space) } });
  return {
    shown,
    read: shown.flatMap((one) =>
      inPart.includes(one) ? namesHeld(names, one.text).map((name) => readMark(one.n, name)) : readMark(one.n),
    ),
    found: 'read' as const,
    references: shown,
    facts: established,
    opened,
    written: opened,
    claimed: opened.citations,
    queries,
    again: fresher.length === 0,
    rounds: 1,
    grew,
    stalled: grew ? 0 : (state.stalled ?? 0) + 1,
    refused: false,
    objection: '',
    space,
  };
});

/** A round that came to nothing: as unknown as before, and nothing more to search for. */
const nothingNew = (before: OpenedQuestion, text = before.text): OpenedQuestion => ({
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
const withGuess = ({ queries, guess, missing }: OpenedQuestion): string[] => {
  const believed = guess.trim();
  if (believed === '' || queries.some((query) => query.toLowerCase().includes(believed.toLowerCase()))) return queries;
  return [...queries.slice(0, 3), [missing, believed].filter(Boolean).join(': ')];
};

/** Works out what the model says it worked out; where its number differs, the calculator's stands. */
const verifyCalculations = async (context: QuestionContext, opened: OpenedQuestion): Promise<OpenedQuestion> => {
  if (opened.verdict !== 'answered' || opened.calculations.length === 0) return opened;
  const values: number[] = [];
  for (const expression of opened.calculations.slice(0, 4)) {
    const value = await lookUp(context, 'calculate', { expression }).then(
      (found) => found.value,
      () => undefined,
    );
    if (typeof value === 'number') values.push(value);
  }
  const said = opened.shortAnswer.match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
  const last = values.at(-1);
  if (last === undefined || said.length !== 1) return opened;
  const number = Number(said[0]!.replaceAll(',', ''));
  const decimals = said[0]!.split('.')[1]?.length ?? 0;
  if (values.some((value) => Math.abs(value - number) <= 0.5 * 10 ** -decimals + 1e-9)) return opened;
  const right = Number(last.toPrecision(10)).toLocaleString('en-US', { maximumFractionDigits: 4 });
  context.trace({ kind: 'note', name: 'recalculated', data: { said: said[0], right } });
  const replace = (text: string) => text.replaceAll(said[0]!, right);
  return { ...opened, text: replace(opened.text), shortAnswer: replace(opened.shortAnswer) };
};
