import { isAIMessage, isToolMessage } from '@langchain/core/messages';
import { afterEach, describe, expect, it } from 'vitest';
import type { Capabilities } from '../../model/model.ts';
import { openModels } from '../../model/open-model.ts';
import { numberOf, openAgent, TWO_HOPS, writtenFrom } from '../../testing/open-agent.ts';
import type { StubReply, StubRequest } from '../../testing/stub-server.ts';
import { MAX_FRUITLESS_TURNS, MAX_TURNS } from './nodes.ts';
import { MAX_CALLS_AT_ONCE } from './transcript.ts';

let close = async () => {};
afterEach(() => close());

const QUESTION = 'In which city is the company that Ada Lindqvist founded?';
const FOUNDED = 'She founded the company Norrfilm';
const STANDS = 'studio stands in the city of Umeå';

type Call = { name: string; arguments: unknown };
const calls = (...functionCalls: Call[]): StubReply => ({ functionCalls });
const search = (query: string): Call => ({ name: 'search_passages', arguments: { query } });

/** All messages of the request as one text, with the tools' results. */
const shownIn = ({ messages }: StubRequest): StubRequest =>
  ({ user: messages.map(({ content }) => content ?? '').join('\n\n') }) as StubRequest;
const answerFrom = (request: StubRequest): Call => ({
  name: 'answer',
  arguments: {
    ...writtenFrom(shownIn(request), [FOUNDED, STANDS], 'Norrfilm, which Ada Lindqvist founded, is in Umeå', 'Umeå'),
    unconfirmed: [],
  },
});

/** A model that searches twice and then answers. */
const careful = (request: StubRequest): StubReply => {
  const shown = shownIn(request);
  if (!Number.isNaN(numberOf(shown, STANDS))) return calls(answerFrom(request));
  return calls(search(Number.isNaN(numberOf(shown, FOUNDED)) ? 'Ada Lindqvist' : 'Norrfilm studio city'));
};
/** The careful model’s calls as structured output. */
const asOutput = (request: StubRequest) => {
  const reply = careful({ ...request, messages: request.messages }) as { functionCalls: Call[] };
  return {
    calls: reply.functionCalls.map(({ name, arguments: args }) => ({ name, arguments: JSON.stringify(args) })),
  };
};
/** The shared answering task, which runs if the model gives no answer itself. */
const fromFound = (request: StubRequest) =>
  writtenFrom(request, [FOUNDED], 'Ada Lindqvist founded the company Norrfilm', 'Norrfilm');

const open = async (
  useTools: (request: StubRequest) => StubReply | object,
  capabilities: Partial<Capabilities> = {},
  pages = TWO_HOPS,
) => {
  const opened = await openAgent(pages, { 'use-tools': useTools, 'answer-question': fromFound });
  close = opened.stub.close;
  const models = openModels(
    { PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: opened.stub.url },
    { ...capabilities },
  );
  return { ...opened, models };
};

const resultsIn = ({ messages }: StubRequest): string[] =>
  messages.filter(({ role }) => role === 'tool').map(({ content }) => content);

