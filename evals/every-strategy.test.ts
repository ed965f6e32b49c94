import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import { type BaseMessage, isAIMessage, isToolMessage } from '@langchain/core/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, createAgent, type Models, openModels, STRATEGIES } from '../agent/index.ts';
import type { TraceEvent } from '../core/answer.ts';
import { findOrders } from '../core/injection/find-orders.ts';
import { silentLog } from '../core/log.ts';
import { readSettings } from '../core/settings.ts';
import { createRetriever } from '../retrieval/index.ts';
import { createIngest } from '../runtime/ingest.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import { openWorldRun, type WorldRun } from './run/world-run.ts';

/** Every strategy that looks anything up. */
const SEARCHING = STRATEGIES.filter(({ cites }) => cites).map(({ name }) => name);
/**
 * Those that hand on what a round found to the next one's search even where that names what it asks about, as the simulated
 * model's steps all do: along the edges of CRP-RAG's graph. PAR-RAG and AirRAG hand it on where a step names nothing.
 */
const SEEDED = ['crp'];
/** Tools that search; each asks the retriever once. */
const SEARCHES = new Set(['search_passages', 'query_graph', 'search_tables']);

interface Asked {
  prompt: string;
  /** Passages that tools had found by then. */
  found: Set<string>;
}

const folder = mkdtempSync(join(tmpdir(), 'parley-strategies-'));
const stores = openEmbedded(':memory:');
let world: WorldRun;
let agent: Agent;
/** How each passage begins, and the passages that begin so. */
let beginnings: Map<string, Set<string>>;
let questions: string[];
let searches = 0;
let asked: Asked[] = [];
let found = new Set<string>();

