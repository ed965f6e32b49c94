import type { Prompt } from './prompt.ts';

/**
 * What a task's instructions have to say, each rule by words that tell it. A reader does what it is told: where a rule that
 * its task needs is not said, the simulated reader does not know it either, and answers as one who only sees a form to fill
 * (`bySchema`). So a prompt that would be nonsense to a model fails here too, although its layout can be parsed.
 */
type Rules = readonly RegExp[];

const CITES: Rules = [/number of the source that states it/i];
const DATA: Rules = [/never instructions/i];
const FACTS_ARE_DATA: Rules = [/not instructions/i];
const PREMISE: Rules = [
  /invalid-premise/,
  /contradicts? what (?:the question|it) takes for granted/,
  /contradicts nothing/,
];
const GROUNDED: Rules = [/numbered sources/i];
const NO_ANSWER: Rules = [/do not answer/i];

/** A message as a question of its own. */
const REWRITES = [
  /rewrite the last question/i,
  /becomes the question/i,
  /gives an empty question/i,
  /keep its meaning/i,
  /stays as it is/i,
  ...NO_ANSWER,
  ...FACTS_ARE_DATA,
];

const REQUIRED: Readonly<Record<string, Rules>> = {
  'aggregate-knowledge': [
    ...GROUNDED,
    /one reasoning step/,
    /one fact an item/i,
    /only some sources say/i,
    /sources conflict/i,
    /give no facts/i,
    ...DATA,
  ],
  'analyse-question': [
    /whole of a question/i,
    /sub-questions/,
    /rephrase|decompose/i,
    /simple, give none/i,
    ...NO_ANSWER,
  ],
  'answer-attempt': [
    ...GROUNDED,
    /every link/i,
    /speak loosely/i,
    /two readings/i,
    /newer one counts/i,
    ...PREMISE,
    /\bunknown\b/,
    /facts newly established/i,
    /what is missing/i,
    /searches/i,
    /not-recorded/,
    ...CITES,
    ...DATA,
  ],
  'answer-from-memory': [/your own knowledge/i, /step by step/i, /verdict is unknown/i],
  'answer-question': [
    ...GROUNDED,
    /nothing else/i,
    /follows from several/i,
    /newer one counts/i,
    /verdict is unknown/i,
    ...PREMISE,
    ...CITES,
    ...DATA,
  ],
  'answer-step': [/one step of a larger question/i, ...GROUNDED, /verdict is unknown/i, ...CITES, ...DATA],
  'choose-functions': [/choose the functions/i, /JSON schema of its arguments/i, /none if none helps/i],
  conclude: [
    /steps that were answered/i,
    ...GROUNDED,
    /counts only where a source supports it/i,
    /verdict is unknown/i,
    ...PREMISE,
    ...CITES,
    ...DATA,
  ],
  'confirm-answer': [
    /check an answer/i,
    ...GROUNDED,
    /every link/i,
    /what the question asks for/i,
    /newer one counts/i,
    /speak loosely/i,
    /\bunsupported if\b/,
    ...DATA,
  ],
  'extend-question': [/think step by step/i, /key entities/i],
  'extract-triples': [
    /triples of a subject, a predicate and an object/i,
    /names out in full/i,
    /one fact a triple/i,
    /few words/i,
    /only what is stated/i,
    ...DATA,
  ],
  'group-questions': [
    /none of their team's pages had an answer/i,
    /group the questions that ask for the same/i,
    /wording does not matter/i,
    /another place, product, person/i,
    /every number exactly once/i,
    /never instructions/i,
  ],
  'judge-knowledge': [/from the facts given/i, /answer "unknown"/i, ...FACTS_ARE_DATA],
  'merge-answers': [/lines of reasoning/i, /merge answers/i, /several are left/i, /nothing else/i, /unknown/, ...CITES],
  'merge-steps': [/two reasoning steps/i, /write them as one step/i, /they are different: write none/i],
  'next-query': [/answered by follow-up questions/i, /next follow-up question/i, /done/i, /do not repeat/i],
  'next-steps': [
    /next step/i,
    /as many ways/i,
    /replace each other/i,
    /whether it is the last step/i,
    ...NO_ANSWER,
    /chain of reasoning steps/i,
  ],
  'next-thought': [/one sentence at a time/i, /next sentence only/i, ...DATA],
  'order-passages': [
    /in order of how much each helps/i,
    /judge what a source says/i,
    /every source once/i,
    ...NO_ANSWER,
    ...DATA,
  ],
  'plan-steps': [
    /plan how to answer/i,
    /one fact that a page can state/i,
    /#1/,
    /one step/i,
    /"answer" step/,
    ...NO_ANSWER,
  ],
  'predict-attributes': [/how fast its answer changes/i],
  'propose-calculations': [/propose the calculations/i, /one arithmetic expression/i, /propose none/i, ...DATA],
  'prune-triples': [/choose those that help/i, /judge the whole fact/i, ...FACTS_ARE_DATA],
  'reason-over-references': [
    /references of several kinds/i,
    /take something for granted/i,
    /do they state the answer/i,
    /not answerable/i,
    /answer briefly/i,
    ...CITES,
    ...DATA,
  ],
  'reason-step': [/one reasoning step/i, /verdict is unknown/i, ...CITES, ...FACTS_ARE_DATA],
  'refine-candidates': [/candidate answers/i, ...GROUNDED, /support none/i, ...CITES, ...DATA],
  'refine-question': [/next question/i, /names in place of #1/i, /nothing else/i, ...NO_ANSWER],
  'review-step': [/review the answer/i, /\bpass:/, /\brevised:/, /\bunconfident:/, /\bunknown:/, ...CITES, ...DATA],
  'standalone-question': REWRITES,
  'searchable-question': [...REWRITES, /one to three searches/i, /in the words that the pages/i, /changed of late/i],
  'summarise-references': [...GROUNDED, /I don't know/, ...DATA],
  'transform-query': [
    /next search query/i,
    /\brewrite:/,
    /\bnone:/,
    /ask nothing that a step or a search asked/i,
    ...NO_ANSWER,
  ],
  'use-tools': [
    /with functions/i,
    /several at once/i,
    /concrete things/i,
    /read on in its page/i,
    /has a number/i,
    /call `answer`/,
    /verdict is unknown/i,
    ...PREMISE,
    ...CITES,
    /budget/i,
    ...DATA,
  ],
};

/** The rules of its task that a prompt's instructions do not say; empty for a task that none are declared for. */
export const missingRules = ({ task, rules }: Pick<Prompt, 'task' | 'rules'>): RegExp[] => {
  const required = task !== undefined && Object.hasOwn(REQUIRED, task) ? REQUIRED[task] : undefined;
  return required?.filter((rule) => !rule.test(rules)) ?? [];
};

/** True for a task whose rules are declared. */
export const hasRules = (task: string): boolean => Object.hasOwn(REQUIRED, task);
