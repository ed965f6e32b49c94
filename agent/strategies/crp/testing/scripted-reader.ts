import { createAgent } from '../../../create-agent.ts';
import { openModels } from '../../../model/open-model.ts';
import { TWO_HOPS } from '../../../testing/open-agent.ts';
import { openWorld } from '../../../testing/small-world.ts';
import { type StubReply, type StubRequest, type StubServer, startStubServer } from '../../../testing/stub-server.ts';
import type { Strategy } from '../../index.ts';

const QUESTION = 'In which city does the company that Ada Lindqvist founded have its studio?';
export const FOUNDED = 'Which company did Ada Lindqvist found?';
export const STUDIO = 'In which city does the answer to step 1 have its studio?';
export const SURE = [-0.01, -0.02];
export const DOUBTFUL = [-1.4, -2.2];

let stub: StubServer | undefined;
export const closeStub = async (): Promise<void> => {
  await stub?.close();
  stub = undefined;
};

/** Facts of a prompt's `<facts>`. */
export const factsOf = ({ user }: StubRequest) => [...user.matchAll(/^\d+\. (.+)$/gm)].map(([, fact]) => fact!);
export const lineOf = ({ user }: StubRequest, label: string) =>
  new RegExp(`^${label}: (.*)$`, 'm').exec(user)?.[1] ?? '';
/** The first sentence in a prompt's sources that matches, followed by its source number. */
export const stated = ({ user }: StubRequest, words: RegExp) => {
  for (const block of user.split(/^(?=\[\d+\] )/m).slice(1)) {
    const sentence = block.split(/(?<=\.)\s/).find((one) => words.test(one));
    if (sentence) return `${sentence.replace(/\s+/g, ' ').trim()} [${/^\[(\d+)\]/.exec(block)![1]}]`;
  }
};

/** A scripted model that answers the question in two steps, using only the text of each prompt. */
export const reader: Record<string, (request: StubRequest) => StubReply | object> = {
  'next-steps': ({ user }) => ({
    steps: [user.includes(FOUNDED) ? { step: STUDIO, final: true } : { step: FOUNDED, final: false }],
  }),
  'merge-steps': (request) => ({ step: lineOf(request, 'First step') }),
  'aggregate-knowledge': (request) => {
    const step = lineOf(request, 'Step');
    const fact = stated(
      request,
      /found/.test(step) ? /She founded/ : /Norrfilm/.test(step) ? /studio stands/ : /nothing/,
    );
    return { facts: fact ? [fact] : [] };
  },
  'judge-knowledge': (request) => {
    const facts = factsOf(request).join(' ');
    const step = lineOf(request, 'Step');
    if (/founded the company Norrfilm/.test(facts) && /found/.test(step)) return { text: 'Norrfilm', logprobs: SURE };
    if (/studio stands/.test(facts) && /studio/.test(step)) return { text: 'Umeå', logprobs: SURE };
    return { text: 'Stockholm, perhaps', logprobs: DOUBTFUL };
  },
  'reason-step': (request) => {
    const facts = factsOf(request).join(' ');
    const n = Number(/\[(\d+)\]/.exec(facts)?.[1] ?? 0);
    if (/studio stands/.test(facts)) {
      return {
        verdict: 'answered',
        answer: `Norrfilm's studio stands in Umeå [${n}].`,
        shortAnswer: 'Umeå',
        citations: [{ n, quote: 'Its studio stands in the city of Umeå.' }],
      };
    }
    if (/founded/.test(facts)) {
      return {
        verdict: 'answered',
        answer: `Ada Lindqvist founded Norrfilm [${n}].`,
        shortAnswer: 'Norrfilm',
        citations: [{ n, quote: 'She founded the company Norrfilm in 1998.' }],
      };
    }
    return { verdict: 'unknown', answer: 'Not stated.', shortAnswer: '', citations: [] };
  },
};

/** Asks `QUESTION` with a scripted model. `strategies` replaces the agent's own strategies. */
export const ask = async (
  script = reader,
  options: { capabilities?: boolean; strategy?: string; strategies?: readonly Strategy[]; calls?: number } = {},
) => {
  stub = await startStubServer((request) => {
    const reply = script[request.task]?.(request) ?? { status: 400, message: `not scripted: ${request.task}` };
    const isReply = 'status' in reply || ('text' in reply && !('verdict' in reply));
    return isReply ? (reply as StubReply) : { json: reply };
  });
  const world = await openWorld(TWO_HOPS);
  const settings = { PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: stub.url };
  const models = openModels(settings, options.capabilities === false ? { logprobs: false } : {});
  const agent = createAgent({ ...world, models, ...(options.strategies && { strategies: options.strategies }) });
  const answer = await agent.answer({
    text: QUESTION,
    scopes: ['everyone'],
    strategy: options.strategy ?? 'crp',
    ...(options.calls && { budget: { calls: options.calls } }),
  });
  return { answer, asked: stub.requests };
};

const worded = (step: string, final: boolean) =>
  ['', 'Find out: ', 'Then: ', 'Now: '].map((lead, at) => ({ step: lead + step, final, sameAs: at > 0 ? 1 : 0 }));
/** Proposes every step in four wordings. */
export const inFourWordings = {
  ...reader,
  'next-steps': ({ user }: StubRequest) => ({
    steps: user.includes(FOUNDED) ? worded(STUDIO, true) : worded(FOUNDED, false),
  }),
};
