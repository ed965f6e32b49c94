import { isFollowUp, readFollowUp } from '../../language/follow-up.ts';
import { writeName } from '../../language/names.ts';
import type { Query, Term } from '../../language/query.ts';
import { readQuestion } from '../../language/read-question.ts';
import { relation, relations } from '../../language/relations.ts';
import { writeQuestion } from '../../language/write-question.ts';
import type { Call, Handler } from '../call.ts';
import { searchedAlready, stepAnswers } from '../call.ts';
import { sentenceOf } from '../compose.ts';
import { decide } from '../decide.ts';
import { decompose, decompositions, type PlannedStep } from '../decompose.ts';
import { solve } from '../solve.ts';

/** A plan, now and then with a step dropped or asking for the wrong thing. */
const plan = (call: Call, query: Query, steps = decompose(query, call.sample), draw = ''): PlannedStep[] => {
  if (call.dice.roll('plan', draw) >= call.knobs.planErrors) return steps;
  const at = Math.floor(call.dice.roll('plan', `where${draw}`) * steps.length);
  if (steps.length > 1 && call.dice.roll('plan', `how${draw}`) < 0.5) return steps.filter((_, i) => i !== at);
  const wrong = otherRelation(steps[at]!.query, call.dice.roll('plan', `what${draw}`));
  return wrong
    ? steps.map((step, i) => (i === at ? { ...step, query: wrong, question: writeQuestion(wrong) } : step))
    : steps;
};

const otherRelation = (query: Query, roll: number): Query | undefined => {
  if (query.kind !== 'value') return undefined;
  const { subject } = relation(query.term.relation);
  const others = relations.filter((it) => it.subject === subject && it.id !== query.term.relation);
  const other = others[Math.floor(roll * others.length)];
  return other && { kind: 'value', term: { kind: 'hop', relation: other.id, of: query.term.of } };
};

