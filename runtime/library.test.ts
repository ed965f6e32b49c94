import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager';
import { BaseChatModel, type BindToolsInput } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { ChatOpenAI } from '@langchain/openai';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type StubReply, type StubRequest, startStubServer } from '../agent/testing/stub-server.ts';
import { silentLog } from '../core/log.ts';
import { sampleHandbook } from '../samples/index.ts';
import { type Answer, mcp, openParley, type Parley, type ParleyOptions } from './index.ts';
import { strategy } from './langgraph.ts';

const QUESTION = 'How many weeks of parental leave do I get?';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-library-'));
  await using parley = await open();
  await parley.ingest(path.join(sampleHandbook, 'people'), { source: 'people' });
  await parley.ingest(path.join(sampleHandbook, 'security'), { source: 'security', scopes: ['staff'] });
});

const open = (options: ParleyOptions = {}): Promise<Parley> =>
  openParley({ data: path.join(folder, 'data'), log: silentLog, ...options });

/** A model's answer that quotes the first source in the prompt that contains `about`. */
const citing = (prompt: string, about: string) => {
  const [, n = '1', body = ''] =
    [...prompt.matchAll(/^\[(\d+)\]((?:(?!^\[\d+\])[\s\S])*)/gm)].find(([, , text]) => text?.includes(about)) ?? [];
  const quote = body
    .split(/\n/)
    .map((line) => line.trim())
    .find((line) => line.includes(about));
  return {
    reasoning: '',
    verdict: 'answered',
    text: `It is ${about} [${n}].`,
    shortAnswer: about,
    citations: quote ? [{ n: Number(n), quote }] : [],
    missing: [],
  };
};
const answering = ({ user }: StubRequest): StubReply => ({ json: citing(user, '26 weeks') });

describe('without a model', () => {
  it('ingests, answers by quoting, searches, and closes at the end of its block', async () => {
    let opened: Parley;
    {
      await using parley = await open();
      opened = parley;
      const { text, citations, mode } = await parley.ask(QUESTION);
      expect(text).toContain('26 weeks');
      expect(citations[0]).toMatchObject({ title: 'Parental leave', kind: 'passage' });
      expect(mode).toBe('quote');
      expect((await parley.search('parental leave', { k: 2 })).hits).toHaveLength(2);
    }
    await expect(opened.ask(QUESTION)).rejects.toThrow();
  });

  it('shows a question only the pages of its scopes, of those that Parley was opened with by default', async () => {
    await using everyone = await open();
    await using staff = await open({ scopes: ['everyone', 'staff'] });
    const lost = 'What do I do when I lose my laptop?';
    const seesStaffPages = async (parley: Parley, scopes?: string[]) =>
      (await parley.search(lost, { scopes, k: 20 })).hits.some(({ passage }) => passage.scopes.includes('staff'));
    expect(await seesStaffPages(everyone)).toBe(false);
    expect(await seesStaffPages(staff)).toBe(true);
    expect(await seesStaffPages(everyone, ['staff'])).toBe(true);
    expect(await seesStaffPages(staff, ['everyone'])).toBe(false);
  });

  it('its search is a retriever that pipes', async () => {
    await using parley = await open();
    const titles = parley.asRetriever({ k: 3 }).pipe((documents) => documents.map(({ metadata }) => metadata.title));
    const found = await titles.invoke('parental leave weeks');
    expect(found).toHaveLength(3);
    expect(found[0]).toBe('Parental leave');
    expect(await parley.asRetriever({ scopes: ['nobody'] }).invoke('parental leave')).toEqual([]);
  });
});

describe('a stream', () => {
  it('gives tokens as they come, and the answer last', async () => {
    const stub = await startStubServer(answering);
    await using parley = await open({
      model: new ChatOpenAI({ model: 'own', apiKey: 'k', configuration: { baseURL: stub.url } }),
    });
    const types: string[] = [];
    let text = '';
    let answer: Answer | undefined;
    for await (const event of parley.stream(QUESTION, { strategy: 'vanilla' })) {
      types.push(event.type);
      if (event.type === 'token') text += event.text;
      if (event.type === 'answer') answer = event.answer;
    }
    expect(types.at(-1)).toBe('answer');
    expect(types).toContain('status');
    expect(text).toContain('26 weeks');
    expect(answer).toMatchObject({ shortAnswer: '26 weeks', mode: 'model' });
    await stub.close();
  });

  it('stops with its signal, and stops the work when the loop is left', async () => {
    const { promise: never } = Promise.withResolvers<void>();
    const stub = await startStubServer(() => ({ wait: never, reply: { json: {} } }));
    await using parley = await open({
      model: new ChatOpenAI({ model: 'own', apiKey: 'k', configuration: { baseURL: stub.url } }),
    });
    const stop = new AbortController();
    const watched = (async () => {
      for await (const event of parley.stream(QUESTION, { strategy: 'direct', signal: stop.signal }))
        if (event.type === 'status') queueMicrotask(() => stop.abort());
    })();
    await expect(watched).rejects.toMatchObject({ code: 'CANCELLED' });

    for await (const event of parley.stream(QUESTION, { strategy: 'direct' })) {
      expect(event.type).not.toBe('answer');
      await expect.poll(() => stub.requests.length).toBeGreaterThan(0);
      break;
    }
    await expect.poll(() => stub.aborted).toBeGreaterThan(0);
    await stub.close();
  });
});

