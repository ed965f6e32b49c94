import { END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { afterEach, expect, it } from 'vitest';
import { createQuestionContext } from './create-question-context.ts';
import { openModels } from './model/open-model.ts';
import type { QuestionContext } from './question-context.ts';
import { ReasoningState } from './state.ts';
import { vanilla } from './strategies/baselines/vanilla.ts';
import { openAgent, writtenFrom } from './testing/open-agent.ts';
import { withQuestionContext } from './with-question-context.ts';

const WEEKS = 'Every parent gets 26 weeks';
const QUESTION = { question: 'How long is parental leave?' };

let close = async () => {};
afterEach(() => close());

const open = async () => {
  const { stub, stores, retriever } = await openAgent([{ id: 'leave', title: 'Parental leave', text: WEEKS }], {
    'standalone-question': () => ({ json: { question: 'How long is parental leave for twins?' } }),
    'answer-question': (request) => writtenFrom(request, [WEEKS], 'It is 26 weeks', '26 weeks'),
  });
  close = stub.close;
  const models = openModels({ PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: stub.url });
  if (!models) throw new Error('the stub is a model');
  const given: unknown[] = [];
  const opened: QuestionContext[] = [];
  const openContext = async (own: unknown) => {
    given.push(own);
    const context = await createQuestionContext({ models, stores, retriever, scopes: ['everyone'] });
    opened.push(context);
    return context;
  };
  return { graph: withQuestionContext(vanilla, openContext), openContext, given, opened };
};

it('gives each run a new context, whatever context a server passes', async () => {
  const { graph, given, opened } = await open();
  const own = { user: 'someone' };
  for (const options of [{}, { context: own as never }]) {
    const { written } = await graph.invoke(QUESTION, options);
    expect(written).toMatchObject({ shortAnswer: '26 weeks' });
  }
  expect(given).toEqual([undefined, own]);
  expect(opened.map(({ meter }) => meter.usage().calls)).toEqual([1, 1]);
});

it('works for copies of the graph, for streams and for a graph inside another', async () => {
  const { graph, opened } = await open();
  const copy = graph.withConfig({ tags: ['copy'] });
  expect((await copy.invoke(QUESTION, { context: {} as never })).written).toMatchObject({ shortAnswer: '26 weeks' });
  const names = new Set<string>();
  for await (const { event, name } of copy.streamEvents(QUESTION, { version: 'v2' }))
    if (event === 'on_chain_start') names.add(name);
  expect([...names]).toEqual(expect.arrayContaining(['rewrite', 'search', 'answer']));
  const outer = new StateGraph(ReasoningState).addNode('ask', copy).addEdge(START, 'ask').addEdge('ask', END).compile();
  expect((await outer.invoke(QUESTION, { context: { user: 'someone' } as never })).written).toMatchObject({
    shortAnswer: '26 weeks',
  });
  expect(opened).toHaveLength(3);
});

it('starts anew with each question of a thread that a server keeps, and knows the earlier ones', async () => {
  const { graph } = await open();
  // A LangGraph server sets its own.
  graph.checkpointer = new MemorySaver();
  const options = { configurable: { thread_id: 't1' } };
  const first = await graph.invoke(QUESTION, options);
  const second = await graph.invoke({ question: 'And for twins?' }, options);
  expect(second.history).toEqual([{ question: QUESTION.question, answer: first.written?.text }]);
  expect(second.messages.length).toBe(first.messages.length);
  expect(second.references.length).toBe(first.references.length);
  const third = await graph.invoke({ question: 'And for fathers?', history: [] }, options);
  expect(third.history).toEqual([]);
});

it('says what an input without a question lacks', async () => {
  const { graph } = await open();
  for (const input of [{}, { question: ' ' }, { question: 5 }, { messages: [{ role: 'user', content: 'Hi' }] }])
    await expect(graph.invoke(input as never)).rejects.toMatchObject({ code: 'BAD_USAGE' });
});

it('keeps the caller’s question context', async () => {
  const { graph, openContext, opened } = await open();
  const context = await openContext('by the caller');
  await graph.invoke(QUESTION, { context });
  expect(opened).toEqual([context]);
  expect(context.meter.usage().calls).toBe(1);
});

it('a graph without a context says what it needs', async () => {
  await expect(vanilla.invoke(QUESTION, { context: { user: 'someone' } as never })).rejects.toMatchObject({
    code: 'BAD_USAGE',
    remedy: expect.stringContaining('createQuestionContext'),
  });
});
