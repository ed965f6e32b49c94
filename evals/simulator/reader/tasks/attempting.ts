import { sameName } from '../../language/names.ts';
import type { Query, Term } from '../../language/query.ts';
import { writeQuestion } from '../../language/write-question.ts';
import { expressionFor } from '../calculate.ts';
import { type Call, type Handler, searchedAlready } from '../call.ts';
import { compose, sentenceOf } from '../compose.ts';
import { decide } from '../decide.ts';
import { shortAnswer } from '../solve.ts';
import { withThread } from './planning.ts';

const mostQueries = 4;

/** The model's guess of the missing link, from its own memory; it is used for searches only. */
const guess = (call: Call, missing: Query | undefined): string => {
  if (missing?.kind !== 'value' || missing.term.of.kind !== 'name') return '';
  const known = call.memory.about(missing.term.relation, missing.term.of.name)[0];
  return known ? shortAnswer(missing.term.relation, known.statement.object) : '';
};

/** The question for the rest of the chain if the guess is right. */
const beyond = (query: Query | undefined, missing: Query | undefined, guessed: string): string | undefined => {
  if (!guessed || query?.kind !== 'value' || missing?.kind !== 'value') return undefined;
  const replace = (term: Term): Term => {
    if (term.kind !== 'hop') return term;
    return term.relation === missing.term.relation
      ? { kind: 'name', name: { name: guessed } }
      : { ...term, of: replace(term.of) };
  };
  const rest = replace(query.term.of);
  return rest.kind === 'name' && query.term.relation !== missing.term.relation
    ? writeQuestion({ kind: 'value', term: { ...query.term, of: rest } })
    : undefined;
};

/** The arithmetic behind an answer that is a sum or a difference. */
const calculationsFor = (call: Call, query: Query | undefined): string[] => {
  if (query?.kind !== 'calculate' || query.of.kind !== 'name') return [];
  const owner = call.evidence.known(query.of.name);
  return [
    expressionFor(
      query,
      call.evidence.cells.filter((cell) => sameName(cell.owner, owner)),
    ) ?? [],
  ].flat();
};

/** The one call in each round of `auto`: an answer, or established facts, what is missing, a guess and searches. */
const open: Handler = (call) => {
  const question = withThread(call.prompt.line('Question') ?? '', call.prompt.history);
  const query = call.understand(question);
  const decision = decide(call, query);
  const written = compose(decision);
  const nothing = {
    established: [] as string[],
    missing: [] as string[],
    guess: '',
    queries: [] as string[],
    calculations: calculationsFor(call, query),
  };
  if (decision.outcome.status !== 'unknown')
    return { output: { reasoning: 'Each link is stated.', ...written, ...nothing }, sure: decision.sure };
  const { missing, used } = decision.outcome;
  const guessed = guess(call, missing[0]);
  const tried = searchedAlready(call);
  const fresh = (link: Query): string =>
    [0, 1, 2].map((variant) => writeQuestion(link, variant)).find((words) => !tried.has(words)) ?? writeQuestion(link);
  const queries = [...missing.map(fresh), beyond(query, missing[0], guessed)].filter((words) => words !== undefined);
  return {
    output: {
      reasoning: 'A link is missing.',
      ...written,
      established: used.flatMap((fact) => sentenceOf(fact) ?? []),
      missing: [missing[0] ? writeQuestion(missing[0]) : question],
      guess: guessed,
      calculations: [],
      queries: [...new Set(queries.length > 0 ? queries : [question])].slice(0, mostQueries),
    },
    sure: decision.sure,
  };
};

export const attempting: Record<string, Handler> = { 'answer-attempt': open };