/** The options of one call, set with `bindTools` and `tool_choice`. */
interface Bound {
  tools?: BindToolsInput[];
  choice?: unknown;
}

/** A chat model of a class without a provider in Parley, which does not stream and cannot call tools. */
class OwnModel extends BaseChatModel {
  readonly calls: ({ messages: BaseMessage[] } & Bound)[] = [];
  readonly #answer: (prompt: string, bound: Bound) => AIMessage;
  constructor(answer: (prompt: string, bound: Bound) => AIMessage) {
    super({});
    this.#answer = answer;
  }
  override _llmType() {
    return 'own';
  }
  override async _generate(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'] & { tools?: BindToolsInput[]; tool_choice?: unknown },
    _run?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    this.calls.push({ messages, tools: options.tools, choice: options.tool_choice });
    const message = this.#answer(messages.map(({ content }) => String(content)).join('\n'), {
      tools: options.tools,
      choice: options.tool_choice,
    });
    return { generations: [{ text: String(message.content), message }] };
  }
}
class OwnModelWithTools extends OwnModel {
  override bindTools(tools: BindToolsInput[], kwargs?: object) {
    return this.withConfig({ ...kwargs, tools } as never);
  }
}

describe("the caller's own chat model", () => {
  it('answers without tool calling: the schema stands in the prompt', async () => {
    const model = new OwnModel((prompt) => new AIMessage(JSON.stringify(citing(prompt, '26 weeks'))));
    await using parley = await open({ model });
    const answer = await parley.ask(QUESTION, { strategy: 'vanilla' });
    expect(answer).toMatchObject({ shortAnswer: '26 weeks', mode: 'model', citations: [{ title: 'Parental leave' }] });
    expect(answer.usage).toMatchObject({ calls: 1, estimated: true });
    expect(model.calls[0]!.tools).toBeUndefined();
    expect(String(model.calls[0]!.messages[0]!.content)).toContain('"shortAnswer"');
  });

  it('answers by one forced function call where it has tool calling', async () => {
    const model = new OwnModelWithTools(
      (prompt, { choice }) =>
        new AIMessage({
          content: '',
          tool_calls: [{ id: '1', name: String(choice), args: citing(prompt, '26 weeks') }],
        }),
    );
    await using parley = await open({ model });
    expect(await parley.ask(QUESTION, { strategy: 'vanilla' })).toMatchObject({
      shortAnswer: '26 weeks',
      mode: 'model',
    });
    expect(model.calls[0]!.choice).toBe('answer-question');
  });

  it('with capabilities that the caller knows better', async () => {
    const stub = await startStubServer(answering);
    const model = new ChatOpenAI({ model: 'small', apiKey: 'k', configuration: { baseURL: stub.url } });
    await using parley = await open({ model, capabilities: { structuredOutput: 'text' } });
    expect(await parley.ask(QUESTION, { strategy: 'vanilla' })).toMatchObject({ shortAnswer: '26 weeks' });
    expect(stub.requests[0]!.body.response_format).toBeUndefined();
    await stub.close();
  });

  it('serves beside a fast model by name, and its callbacks hear both', async () => {
    const stub = await startStubServer(answering);
    const heard: string[] = [];
    class Ear extends BaseCallbackHandler {
      name = 'ear';
      override handleChatModelStart(_llm: unknown, _messages: unknown, _id: string) {
        heard.push('model');
      }
      override handleChainStart(
        ...[, , , , , , , name]: Parameters<NonNullable<BaseCallbackHandler['handleChainStart']>>
      ) {
        if (name) heard.push(name);
      }
    }
    const model = new ChatOpenAI({ model: 'own', apiKey: 'k', configuration: { baseURL: stub.url } });
    await using parley = await open({ model, callbacks: [new Ear()] });
    await parley.ask(QUESTION, { strategy: 'vanilla' });
    expect(heard).toEqual(expect.arrayContaining(['vanilla', 'search', 'answer', 'model']));
    await stub.close();
  });

  it('a fast model without a model is refused in words', async () => {
    await expect(open({ fastModel: new OwnModel(() => new AIMessage('')) })).rejects.toMatchObject({
      code: 'BAD_SETTING',
      message: 'A fast model is given, but no model.',
    });
  });
});