describe('the tool-calling agent', () => {
  it('lets the model search, read what was found, search on, and answer with citations', async () => {
    const { ask, stub } = await open(careful);
    const { answer, asked } = await ask(QUESTION, { strategy: 'agent' });
    expect(asked).toEqual(['use-tools', 'use-tools', 'use-tools']);
    expect(answer).toMatchObject({ strategy: 'agent', verdict: 'answered', shortAnswer: 'Umeå', mode: 'model' });
    expect(answer.citations.map(({ documentId }) => documentId).sort()).toEqual(['ada', 'norrfilm']);
    const offered = (stub.requests[0]!.body.tools as { function: { name: string } }[]).map((one) => one.function.name);
    expect(offered).toEqual([
      'search_passages',
      'search_tables',
      'read_page',
      'look_up_entity',
      'find_paths',
      'calculate',
      'clock',
      'answer',
    ]);
  });

  it('tells the model what is left of the budget, and makes it answer before the budget ends', async () => {
    const { ask, stub } = await open(({ nth }) => calls(search(`Norrfilm ${nth} of ${'pqrstuvwxyz'[nth]}`)));
    const { answer, asked } = await ask(QUESTION, { strategy: 'agent', budget: { calls: 3 } });
    expect(stub.requests[0]!.user).toContain(`Budget: ${MAX_TURNS} turns`);
    expect(resultsIn(stub.requests[1]!)[0]).toMatch(/Left: 2 turns, \d+ tokens, \d+ seconds\./);
    expect(asked).toEqual(['use-tools', 'use-tools', 'answer-question']);
    expect(answer.usage.calls).toBe(3);
    expect(answer.verdict).not.toBe('declined');
  });

  it('runs the calls of one turn in parallel and answers each under its id', async () => {
    const { ask, stub, retriever } = await open((request) =>
      request.nth === 0
        ? calls(search('Ada Lindqvist'), search('Norrfilm studio'), { name: 'clock', arguments: {} })
        : calls(answerFrom(request)),
    );
    const find = retriever.search.bind(retriever);
    let running = 0;
    let together = 0;
    retriever.search = async (query) => {
      running += 1;
      together = Math.max(together, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      return find(query);
    };
    const { answer } = await ask(QUESTION, { strategy: 'agent' });
    expect(together).toBe(2);
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå', usage: { calls: 2, rounds: 2 } });
    const turn = stub.requests[1]!.messages as unknown as { tool_calls?: { id: string }[]; tool_call_id?: string }[];
    const asked = turn.flatMap(({ tool_calls: made = [] }) => made.map(({ id }) => id));
    expect(asked).toHaveLength(3);
    expect(turn.flatMap(({ tool_call_id: id }) => id ?? [])).toEqual(asked);
  });

  it('numbers what parallel calls found in the order of the calls, whichever ends first', async () => {
    const { ask, stub, retriever } = await open((request) =>
      request.nth === 0 ? calls(search('Ada Lindqvist'), search('Norrfilm studio')) : calls(answerFrom(request)),
    );
    const find = retriever.search.bind(retriever);
    retriever.search = async (query) => {
      if (query.text === 'Ada Lindqvist') await new Promise((resolve) => setTimeout(resolve, 100));
      return find(query);
    };
    await ask(QUESTION, { strategy: 'agent' });
    const [first, second] = resultsIn(stub.requests[1]!);
    expect(first).toContain('\n[1] ');
    expect(first).not.toContain('Found again');
    expect(second).toContain('Found again, shown in full above: [');
  });

  it('shows a source in full once, and only its number when it is found again', async () => {
    const { ask, stub } = await open(({ nth }) =>
      nth < 2 ? calls(search(nth === 0 ? 'Ada Lindqvist' : 'Ada Lindqvist engineer')) : calls(search('Norrfilm')),
    );
    await ask(QUESTION, { strategy: 'agent' });
    const transcript = resultsIn(stub.requests[2]!);
    expect(transcript.join('\n').split(FOUNDED)).toHaveLength(2);
    expect(transcript[1]).toMatch(/Found again, shown in full above: \[\d+\]/);
  });

  it('reads on in the page of a source, and tells the model if there is no page', async () => {
    const { ask, stub } = await open((request) => {
      if (request.nth === 0) return calls(search('Ada Lindqvist'));
      const source = numberOf(shownIn(request), FOUNDED);
      return calls(
        { name: 'read_page', arguments: { source } },
        { name: 'read_page', arguments: { source: 900 } },
        { name: 'read_page', arguments: { source, before: 0, after: 0 } },
      );
    });
    const { answer } = await ask(QUESTION, { strategy: 'agent' });
    expect(answer.trace).toContainEqual(expect.objectContaining({ kind: 'tool', name: 'read_around' }));
    const [ended, none, itself] = resultsIn(stub.requests[2]!).slice(-3);
    expect(itself).toMatch(/\[\d+\] is shown already/);
    expect(ended).toMatch(/The page has nothing before or after \[\d+\]/);
    expect(none).toContain('There is no page behind [900]');
  });

  it('tells the model whether a page that it reads on in goes on', async () => {
    const text = ['Kinds of leave', ...Array.from({ length: 8 }, (_, at) => `Leave of kind ${at + 1}.`)].join('\n\n');
    const { ask, stub } = await open(
      (request) => {
        if (request.nth === 0) return calls(search('Kinds of leave'));
        const source = numberOf(shownIn(request), 'Leave of kind 4.');
        return request.nth === 1
          ? calls(
              { name: 'read_page', arguments: { source, before: 0, after: 2 } },
              { name: 'read_page', arguments: { source, before: 5, after: 5 } },
            )
          : calls(answerFrom(request));
      },
      {},
      [{ id: 'leave', title: 'Kinds of leave', text }],
    );
    await ask('Which kinds of leave are there?', { strategy: 'agent' });
    const [part, whole] = resultsIn(stub.requests[2]!).slice(-2);
    expect(part).toContain('The page goes on before and after these.');
    expect(whole).toContain('This is the whole page.');
  });

  it('asks by structured output if the model has no tool calling', async () => {
    const { models, stub, ...world } = await open(asOutput, { functions: false });
    const { createAgent } = await import('../../create-agent.ts');
    const agent = createAgent({ ...world, models });
    const answer = await agent.answer({ text: QUESTION, strategy: 'agent', scopes: ['everyone'] });
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
    expect(stub.requests[0]!.body.tools).toBeUndefined();
    expect(stub.requests[0]!.user).toContain('<functions>');
  });

  const NO_TOOLS: [string, StubReply, string][] = [
    ['refuses tools', { status: 400, message: 'This model does not support tools' }, 'functions-refused'],
    ['ignores tools', { text: 'I would search for Ada Lindqvist.' }, 'functions-ignored'],
  ];
  it.each(NO_TOOLS)('goes on by structured output if the provider %s, and says so', async (_, reply, noted) => {
    const { ask, stub } = await open((request) => (request.body.tools ? reply : asOutput(request)));
    const { answer } = await ask(QUESTION, { strategy: 'agent' });
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå', mode: 'model' });
    expect(answer.trace.filter(({ name }) => name === noted)).toHaveLength(1);
    expect(stub.requests.filter(({ body }) => body.tools)).toHaveLength(1);
    const again = await ask(QUESTION, { strategy: 'agent' });
    expect(again.answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
    expect(stub.requests.filter(({ body }) => body.tools)).toHaveLength(1);
  });

  it('is offered functions again after it called none once, if it called some before', async () => {
    let speaks = false;
    const { ask, stub } = await open((request) =>
      !request.body.tools ? asOutput(request) : speaks ? { text: 'I would search.' } : careful(request),
    );
    for (const now of [false, true, false]) {
      speaks = now;
      const { answer } = await ask(QUESTION, { strategy: 'agent' });
      expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Umeå' });
    }
    expect(stub.requests.at(-1)!.body.tools).toBeDefined();
  });

  it('keeps its transcript in the state’s messages, as LangGraph’s agents do', async () => {
    const { models, ...world } = await open(careful);
    const { createQuestionContext } = await import('../../create-question-context.ts');
    const { toolAgent } = await import('./graph.ts');
    const context = await createQuestionContext({ ...world, models: models!, scopes: ['everyone'] });
    const { messages } = await toolAgent.invoke({ question: QUESTION }, { context });
    expect(messages.map((one) => (isAIMessage(one) ? 'ai' : isToolMessage(one) ? 'tool' : ''))).toEqual([
      'ai',
      'tool',
      'ai',
      'tool',
    ]);
  });
});

describe('a model that misuses its tools', () => {
  /** Structured output that cannot be read gets one second attempt. */
  const OUTPUT_TRIES = 2;
  const STRAYING: [string, (request: StubRequest) => StubReply, number][] = [
    ['answers nothing', () => ({ text: ' ' }), 1 + OUTPUT_TRIES],
    ['only thinks', () => ({ text: '<think>Who could that be? {"name": "answer"' }), 1 + OUTPUT_TRIES],
    ['answers in plain words', () => ({ text: 'Norrfilm, I believe.' }), 1 + OUTPUT_TRIES],
    ['writes half a JSON', () => calls({ name: 'answer', arguments: '{"verdict":"answ' }), MAX_FRUITLESS_TURNS],
    ['calls what does not exist', () => calls({ name: 'hack the planet!', arguments: {} }), MAX_FRUITLESS_TURNS],
    ['calls without arguments', () => calls({ name: 'search_passages', arguments: {} }), MAX_FRUITLESS_TURNS],
    ['makes the same call for ever', () => calls(search('Ada Lindqvist')), 1 + MAX_FRUITLESS_TURNS],
    ['finds nothing, whatever it asks', ({ nth }) => calls(search(`zzqx${nth}`)), MAX_FRUITLESS_TURNS],
  ];
  it.each(STRAYING)('and %s is stopped; the answer comes from the sources found', async (_, useTools, turns) => {
    const { ask } = await open(useTools);
    const { answer, asked } = await ask('Which company did Ada Lindqvist found?', { strategy: 'agent' });
    expect(asked.filter((task) => task === 'use-tools').length).toBeLessThanOrEqual(turns);
    expect(asked.at(-1)).toBe('answer-question');
    expect(answer).toMatchObject({ verdict: 'answered', shortAnswer: 'Norrfilm', mode: 'model' });
  });

  it('and makes fifty calls in one turn gets results for the first eight, and is told so', async () => {
    const fifty = Array.from({ length: 50 }, (_, at) => search(`Ada Lindqvist company ${at}`));
    const { ask, stub, retriever } = await open((request) => (request.nth === 0 ? calls(...fifty) : careful(request)));
    const find = retriever.search.bind(retriever);
    let searches = 0;
    retriever.search = (query) => {
      searches += 1;
      return find(query);
    };
    const { answer } = await ask(QUESTION, { strategy: 'agent' });
    expect(resultsIn(stub.requests[1]!)).toHaveLength(MAX_CALLS_AT_ONCE);
    expect(resultsIn(stub.requests[1]!).at(-1)).toContain('42 more calls were not made');
    expect(searches).toBeLessThanOrEqual(MAX_CALLS_AT_ONCE + 2);
    expect(answer.trace).toContainEqual(
      expect.objectContaining({ kind: 'note', name: 'too-many-calls', data: { calls: 50, made: MAX_CALLS_AT_ONCE } }),
    );
  });

  it('and finds something new in every turn is stopped at the maximum number of turns', async () => {
    const { ask } = await open(({ nth }) => calls(search(`City company ${nth}`)));
    const { asked } = await ask(QUESTION, { strategy: 'agent' });
    expect(asked.filter((task) => task === 'use-tools').length).toBeLessThanOrEqual(MAX_TURNS);
    expect(asked.at(-1)).toBe('answer-question');
  });

  it('is told why a call was not run', async () => {
    const { ask, stub } = await open(({ nth }) =>
      nth === 0
        ? calls(
            { name: 'hack the planet!', arguments: {} },
            { name: 'search_passages', arguments: {} },
            { name: 'answer', arguments: { text: 'x' } },
            search('Ada Lindqvist'),
            search('ADA LINDQVIST'),
          )
        : { text: '' },
    );
    await ask(QUESTION, { strategy: 'agent' });
    const [unknown, bare, unfit, made, again] = resultsIn(stub.requests[1]!);
    expect(unknown).toContain('not found');
    expect(bare).toMatch(/did not match expected schema/);
    expect(unfit).toContain('does not fit its form');
    expect(made).toContain(FOUNDED);
    expect(again).toContain('You made this call before');
  });
});
