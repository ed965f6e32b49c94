import { quantile } from '../../bench/bench.ts';
import { silentLog } from '../../core/log.ts';
import { createRetriever } from '../../retrieval/index.ts';
import { createQuestionContext } from '../create-question-context.ts';
import { openModels } from '../model/open-model.ts';
import { openWorld, type TestPage } from '../testing/small-world.ts';
import { type StubRequest, startStubServer } from '../testing/stub-server.ts';
import { createAirrag } from './airrag/graph.ts';
import { createAuto } from './auto/graph.ts';

export const about = "memory of AirRAG at 32 rollouts, and Parley's own time a node beside a model that takes no time";

const QUESTION = 'In which city is the company that Ada Lindqvist founded?';
const RUNS = 30;

/** Every sample differs, so that no path is pruned as a duplicate and the tree grows to its maximum. */
const answer = ({ task, nth }: StubRequest): object => {
  const step = { verdict: 'unknown', answer: `Not stated ${nth}.`, shortAnswer: '', citations: [] };
  const written = {
    reasoning: '',
    verdict: 'answered',
    text: `Answer ${nth} [1].`,
    shortAnswer: `${nth}`,
    citations: [],
  };
  const byTask: Record<string, object> = {
    'analyse-question': { queries: [`What is part ${nth}?`, `What is the other part ${nth}?`] },
    'transform-query': { kind: 'rewrite', queries: [`Other words ${nth}`] },
    'answer-step': step,
    'answer-from-memory': { reasoning: '', verdict: 'answered', text: `Memory ${nth}`, shortAnswer: `${nth}` },
    'answer-attempt': { ...written, established: [], missing: [], guess: '', queries: [], calculations: [] },
    'confirm-answer': { reasoning: '', verdict: 'supported' },
  };
  return byTask[task] ?? written;
};

export const run = async (): Promise<void> => {
  const pages = Array.from(
    { length: 200 },
    (_, at): TestPage => ({
      id: `page-${at}`,
      title: `Company ${at}`,
      text: `Company ${at} was founded by Ada Lindqvist in a city by the sea. ${'It grew year after year. '.repeat(20)}`,
    }),
  );
  const { stores } = await openWorld(pages);
  const retriever = createRetriever({ stores, log: silentLog });
  const stub = await startStubServer((request) => ({ json: answer(request) }));
  const models = openModels({ PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: stub.url })!;
  const nodes: number[] = [];
  const ask = async (graph: { stream(input: object, options: object): Promise<AsyncIterable<unknown>> }) => {
    let taken = 0;
    let asked = 0;
    const context = await createQuestionContext({
      models,
      stores,
      retriever,
      scopes: ['everyone'],
      budget: { tokens: 5_000_000, calls: 5_000, seconds: 600 },
      record: ({ kind, ms }) => {
        if (kind === 'task') taken += ms ?? 0;
      },
    });
    const startedAt = performance.now();
    const how = { context, recursionLimit: 5_000, streamMode: ['updates', 'values'] };
    let state: unknown;
    for await (const [mode, data] of (await graph.stream({ question: QUESTION }, how)) as AsyncIterable<
      [string, object]
    >) {
      if (mode === 'updates') asked += Object.keys(data).length;
      else state = data;
    }
    nodes.push((performance.now() - startedAt - taken) / asked);
    return state;
  };
  try {
    await ask(createAuto());
    nodes.length = 0;
    for (let at = 0; at < RUNS; at += 1) await ask(createAuto());
    console.log(`auto: Parley's own time a node p50 ${quantile(nodes, 0.5).toFixed(1)} ms (to reach: 5)`);
    nodes.length = 0;
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    const graph = createAirrag({ rollouts: 32, maxInputTokens: 10_000_000, choose: 'jaccard' });
    const startedAt = performance.now();
    const state = (await ask(graph)) as { tree: { nodes: unknown[]; rollouts: number } };
    const grown = (process.memoryUsage().rss - before) / 2 ** 20;
    console.log(
      `airrag, ${state.tree.rollouts} rollouts: ${state.tree.nodes.length} states, ${stub.requests.length} calls in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ` +
        `whole process ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB (to stay under: 300), grown by ${grown.toFixed(0)} MB`,
    );
  } finally {
    await stub.close();
    await stores.close();
  }
};