describe("the caller's own tools", () => {
  const price = tool(async ({ company }: { company: string }) => `A share of ${company} trades at 41.20 euros.`, {
    name: 'share_price',
    description: 'The price of a share at this moment.',
    schema: z.object({ company: z.string() }),
  });
  const NOW = 'What does a share of Nordhavn cost right now?';
  const outputs: Record<string, (prompt: string) => Record<string, unknown>> = {
    'predict-attributes': () => ({ domain: 'finance', change: 'real-time' }),
    'propose-calculations': () => ({ calculations: [] }),
    'answer-from-memory': () => ({ reasoning: '', verdict: 'unknown', text: 'I do not know.', shortAnswer: '' }),
    'reason-over-references': (prompt) => ({ ...citing(prompt, '41.20 euros'), falsePremise: false, answerable: true }),
  };
  /** A model that calls the tool if it is offered, and answers with its result. */
  const model = () =>
    new OwnModelWithTools((prompt, { tools = [], choice }) => {
      const names = tools.map((one) => (one as { function?: { name: string } }).function?.name);
      const call = names.includes('share_price')
        ? { id: '1', name: 'share_price', args: { company: 'Nordhavn' } }
        : { id: '2', name: String(choice), args: outputs[String(choice)]?.(prompt) ?? {} };
      return new AIMessage({ content: '', tool_calls: [call] });
    });

  it('are offered to the model, and what they say is cited as live', async () => {
    await using parley = await open({ model: model(), tools: [price] });
    const answer = await parley.ask(NOW, { strategy: 'hybrid' });
    expect(answer.trace.filter(({ name }) => name === 'share_price')).toHaveLength(1);
    expect(answer.citations).toContainEqual(expect.objectContaining({ kind: 'live', documentId: 'live:share_price' }));
  });

  it('are not offered to askers without their scope', async () => {
    await using parley = await open({ model: model(), tools: [{ tool: price, scopes: ['staff'] }] });
    const ask = (scopes: string[]) => parley.ask(NOW, { strategy: 'hybrid', scopes });
    expect((await ask(['everyone'])).trace.filter(({ name }) => name === 'share_price')).toEqual([]);
    expect((await ask(['everyone', 'staff'])).trace.filter(({ name }) => name === 'share_price')).toHaveLength(1);
  });

  it('an MCP file that is not there is said at once', async () => {
    await expect(open({ tools: [mcp(path.join(folder, 'no.json'))] })).rejects.toMatchObject({ code: 'BAD_SETTING' });
  });
});

describe('a strategy in a graph of the caller’s own', () => {
  const Mine = Annotation.Root({ question: Annotation<string>, answer: Annotation<Answer>, shout: Annotation<string> });

  it('is a typed node; each run is a question of its own, also under a checkpointer', async () => {
    const stub = await startStubServer(answering);
    await using parley = await open({
      model: new ChatOpenAI({ model: 'own', apiKey: 'k', configuration: { baseURL: stub.url } }),
    });
    const graph = new StateGraph(Mine)
      .addNode('parley', strategy('vanilla', { parley, scopes: ['everyone'], budget: { calls: 1 } }))
      .addNode('loud', ({ answer }) => ({ shout: answer.shortAnswer.toUpperCase() }))
      .addEdge(START, 'parley')
      .addEdge('parley', 'loud')
      .addEdge('loud', END)
      .compile({ checkpointer: new MemorySaver() });
    for (const thread of ['a', 'a', 'b']) {
      const state = await graph.invoke({ question: QUESTION }, { configurable: { thread_id: thread } });
      expect(state.shout).toBe('26 WEEKS');
      // With a shared budget, the second run would have no calls left, and its sources would not start at 1.
      expect(state.answer.usage.calls).toBe(1);
      expect(state.answer.citations[0]!.n).toBeLessThanOrEqual(10);
      expect(state.answer.notices ?? []).toEqual([]);
    }
    await stub.close();
  });

  it('reads and writes a state of any form, and streams what happens inside', async () => {
    await using parley = await open();
    const Other = Annotation.Root({ asked: Annotation<string[]>, reply: Annotation<string> });
    const graph = new StateGraph(Other)
      .addNode(
        'parley',
        strategy('quote', {
          parley,
          ask: (state: typeof Other.State) => state.asked.at(-1) ?? '',
          write: (answer) => ({ reply: answer.text }),
        }),
      )
      .addEdge(START, 'parley')
      .addEdge('parley', END)
      .compile();
    const events: unknown[] = [];
    let reply = '';
    for await (const [mode, chunk] of await graph.stream({ asked: [QUESTION] }, { streamMode: ['custom', 'values'] })) {
      if (mode === 'custom') events.push(chunk);
      else reply = (chunk as { reply?: string }).reply ?? '';
    }
    expect(reply).toContain('26 weeks');
    expect(events).toContainEqual(expect.objectContaining({ type: 'trace' }));
  });
});