/** `#2` in the words that the tasks other than plan-steps use. */
const inWords = (question: string, words: string): string => question.replace(/#(\d+)/g, `${words}$1`);

const standalone: Handler = (call) => {
  const question = call.prompt.line('Question') ?? '';
  return { output: { question: withThread(question, call.prompt.steps) }, sure: true };
};

/** The same. The simulated pages have the words of the questions, so no other words are to be searched for. */
const searchable: Handler = (call) => {
  const { output, ...read } = standalone(call);
  return { output: { ...(output as object), searches: [] }, ...read };
};

/** A follow-up as a question of its own, by the turns before it. */
export const withThread = (question: string, turns: readonly { question: string }[]): string => {
  if (!isFollowUp(question)) return question;
  let last: Query | undefined;
  for (const turn of turns) {
    const follows = last && isFollowUp(turn.question) ? readFollowUp(turn.question, last) : undefined;
    last = follows ?? readQuestion(turn.question) ?? last;
  }
  const meant = last && readFollowUp(question, last);
  return meant ? writeQuestion(meant) : question;
};

const planSteps: Handler = (call) => {
  const question = call.prompt.line('Question') ?? '';
  const query = call.understand(question);
  const steps = query ? plan(call, query) : [{ question, action: 'retrieve' as const }];
  return {
    output: {
      steps: steps.map(({ question: asked, action }, i) => ({
        thought:
          action === 'answer' ? 'put the answers together' : i === 0 ? 'find the first fact' : 'go on from there',
        question: asked,
        action,
      })),
    },
    sure: query !== undefined,
  };
};

const analyse: Handler = (call) => {
  const query = call.understand(call.prompt.line('Question'));
  const steps = query ? plan(call, query).filter(({ action }) => action === 'retrieve') : [];
  const queries = steps.length < 2 ? [] : steps.map(({ question }) => inWords(question, 'the answer to '));
  return { output: { queries }, sure: query !== undefined };
};

/** What is still missing after the steps answered so far. */
const missingAfter = (call: Call, question: string | undefined): { done: boolean; missing: Query[] } => {
  const query = call.understand(question);
  if (!query) return { done: false, missing: [] };
  const outcome = solve(query, call.evidence);
  return outcome.status === 'unknown' ? { done: false, missing: outcome.missing } : { done: true, missing: [] };
};

const transform: Handler = (call) => {
  const own = call.prompt.line('Query') ?? '';
  const { done, missing } = missingAfter(call, call.prompt.line('Main question'));
  if (done) return { output: { kind: 'none', queries: [] }, sure: true };
  const asked = new Set([...call.prompt.steps.map(({ question }) => question), ...searchedAlready(call)]);
  const queries = missing.slice(0, 3).map((query) => newWording(query, asked, call.sample));
  if (queries.length > 1) return { output: { kind: 'multi-query', queries }, sure: true };
  const [query = own] = queries;
  return { output: { kind: query === own ? 'rewrite' : 'follow-up', queries: [query] }, sure: true };
};

/** A question in words in which it has not been asked yet, as long as there are any. */
const newWording = (query: Query, asked: ReadonlySet<string>, first = 0): string => {
  for (let variant = first; variant < first + 4; variant++) {
    const words = writeQuestion(query, variant);
    if (!asked.has(words)) return words;
  }
  return writeQuestion(query, first);
};

const nextQuery: Handler = (call) => {
  const { done, missing } = missingAfter(call, call.prompt.line('Question'));
  const asked = new Set(call.prompt.steps.map(({ question }) => question));
  const query = missing[0] && newWording(missing[0], asked);
  const spent = query !== undefined && asked.has(query);
  return {
    output: { done: done || query === undefined || spent, query: done || spent ? '' : (query ?? '') },
    sure: true,
  };
};

/** The next link of the chain of thought: a statement of the sources, or the question for it. */
const nextThought: Handler = (call) => {
  const query = call.understand(call.prompt.line('Question'));
  const { outcome, sure } = decide(call, query);
  const said = new Set(call.prompt.facts.map((fact) => fact.replace(/\s*\[\d+\]/g, '')));
  const fresh = outcome.used.flatMap((used) => {
    const sentence = sentenceOf(used);
    return sentence && !said.has(sentence.replace(/\s*\[\d+\]/g, '')) ? [sentence] : [];
  });
  if (fresh.length > 0)
    return {
      output: { thought: fresh[0]!, done: outcome.status !== 'unknown' && fresh.length === 1 && !outcome.says },
      sure,
    };
  if (outcome.status === 'unknown') {
    const missing = outcome.missing[0];
    const thought = missing
      ? `I have to find out: ${writeQuestion(missing, call.prompt.facts.length)}`
      : 'Nothing says that.';
    return { output: { thought, done: missing === undefined }, sure };
  }
  const thought = outcome.says || (outcome.status === 'answered' ? `The answer is ${outcome.answer}.` : '');
  return { output: { thought, done: true }, sure };
};

const refine: Handler = (call) => {
  const next = call.prompt.line('Next question') ?? '';
  const answers = stepAnswers(call.prompt.steps);
  const question = next.replace(/(?:#|the answer (?:to|of) (?:step )?#?)(\d+)/gi, (words, n: string) => {
    const term: Term | undefined = answers[Number(n) - 1];
    return term?.kind === 'name' ? writeName(term.name) : words;
  });
  return { output: { question }, sure: true };
};

/** The ways to work a question out of which the path is a beginning; all of them when it is a beginning of none. */
const waysOn = (call: Call, query: Query): PlannedStep[][] => {
  const ways = decompositions(query, call.sample);
  const path = call.prompt.chain.map((step) => {
    const asked = readQuestion(step.replace(/the answer to step (\d+)/g, '#$1'));
    return asked && writeQuestion(asked);
  });
  const fitting = ways.filter((steps) =>
    path.every((asked, at) => steps[at] && writeQuestion(steps[at].query) === asked),
  );
  return fitting.length > 0 ? fitting : ways;
};

/**
 * One of the ways on: mostly the finest, else any of the others. Sampled at a high temperature no draw is the sound one by
 * itself.
 */
const someWay = (call: Call, ways: readonly PlannedStep[][], draw: string): PlannedStep[] => {
  const [finest, ...others] = ways;
  const at = Math.floor((call.dice.roll('way', draw) / COARSE) * others.length);
  return others[at] ?? finest!;
};

/** How often a step is drawn that takes two links at once, where there is such a way. */
const COARSE = 0.3;

const LEAD_INS = ['Find out', 'Work out'];

/** One of several wordings of a question, chosen by the draw; beyond those, one with a lead-in. */
const stepWords = (query: Query, sample: number): string => {
  const words = writeQuestion(query, sample);
  const before = Array.from({ length: sample }, (_, i) => writeQuestion(query, i)).filter(
    (one) => one === words,
  ).length;
  return before === 0 ? words : `${LEAD_INS[(before - 1) % LEAD_INS.length]}: ${words}`;
};

/** CRP-RAG: steps that may come after those on the path, by different ways and in different words where there are any. */
const nextSteps: Handler = (call) => {
  const question = call.prompt.line('Question') ?? '';
  const query = call.understand(question);
  const ways = query ? waysOn(call, query) : [];
  const at = call.prompt.chain.length;
  const count = Math.max(1, Number(call.prompt.line('Ways') ?? 1));
  const drawn: { step: string; final: boolean; asks: string }[] = [];
  for (let i = 0; i < count; i++) {
    const draw = call.sample * count + i;
    const steps = query ? plan(call, query, someWay(call, ways, String(draw)), String(draw)) : [];
    const step = steps[at] ? stepWords(steps[at].query, draw) : question;
    const asks = steps[at] ? writeQuestion(steps[at].query) : question;
    drawn.push({ step: inWords(step, 'the answer to step '), final: at >= steps.length - 1, asks });
  }
  const output = drawn.map(({ asks, ...step }, i) => {
    const first = drawn.findIndex((other) => other.asks === asks && other.final === step.final);
    return { ...step, sameAs: first < i ? first + 1 : 0 };
  });
  return { output: { steps: output }, sure: query !== undefined };
};

export const planning: Record<string, Handler> = {
  'standalone-question': standalone,
  'searchable-question': searchable,
  'plan-steps': planSteps,
  'analyse-question': analyse,
  'transform-query': transform,
  'next-query': nextQuery,
  'next-thought': nextThought,
  'refine-question': refine,
  'next-steps': nextSteps,
  'merge-steps': (call) => ({ output: { step: call.prompt.line('First step') ?? '' }, sure: true }),
};
