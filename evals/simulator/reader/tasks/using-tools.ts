import type { Query } from '../../language/query.ts';
import { writeQuestion } from '../../language/write-question.ts';
import { expressionFor } from '../calculate.ts';
import type { Call, Handler } from '../call.ts';
import { compose } from '../compose.ts';
import { decide } from '../decide.ts';
import type { ChosenCall, OfferedFunction } from './choosing.ts';
import { namesIn } from './gathering.ts';

const mostCalls = 4;
/** Wordings of one link that it searches for before it looks elsewhere. */
const wordings = 3;

/**
 * A turn of a tool-calling loop, as a model plays it: it answers once the results so far state every link; otherwise it
 * searches for what is missing in words that it has not tried, tables too where figures are asked for, then asks the graph
 * for the names; and answers that it does not know when nothing is left to try or its last turn has come.
 */
export const nextCalls = (call: Call, functions: readonly OfferedFunction[]): ChosenCall[] => {
  const offered = new Set(functions.map(({ name }) => name));
  const question = call.prompt.line('Question') ?? '';
  const query = call.understand(question);
  const decision = decide(call, query);
  const answer: ChosenCall = {
    name: 'answer',
    arguments: {
      reasoning: decision.outcome.status === 'unknown' ? 'A link is missing.' : 'Each link is stated.',
      ...compose(decision),
      unconfirmed: [],
    },
  };
  const isLast = Number(/Left: (\d+) turns/.exec(lastOf(call.prompt.text))?.[1] ?? 9) <= 1;
  if (decision.outcome.status !== 'unknown' || isLast) return offered.has('answer') ? [answer] : [];
  const tried = new Set(call.prompt.calls.map(keyOf));
  const missing = decision.outcome.missing.length > 0 ? decision.outcome.missing : query ? [query] : [];
  const wanted = missing.flatMap((link) => lookUpsFor(call, link)).concat(missing.length === 0 ? search(question) : []);
  const fresh = wanted.filter((one) => offered.has(one.name) && !tried.has(keyOf(one)) && tried.add(keyOf(one)));
  const first = fresh.slice(0, mostCalls);
  return first.length > 0 ? first : offered.has('answer') ? [answer] : [];
};

const lastOf = (text: string): string => text.slice(text.lastIndexOf('Left: '));

const keyOf = ({ name, arguments: args }: ChosenCall): string => `${name} ${JSON.stringify(args).toLowerCase()}`;

const search = (query: string): ChosenCall => ({ name: 'search_passages', arguments: { query } });

/** The next look-ups for a missing link: the first wording that is not tried, then what else may know of it. */
const lookUpsFor = (call: Call, link: Query): ChosenCall[] => {
  const tried = new Set(call.prompt.calls.map(keyOf));
  const searches = Array.from({ length: wordings }, (_, variant) => search(writeQuestion(link, variant)));
  const next = searches.find((one) => !tried.has(keyOf(one)));
  const ofFigures = link.kind === 'cell' || link.kind === 'calculate' || link.kind === 'count';
  const tables = ofFigures ? [{ name: 'search_tables', arguments: { query: writeQuestion(link) } }] : [];
  const entities =
    next === searches[0] ? [] : namesIn(link).map(({ name }) => ({ name: 'look_up_entity', arguments: { name } }));
  const expression = link.kind === 'calculate' ? expressionFor(link, call.evidence.cells) : undefined;
  return [
    ...(next ? [next] : []),
    ...tables,
    ...entities,
    ...(expression ? [{ name: 'calculate', arguments: { expression } }] : []),
  ];
};

/** The same turn as structured output, for a model without tool calling: the functions stand in the prompt. */
const asOutput: Handler = (call) => {
  const functions = call.prompt.functions.flatMap((line) => {
    const name = /^[\w-]+/.exec(line)?.[0];
    return name ? [{ name }] : [];
  });
  const calls = nextCalls(call, functions).map(({ name, arguments: args }) => ({
    name,
    arguments: JSON.stringify(args),
  }));
  return { output: { calls }, sure: true };
};

export const usingTools: Record<string, Handler> = { 'use-tools': asOutput };