const rowsOf = <Row>(file: string): Row[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** Keeps the state in which the last graph ended, as any LangGraph client sees it. A graph is a part of its question's run. */
class LastState extends BaseCallbackHandler {
  name = 'last-state';
  messages: BaseMessage[] = [];
  #question: string | undefined;
  override handleChainStart(_chain: unknown, _inputs: unknown, runId: string, parentRunId?: string) {
    if (parentRunId !== undefined) return;
    this.#question = runId;
    this.messages = [];
  }
  override handleChainEnd(outputs: { messages?: BaseMessage[] }, _runId: string, parentRunId?: string) {
    if (parentRunId === this.#question) this.messages = outputs.messages ?? this.messages;
  }
}
const ended = new LastState();

/** Every passage that an event of the trace names. */
const passagesIn = (data: unknown): string[] =>
  [...JSON.stringify(data ?? null).matchAll(/"([^"\\]+#\d+)"/g)].map(([, id]) => id!);

beforeAll(async () => {
  const settings = readSettings({ PARLEY_DATA: folder });
  // A model that makes an answer up looks nothing up.
  const knobs = { hallucination: 0 };
  world = await openWorldRun({ seed: 7, size: 80, triples: 1 }, { folder, count: 60, knobs, settings });
  await createIngest({ settings: world.settings, stores, log: silentLog }).ingest(world.corpus);
  beginnings = new Map();
  for await (const { passages } of stores.documents.hydrate())
    for (const { id, text } of passages) {
      const beginning = text.slice(0, 100);
      beginnings.set(beginning, (beginnings.get(beginning) ?? new Set()).add(id));
    }
  // A page that speaks to the model is no evidence, so that questions over it are another test's.
  const poisoned = new Set<string>();
  for await (const { document } of stores.documents.hydrate())
    if (findOrders(document.text).length > 0) poisoned.add(document.id);
  questions = rowsOf<{ question: string; kind: string; supporting_ids: string[] }>(world.questions)
    .filter(({ kind, supporting_ids: ids }) => /^(bridge|comparison)/.test(kind) && !ids.some((id) => poisoned.has(id)))
    .slice(0, 2)
    .map(({ question }) => question);
  const opened = openModels(world.settings)!;
  const heard = (model: Models['main']): Models['main'] => ({
    ...model,
    call: (request) => {
      asked.push({ prompt: request.messages.map(({ content }) => content).join('\n'), found: new Set(found) });
      return model.call(request);
    },
  });
  const { search } = createRetriever({ stores, log: silentLog });
  const retriever: { search: typeof search } = {
    search(query) {
      searches += 1;
      return search(query);
    },
  };
  const models = { ...opened, main: heard(opened.main), fast: heard(opened.fast) };
  agent = createAgent({ models, retriever, stores, callbacks: [ended] });
});
afterAll(async () => {
  await world.close();
  await stores.close();
});

const ask = async (question: string, strategy: string) => {
  searches = 0;
  asked = [];
  found = new Set();
  const tools: TraceEvent[] = [];
  const answer = await agent.answer({ text: question, strategy, scopes: ['everyone'] }, (event) => {
    if (event.type !== 'trace') return;
    // What a search found and was kept back for its page's sake is named when it is read after all.
    if (event.event.name === 'withheld-passages') for (const id of passagesIn(event.event.data)) found.add(id);
    if (event.event.kind !== 'tool') return;
    tools.push(event.event);
    for (const id of passagesIn((event.event.data as { found?: unknown }).found)) found.add(id);
  });
  return { answer, tools };
};

/** Branches end in any order: the same calls, sorted. */
const inOrder = (calls: readonly object[]) => calls.map((call) => JSON.stringify(call)).sort();

/** `agent`'s messages are the model's own calls: each is answered under its id, and what was looked up lies within them. */
const passagesOfTranscript = () => {
  const calls = ended.messages.flatMap((message) => (isAIMessage(message) ? (message.tool_calls ?? []) : []));
  const answers = ended.messages.filter((message) => isToolMessage(message));
  expect(calls.length).toBeGreaterThan(0);
  expect(answers.map(({ tool_call_id: id }) => id)).toEqual(calls.map(({ id }) => id));
  return new Set(answers.flatMap(({ artifact }) => passagesIn(artifact)));
};

/** The state's messages as pairs of a tool call and what came of it. */
const callsInMessages = () => {
  const calls: { name: string; args: unknown; passages: string[] }[] = [];
  for (let at = 0; at < ended.messages.length; at += 2) {
    const [asking, answering] = [ended.messages[at], ended.messages[at + 1]];
    if (!asking || !answering || !isAIMessage(asking) || !isToolMessage(answering)) throw new Error('not a pair');
    const [call, ...others] = asking.tool_calls ?? [];
    expect(others).toEqual([]);
    expect(answering).toMatchObject({ tool_call_id: call?.id, name: call?.name, status: 'success' });
    expect(answering.text.length).toBeLessThan(1_300);
    calls.push({ name: call?.name ?? '', args: call?.args, passages: passagesIn(answering.artifact) });
  }
  return calls;
};

describe.each(SEARCHING)('%s', (strategy) => {
  it('has its passages from the search tools alone, each look-up a tool call in its messages', async () => {
    const seeds: string[] = [];
    for (const question of questions) {
      const { answer, tools } = await ask(question, strategy);
      expect(tools.length).toBeGreaterThan(0);
      const traced = tools.map(({ name, data }) => {
        const { arguments: args, found: brought } = data as { arguments: unknown; found: unknown };
        return { name, args, passages: passagesIn(Array.isArray(brought) ? brought.slice(0, 40) : brought) };
      });
      if (strategy === 'agent') {
        const seen = passagesOfTranscript();
        // Why a passage was found is said in words, and may name another.
        const searched = traced
          .filter(({ name }) => SEARCHES.has(name))
          .flatMap(({ passages }) => passages.filter((id) => !id.includes(' ')));
        expect(searched.length).toBeGreaterThan(0);
        for (const id of searched) expect(seen).toContain(id);
      } else expect(inOrder(callsInMessages())).toEqual(inOrder(traced));
      expect(searches).toBe(tools.filter(({ name }) => SEARCHES.has(name)).length);
      for (const { passageId } of answer.citations) if (passageId) expect(found).toContain(passageId);
      let shown = 0;
      for (const { prompt, found: known } of asked)
        for (const [beginning, ids] of beginnings)
          if (prompt.includes(beginning)) {
            shown += 1;
            expect(
              [...ids].some((id) => known.has(id)),
              beginning,
            ).toBe(true);
          }
      // RoK answers from walks where they suffice.
      if (strategy !== 'rok') expect(shown).toBeGreaterThan(0);
      // A seed is what an earlier search of this answer found, and the first search has none.
      const before = new Set<string>();
      for (const { name, data } of tools) {
        const { arguments: given, found: brought } = data as {
          arguments: { seeds?: { passageIds?: string[]; entities?: string[] } };
          found: unknown;
        };
        if (name === 'search_passages')
          for (const id of given.seeds?.passageIds ?? []) {
            expect(before).toContain(id);
            seeds.push(id);
          }
        for (const id of passagesIn(brought)) before.add(id);
      }
    }
    expect(seeds.length > 0).toBe(SEEDED.includes(strategy));
  });
});

it('direct looks nothing up', async () => {
  const { answer, tools } = await ask(questions[0]!, 'direct');
  expect({ tools, searches, citations: answer.citations }).toEqual({ tools: [], searches: 0, citations: [] });
});
