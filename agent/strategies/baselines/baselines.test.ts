import { afterEach, describe, expect, it } from 'vitest';
import { openAgent, stepFrom, TWO_HOPS, writtenFrom } from '../../testing/open-agent.ts';
import type { StubReply, StubRequest } from '../../testing/stub-server.ts';

const QUESTION = 'In which city does the company that Ada Lindqvist founded have its studio?';
const FOUNDED = 'She founded the company Norrfilm';
const STUDIO = 'Its studio stands in the city of Umeå';

let close: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await close?.();
});

const ask = async (
  strategy: string,
  script: Record<string, (request: StubRequest) => StubReply | object>,
  question = QUESTION,
) => {
  const opened = await openAgent(TWO_HOPS, script);
  close = opened.stub.close;
  const result = await opened.ask(question, { strategy });
  const searches = result.answer.trace.flatMap(({ kind, data }) =>
    kind === 'tool' ? [(data as { arguments: { query: string } }).arguments.query] : [],
  );
  return { ...result, searches, requests: opened.stub.requests };
};
const inBoth = (request: StubRequest) => writtenFrom(request, [FOUNDED, STUDIO], 'Her Norrfilm is in Umeå', 'Umeå');

describe('iterdrag', () => {
  const queries = ['Which company did Ada Lindqvist found?', 'In which city does Norrfilm have its studio?'];
  const script = {
    'next-query': ({ nth }: StubRequest) => ({ done: nth >= queries.length, query: queries[nth] ?? '' }),
    'answer-step': (request: StubRequest) =>
      request.user.includes(`\nQuestion: ${queries[0]}`)
        ? stepFrom(request, FOUNDED, 'She founded Norrfilm', 'Norrfilm')
        : stepFrom(request, STUDIO, 'Its studio stands in Umeå', 'Umeå'),
    conclude: inBoth,
  };

  it('asks, searches and answers follow-up questions, then concludes from the steps', async () => {
    const { answer, asked, searches, requests } = await ask('iterdrag', script);
    const round = ['next-query', 'answer-step'];
    expect(asked).toEqual([...round, ...round, 'next-query', 'conclude']);
    expect(searches).toEqual(queries);
    expect(requests.at(-1)!.user).toContain(`1. Q: ${queries[0]}`);
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
    expect(answer.citations.map(({ documentId }) => documentId)).toEqual(['ada', 'norrfilm']);
  });

  it('ends after five rounds, and when a follow-up question repeats', async () => {
    const endless = {
      ...script,
      'next-query': ({ nth }: StubRequest) => ({ done: false, query: `Why number ${nth}?` }),
    };
    expect((await ask('iterdrag', endless)).asked.filter((task) => task === 'answer-step')).toHaveLength(5);
    const repeating = { ...script, 'next-query': () => ({ done: false, query: queries[0]! }) };
    expect((await ask('iterdrag', repeating)).asked.filter((task) => task === 'answer-step')).toHaveLength(1);
  });
});

describe('ircot', () => {
  const thoughts = ['Ada Lindqvist founded Norrfilm [1].', 'The studio of Norrfilm stands in Umeå [2].'];
  const script = {
    'next-thought': ({ nth }: StubRequest) => ({ thought: thoughts[nth], done: nth === thoughts.length - 1 }),
    'answer-question': inBoth,
  };

  it('searches with each sentence of its chain of thought, and answers from all that was found', async () => {
    const { answer, asked, searches, requests } = await ask('ircot', script);
    expect(asked).toEqual(['next-thought', 'next-thought', 'answer-question']);
    expect(searches).toEqual([QUESTION, 'Ada Lindqvist founded Norrfilm.']);
    expect(requests[1]!.user).toContain(`1. ${thoughts[0]}`);
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
    expect(answer.citations.map(({ documentId }) => documentId)).toEqual(['ada', 'norrfilm']);
  });

  it('ends after five sentences, and when a sentence repeats', async () => {
    const endless = {
      ...script,
      'next-thought': ({ nth }: StubRequest) => ({ thought: `I think ${nth}.`, done: false }),
    };
    expect((await ask('ircot', endless)).asked.filter((task) => task === 'next-thought')).toHaveLength(5);
    const repeating = { ...script, 'next-thought': () => ({ thought: 'I wonder.', done: false }) };
    expect((await ask('ircot', repeating)).asked.filter((task) => task === 'next-thought')).toHaveLength(2);
  });
});

describe('ppr', () => {
  it('ranks by PageRank from the question’s names: a page that only a shared name connects beats similar pages', async () => {
    const question = 'Ada Lindqvist: the city of her company?';
    const script = { 'answer-question': inBoth };
    const { answer, asked, requests } = await ask('ppr', script, question);
    expect(asked).toEqual(['answer-question']);
    expect(answer.trace.filter(({ kind }) => kind === 'tool').map(({ name }) => name)).toEqual(['query_graph']);
    const order = ({ user }: StubRequest) => [...user.matchAll(/^\[\d+\] (.+)$/gm)].map(([, title]) => title);
    expect(order(requests[0]!).slice(0, 2)).toEqual(['Ada Lindqvist', 'Norrfilm']);
    await close?.();
    const plain = await ask('vanilla', script, question);
    expect(order(plain.requests[0]!).indexOf('Norrfilm')).not.toBe(1);
  });
});
