import type { AgentEvent, AgentQuestion } from '../agent.ts';
import { type AgentOptions, createAgent } from '../create-agent.ts';
import { openWorld, type TestPage } from './small-world.ts';
import { type StubReply, type StubRequest, type StubServer, startStubServer } from './stub-server.ts';

/** An agent over a few pages, with a stub model that a test scripts by task. */
export const openAgent = async (
  pages: readonly TestPage[],
  script: Record<string, (request: StubRequest) => StubReply | object> = {},
  parts: Partial<AgentOptions> = {},
) => {
  const world = await openWorld(pages);
  const stub: StubServer = await startStubServer((request) => {
    const reply = script[request.task]?.(request);
    if (!reply) return { status: 400, message: `the test does not script ${request.task}` };
    return isReply(reply) ? reply : { json: reply };
  });
  const agent = createAgent({
    ...world,
    ...parts,
    settings: { PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: stub.url },
  });
  const ask = async (text: string, options: Partial<AgentQuestion> = {}) => {
    const events: AgentEvent[] = [];
    const answer = await agent.answer({ text, scopes: ['everyone'], ...options }, (event) => events.push(event));
    return { answer, events, asked: stub.requests.map(({ task }) => task) };
  };
  return { ...world, agent, stub, ask };
};

const isReply = (reply: object): reply is StubReply =>
  ['json', 'status', 'cut', 'wait', 'functionCalls'].some((key) => key in reply) ||
  ('text' in reply && Object.keys(reply).every((key) => ['text', 'logprobs', 'usage', 'finish'].includes(key)));

/** The number of the first source in a prompt that contains these words; NaN if none does. */
export const numberOf = ({ user }: StubRequest, words: string): number => {
  for (const block of user.split(/^(?=\[\d+\] )/m).slice(1)) {
    if (block.split('</sources>')[0]!.includes(words)) return Number(/^\[(\d+)\]/.exec(block)![1]);
  }
  return Number.NaN;
};

/** An output of the answering tasks. */
export const written = (text: string, shortAnswer: string, citations: { n: number; quote: string }[] = []) => ({
  reasoning: '',
  verdict: shortAnswer ? 'answered' : 'unknown',
  text,
  shortAnswer,
  citations,
});

/** A step's answer that cites the source with these words; unknown if the prompt lacks them. */
export const stepFrom = (request: StubRequest, words: string, answer: string, shortAnswer: string) => {
  const n = numberOf(request, words);
  return Number.isNaN(n)
    ? { verdict: 'unknown', answer: 'Not stated.', shortAnswer: '', citations: [] }
    : { verdict: 'answered', answer: `${answer} [${n}]`, shortAnswer, citations: [{ n, quote: words }] };
};

/** An answer that cites the sources with these words; unknown if the prompt lacks any of the words. */
export const writtenFrom = (request: StubRequest, words: readonly string[], text: string, shortAnswer: string) => {
  const numbers = words.map((one) => numberOf(request, one));
  return numbers.some(Number.isNaN)
    ? written('Not stated.', '')
    : written(
        `${text} ${numbers.map((n) => `[${n}]`).join('')}`,
        shortAnswer,
        numbers.map((n, at) => ({ n, quote: words[at]! })),
      );
};

/** Pages for a two-hop question: one says that Ada founded Norrfilm, only another where Norrfilm is. */
export const TWO_HOPS: TestPage[] = [
  {
    id: 'ada',
    title: 'Ada Lindqvist',
    text: 'Ada Lindqvist is an engineer. She founded the company Norrfilm in 1998.',
  },
  { id: 'norrfilm', title: 'Norrfilm', text: 'Norrfilm makes documentaries. Its studio stands in the city of Umeå.' },
  ...Array.from({ length: 14 }, (_, at) => ({
    id: `other-${at}`,
    title: `Company ${at}`,
    text: `Company ${at} was founded in 19${60 + at} and is based in a city by the sea.`,
  })),
];
