import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { getInputTypeSchema, getOutputTypeSchema } from '@langchain/langgraph/zod/schema';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { STRATEGIES } from '../agent/index.ts';
import { ReasoningState } from '../agent/state.ts';
import { type StubServer, startStubServer } from '../agent/testing/stub-server.ts';
import { SERVER_SETTINGS } from '../core/servers.ts';
import { readSettings } from '../core/settings.ts';
import { toLangChainRetriever } from '../tools/langchain-retriever.ts';
import { openParley } from './open.ts';

const graphs = (
  JSON.parse(readFileSync(new URL('../langgraph.json', import.meta.url), 'utf8')) as { graphs: Record<string, string> }
).graphs;
let folder: string;
let stub: StubServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-studio-'));
  stub = await startStubServer(() => ({
    json: { reasoning: '', verdict: 'answered', text: 'Twenty-six weeks [1].', shortAnswer: '26 weeks', citations: [] },
  }));
  vi.stubEnv('PARLEY_DATA', folder);
  // Uses a data file even if servers are set, because those may contain pages of other runs.
  for (const server of SERVER_SETTINGS) vi.stubEnv(server, undefined);
  vi.stubEnv('PARLEY_MODEL', 'openai:stub');
  vi.stubEnv('PARLEY_MODEL_BASE_URL', stub.url);
  const parley = await openParley({ settings: readSettings() });
  await parley.ingest([new URL('../samples/handbook/people/parental-leave.md', import.meta.url).pathname]);
  await parley.close();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stub.close();
});

it('langgraph.json names every strategy and nothing else', async () => {
  expect(Object.keys(graphs).sort()).toEqual(STRATEGIES.map(({ name }) => name).sort());
  const studio = (await import('./studio.ts')) as Record<string, unknown>;
  for (const place of Object.values(graphs)) {
    const [path, name] = place.split(':') as [string, string];
    expect(path).toBe('./runtime/studio.ts');
    expect(studio[name]).toBeTypeOf('function');
  }
});

it('a graph from there answers a bare question, alone and inside another graph', async () => {
  const { vanilla } = await import('./studio.ts');
  const graph = await vanilla();
  const state = await graph.invoke({ question: 'How long is parental leave?' });
  expect(state.written).toMatchObject({ shortAnswer: '26 weeks' });
  expect(stub.requests[0]!.user).toContain('26 weeks');
  const outer = new StateGraph(ReasoningState)
    .addNode('ask-parley', graph)
    .addEdge(START, 'ask-parley')
    .addEdge('ask-parley', END)
    .compile();
  expect((await outer.invoke({ question: 'How long is parental leave?' })).written).toMatchObject({
    shortAnswer: '26 weeks',
  });
});

it('describes its input and output, so that a server need not work them out from the source', async () => {
  const { vanilla } = await import('./studio.ts');
  const graph = await vanilla();
  expect(getInputTypeSchema(graph)).toMatchObject({
    type: 'object',
    properties: { question: { type: 'string' }, history: { type: 'array' } },
  });
  expect(getOutputTypeSchema(graph)).toMatchObject({ properties: { written: { type: 'object' } } });
});

it('starts anew with each question of a thread, and takes updates without a question', async () => {
  const { vanilla } = await import('./studio.ts');
  const graph = await vanilla();
  graph.checkpointer = new MemorySaver();
  const options = { configurable: { thread_id: 't1' } };
  const first = await graph.invoke({ question: 'How long is parental leave?' }, options);
  expect(first.written).toMatchObject({ shortAnswer: '26 weeks' });
  const second = await graph.invoke(
    { question: 'How long is parental leave for twins?', today: '2026-01-01' },
    options,
  );
  expect(second).toMatchObject({ question: 'How long is parental leave for twins?', today: '2026-01-01' });
  expect(second.history).toEqual([{ question: 'How long is parental leave?', answer: first.written!.text }]);
  expect(second.references).toHaveLength(first.references.length);
  const update = new Command({ update: { standalone: 'changed' } });
  expect((await graph.invoke(update, options)).standalone).toBe('changed');
});

it('another graph streams what goes on inside: the nodes of the strategy, each as it ends', async () => {
  const { vanilla } = await import('./studio.ts');
  const outer = new StateGraph(ReasoningState)
    .addNode('ask-parley', await vanilla())
    .addEdge(START, 'ask-parley')
    .addEdge('ask-parley', END)
    .compile();
  const streamed = await outer.stream(
    { question: 'How long is parental leave?' },
    { streamMode: 'updates', subgraphs: true },
  );
  const nodes: [boolean, string][] = [];
  for await (const [path, update] of streamed as AsyncIterable<[string[], Record<string, unknown>]>)
    nodes.push([path.length > 0, Object.keys(update)[0]!]);
  expect(nodes).toEqual([
    [true, 'rewrite'],
    [true, 'search'],
    [true, 'answer'],
    [false, 'ask-parley'],
  ]);
});

it('search is a LangChain retriever too', async () => {
  const parley = await openParley({ settings: readSettings() });
  const documents = await toLangChainRetriever(parley.retriever, ['everyone'], 3).invoke('parental leave weeks');
  expect(documents[0]).toMatchObject({
    pageContent: expect.stringContaining('26 weeks'),
    metadata: { title: 'Parental leave' },
  });
  expect(await toLangChainRetriever(parley.retriever, ['nobody']).invoke('parental leave weeks')).toEqual([]);
  await parley.close();
});
