import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Settings } from '../../core/settings.ts';
import { langchainModel } from './langchain-model.ts';
import type { FunctionSpec, ModelCall } from './model.ts';
import { openModels } from './open-model.ts';
import { providers } from './providers.ts';
import { task } from './task.ts';
import { type Recorded, type RecordedServer, serveRecorded } from './testing/recorded-server.ts';

/**
 * Recorded formats of providers' answers and their known errors:
 * - OpenAI: platform.openai.com/docs/api-reference/chat-streaming, …/docs/guides/structured-outputs (refusals),
 *   …/docs/guides/error-codes; github.com/microsoft/clarity-agent/issues/59 (max_tokens)
 * - Azure: learn.microsoft.com/azure/ai-services/openai/concepts/content-filter;
 *   github.com/openai/openai-dotnet/issues/55
 * - Anthropic: docs.anthropic.com/en/api/messages-streaming, …/api/errors;
 *   github.com/anthropics/claude-code/issues/35792 (529)
 * - Gemini: ai.google.dev/api/generate-content, …/gemini-api/docs/troubleshooting;
 *   github.com/cequence-io/openai-scala-client/issues/109 (key)
 * - Ollama: github.com/ollama/ollama/blob/main/docs/api.md; github.com/ollama/ollama/issues/14795 (tools)
 * - vLLM: docs.vllm.ai (reasoning outputs, tool calling); github.com/vllm-project/vllm/issues/20409 (context)
 * - LM Studio: lmstudio.ai/docs/app/api; github.com/lmstudio-ai/lms/issues/107 (no model loaded)
 */

let server: RecordedServer | undefined;
// The clients keep the console's functions from their first call on, so they are watched from the start.
const printed = vi.fn();
for (const method of ['error', 'warn', 'log'] as const) vi.spyOn(console, method).mockImplementation(printed);
afterAll(() => vi.restoreAllMocks());
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const greet = task({
  name: 'greet',
  doing: 'Greeting',
  output: z.object({ text: z.string() }),
  prompt: () => [{ role: 'user', content: 'Greet.' }],
});
const WEB_PAGE = `<!DOCTYPE html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>${'nginx '.repeat(500)}`;
const ANSWER = '{"text":"Hello"}';
const SCHEMA = { name: greet.name, json: greet.json! };
const SEARCH: FunctionSpec = {
  name: 'search',
  description: 'Searches.',
  parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
};
const MESSAGES = [{ role: 'system' as const, content: 'Be brief.' }, ...greet.prompt(undefined)];

interface Provider {
  /** `provider:name`, and the path that its base URL adds to the server's. */
  model: string;
  path?: string;
  effort?: Settings['PARLEY_MODEL_EFFORT'];
}
const PROVIDERS = {
  openai: { model: 'openai:gpt-4.1-mini', path: '/v1' },
  'openai thinking': { model: 'openai:gpt-5-mini', path: '/v1', effort: 'low' },
  azure: { model: 'openai:my-deployment', path: '/openai/v1' },
  anthropic: { model: 'anthropic:claude-sonnet-4-5' },
  'anthropic thinking': { model: 'anthropic:claude-sonnet-4-5', effort: 'low' },
  gemini: { model: 'google-genai:gemini-2.5-flash' },
  ollama: { model: 'ollama:llama3.1:8b' },
  'ollama thinking': { model: 'ollama:qwen3:8b', effort: 'low' },
  vllm: { model: 'openai:Qwen/Qwen3-32B', path: '/v1' },
  'lm studio': { model: 'openai:gemma-3-4b-it', path: '/v1' },
} satisfies Record<string, Provider>;

const call = async (name: keyof typeof PROVIDERS, recorded: Recorded, asked: Partial<ModelCall> = {}) => {
  server = await serveRecorded(recorded);
  const { model, path = '', effort }: Provider = PROVIDERS[name];
  const models = openModels({
    PARLEY_MODEL: model,
    PARLEY_MODEL_BASE_URL: `${server.url}${path}`,
    PARLEY_MODEL_API_KEY: 'key',
    ...(effort && { PARLEY_MODEL_EFFORT: effort }),
  })!;
  const hidden = models.main.capabilities.hiddenTokens;
  return models.main.call({ messages: MESSAGES, maxOutputTokens: 200 + hidden, ...asked });
};

const openAiChunk = (delta: object, finish: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'm',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
});
const openAiUsage = {
  ...openAiChunk({}),
  choices: [],
  usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
};
const openAiText = (text: string): Recorded => ({
  sse: [
    openAiChunk({ role: 'assistant', content: '' }),
    openAiChunk({ content: text }),
    openAiChunk({}, 'stop'),
    openAiUsage,
  ],
});
const anthropicStream = (...blocks: (readonly [string, object])[]): Recorded => ({
  events: [
    [
      'message_start',
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 12, output_tokens: 1 },
        },
      },
    ],
    ...blocks,
    ['message_stop', { type: 'message_stop' }],
  ],
});
const anthropicEnd = (reason: string) =>
  [
    'message_delta',
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 7 } },
  ] as const;
const block = (index: number, start: object, ...deltas: object[]) => [
  ['content_block_start', { type: 'content_block_start', index, content_block: start }] as const,
  ...deltas.map((delta) => ['content_block_delta', { type: 'content_block_delta', index, delta }] as const),
  ['content_block_stop', { type: 'content_block_stop', index }] as const,
];
const gemini = (parts: object[], more: object = { finishReason: 'STOP' }): Recorded => ({
  done: false,
  sse: [
    {
      candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
      usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 7, totalTokenCount: 19 },
      modelVersion: 'gemini-2.5-flash',
    },
  ],
});
const ollama = (...messages: object[]): Recorded => ({
  ndjson: [
    ...messages.map((message) => ({ model: 'm', created_at: '2026-01-01T00:00:00Z', message, done: false })),
    {
      model: 'm',
      created_at: '2026-01-01T00:00:00Z',
      message: { role: 'assistant', content: '' },
      done: true,
      done_reason: 'stop',
      total_duration: 1,
      load_duration: 1,
      prompt_eval_count: 12,
      prompt_eval_duration: 1,
      eval_count: 7,
      eval_duration: 1,
    },
  ],
});

describe('a structured answer', () => {
  const ANSWERS: [keyof typeof PROVIDERS, Recorded][] = [
    ['openai', openAiText(ANSWER)],
    ['openai thinking', openAiText(ANSWER)],
    [
      'azure',
      {
        sse: [
          {
            id: '',
            object: '',
            created: 0,
            model: '',
            choices: [],
            prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
          },
          ...openAiText(ANSWER).sse!,
        ],
      },
    ],
    [
      'anthropic',
      anthropicStream(
        ...block(
          0,
          { type: 'tool_use', id: 'toolu_1', name: 'greet', input: {} },
          { type: 'input_json_delta', partial_json: '{"text":' },
          { type: 'input_json_delta', partial_json: '"Hello"}' },
        ),
        anthropicEnd('tool_use'),
      ),
    ],
    [
      'anthropic thinking',
      anthropicStream(
        ...block(
          0,
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'thinking_delta', thinking: 'Hm {.' },
          { type: 'signature_delta', signature: 'x' },
        ),
        ...block(1, { type: 'text', text: '' }, { type: 'text_delta', text: ANSWER }),
        anthropicEnd('end_turn'),
      ),
    ],
    ['gemini', gemini([{ text: ANSWER }])],
    ['ollama', ollama({ role: 'assistant', content: ANSWER })],
    [
      'ollama thinking',
      ollama({ role: 'assistant', content: '', thinking: 'Hm {.' }, { role: 'assistant', content: ANSWER }),
    ],
    [
      'vllm',
      {
        sse: [
          openAiChunk({ role: 'assistant', content: '' }),
          openAiChunk({ reasoning_content: 'Hm {.' }),
          openAiChunk({ content: ANSWER }),
          openAiChunk({}, 'stop'),
          openAiUsage,
        ],
      },
    ],
    // A server without a reasoning parser sends the thinking inside the text.
    ['lm studio', openAiText(`<think>Hm {"text": "no"}.</think>\n${ANSWER}`)],
  ];
  it.each(ANSWERS)('of %s is read', async (name, recorded) => {
    const shown: string[] = [];
    const reply = await call(name, recorded, { schema: SCHEMA, onText: (text) => shown.push(text) });
    expect(JSON.parse(reply.text)).toEqual({ text: 'Hello' });
    expect(shown.join('')).toBe(ANSWER);
    // Anthropic's stream reports its first token twice: at the start and in the total at the end.
    expect(reply.usage).toMatchObject({ inputTokens: 12, estimated: false });
    expect(Math.abs(reply.usage.outputTokens - 7)).toBeLessThanOrEqual(1);
  });
});

describe('an answer that the output limit cut', () => {
  const HALF = '{"text":"Hel';
  const ollamaCut = (...messages: object[]): Recorded => ({
    ndjson: ollama(...messages).ndjson!.map((line) =>
      'done_reason' in line ? { ...line, done_reason: 'length' } : line,
    ),
  });
  const openAiCut = (...deltas: object[]): Recorded => ({
    sse: [...deltas.map((delta) => openAiChunk(delta)), openAiChunk({}, 'length'), openAiUsage],
  });
  const CUT: [keyof typeof PROVIDERS, string, Recorded][] = [
    ['openai', HALF, openAiCut({ role: 'assistant', content: HALF })],
    ['azure', HALF, openAiCut({ role: 'assistant', content: HALF })],
    [
      'anthropic',
      HALF,
      anthropicStream(
        ...block(
          0,
          { type: 'tool_use', id: 'toolu_1', name: 'greet', input: {} },
          { type: 'input_json_delta', partial_json: HALF },
        ),
        anthropicEnd('max_tokens'),
      ),
    ],
    ['gemini', HALF, gemini([{ text: HALF }], { finishReason: 'MAX_TOKENS' })],
    ['ollama', HALF, ollamaCut({ role: 'assistant', content: HALF })],
    ['vllm', HALF, openAiCut({ role: 'assistant', content: HALF })],
    ['lm studio', HALF, openAiCut({ role: 'assistant', content: HALF })],
  ];
  it.each(CUT)('is recognised at %s', async (name, text, recorded) => {
    const reply = await call(name, recorded, { schema: SCHEMA });
    expect(reply).toMatchObject({ text, cut: true });
    expect(reply.thought).toBeUndefined();
  });

  const ONLY_THINKING: [string, keyof typeof PROVIDERS, Recorded][] = [
    [
      'hidden',
      'openai thinking',
      {
        sse: [
          openAiChunk({ role: 'assistant', content: '' }),
          openAiChunk({}, 'length'),
          {
            ...openAiUsage,
            usage: { ...openAiUsage.usage, completion_tokens_details: { reasoning_tokens: 7, audio_tokens: 0 } },
          },
        ],
      },
    ],
    [
      'in blocks',
      'anthropic thinking',
      anthropicStream(
        ...block(0, { type: 'thinking', thinking: '', signature: '' }, { type: 'thinking_delta', thinking: 'Hm {.' }),
        anthropicEnd('max_tokens'),
      ),
    ],
    [
      'counted',
      'gemini',
      {
        done: false,
        sse: [
          {
            candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS', index: 0 }],
            usageMetadata: { promptTokenCount: 12, thoughtsTokenCount: 200, totalTokenCount: 212 },
            modelVersion: 'gemini-2.5-flash',
          },
        ],
      },
    ],
    ['in a field', 'ollama thinking', ollamaCut({ role: 'assistant', content: '', thinking: 'Hm {.' })],
    ['in a field', 'vllm', openAiCut({ role: 'assistant', reasoning_content: 'Hm {.' })],
    ['in another field', 'vllm', openAiCut({ role: 'assistant', reasoning: 'Hm {.' })],
    ['in the text', 'lm studio', openAiCut({ role: 'assistant', content: '<think>Hm {.' })],
  ];
  it.each(ONLY_THINKING)('after thinking %s alone is recognised at %s', async (_, name, recorded) => {
    expect(await call(name, recorded, { schema: SCHEMA })).toMatchObject({ text: '', cut: true, thought: true });
  });

  it('at Gemini costs what it thought, too', async () => {
    const [, name, recorded] = ONLY_THINKING.find(([how]) => how === 'counted')!;
    expect((await call(name, recorded)).usage).toEqual({ inputTokens: 12, outputTokens: 200, estimated: false });
  });
});

it('an answer that a gateway sends whole, although a stream was asked for, is read', async () => {
  const body = (message: object) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
  });
  const { text, usage } = await call('openai', { body: body({ content: ANSWER }) }, { schema: SCHEMA });
  expect([text, usage]).toEqual([ANSWER, { inputTokens: 12, outputTokens: 7, estimated: false }]);
  await server?.close();
  const tool_calls = ['Ada', 'Bob'].map((query, at) => ({
    id: `call_${at}`,
    type: 'function',
    function: { name: 'search', arguments: JSON.stringify({ query }) },
  }));
  const { functionCalls } = await call(
    'openai',
    { body: body({ content: null, tool_calls }) },
    { functions: [SEARCH] },
  );
  expect(functionCalls.map(({ arguments: { query } }) => query)).toEqual(['Ada', 'Bob']);
});

it.each([
  ['a stream', { sse: ['{"te', 'xt":"Hello"}'].map((text) => openAiChunk({ content: [{ type: 'text', text }] })) }],
  [
    'a stream after parts of thinking',
    {
      sse: [
        openAiChunk({ role: 'assistant', content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
        openAiChunk({ content: [{ type: 'text', text: ANSWER }] }, 'stop'),
      ],
    },
  ],
  [
    'one object',
    {
      body: {
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: [{ type: 'text', text: ANSWER }] } }],
      },
    },
  ],
])('an answer in parts, as Mistral’s, is read from %s, and nothing is printed', async (_, recorded) => {
  const reply = await call('openai', recorded as Recorded, { schema: SCHEMA });
  expect(reply.text).toBe(ANSWER);
  expect(printed).not.toHaveBeenCalled();
});

describe('a stream that ends without a finish reason', () => {
  const SEARCHES: FunctionSpec[] = [SEARCH];
  const half = { tool_calls: [{ index: 0, id: 'a', function: { name: 'search', arguments: '{"query":"A' } }] };
  const CUT_SHORT: [string, keyof typeof PROVIDERS, Recorded, Partial<ModelCall>][] = [
    [
      'in the arguments of a function',
      'vllm',
      { sse: [openAiChunk({ role: 'assistant', ...half })] },
      { functions: SEARCHES },
    ],
    [
      'in words',
      'anthropic',
      anthropicStream(...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Hel' })),
      {},
    ],
    [
      'in words',
      'gemini',
      { done: false, sse: [{ candidates: [{ content: { role: 'model', parts: [{ text: 'Hel' }] }, index: 0 }] }] },
      {},
    ],
  ];
  it.each(CUT_SHORT)('%s was cut, at %s', async (_, name, recorded, asked) => {
    await expect(call(name, recorded, asked)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('was cut in the middle'),
    });
  });

  it('is whole at servers that never give one', async () => {
    const recorded = { sse: [openAiChunk({ role: 'assistant', content: 'Hello.' })] };
    expect((await call('vllm', recorded)).text).toBe('Hello.');
  });
});

it.each(['openai', 'anthropic'] as const)(
  'a damaged piece of %s is told without a parser’s words or the text',
  async (name) => {
    const recorded = { raw: 'event: content_block_delta\ndata: {"secr\n\n' };
    await expect(call(name, recorded)).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringMatching(/^(?!.*(?:secr|JSON)).*damaged answer/),
    });
  },
);

describe('a stream', () => {
  const HELLO = 'Grüße, 世界 👩‍🚀';
  const [said, json] = [{ text: HELLO }, JSON.stringify({ text: HELLO })];
  const texts = (text: string): Record<string, Recorded> => ({
    openai: openAiText(text),
    anthropic: anthropicStream(
      ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text }),
      anthropicEnd('end_turn'),
    ),
    gemini: gemini([{ text }]),
    ollama: ollama({ role: 'assistant', content: text }),
  });
  const NAMES = ['openai', 'anthropic', 'gemini', 'ollama'] as const;

  it.each(NAMES)('of %s may end its pieces within a character', async (name) => {
    const { text } = await call(name, { ...texts(json)[name], byByte: true });
    expect(JSON.parse(text)).toEqual(said);
  });

  it.each(NAMES)('of %s may have another content type', async (name) => {
    for (const type of ['application/json', 'text/plain; charset=utf-8', 'application/octet-stream']) {
      const { text } = await call(name, { ...texts(json)[name], headers: { 'content-type': type } });
      expect(JSON.parse(text)).toEqual(said);
      await server?.close();
    }
  });

  const ENDLESS: [keyof typeof PROVIDERS, string, Recorded][] = [
    ['openai', 'text', { sse: [openAiChunk({ content: 'la '.repeat(200) })] }],
    ['openai', 'empty pieces', { sse: [openAiChunk({})] }],
    ['openai', 'blanks', { sse: [openAiChunk({ content: '\n'.repeat(600) })] }],
    ['vllm', 'thinking', { sse: [openAiChunk({ role: 'assistant', reasoning_content: 'Hm. '.repeat(200) })] }],
    [
      'openai',
      'function calls',
      {
        sse: [
          openAiChunk({
            role: 'assistant',
            tool_calls: [{ index: 0, id: 'a', function: { name: 'search', arguments: '[1,'.repeat(99) } }],
          }),
        ],
      },
    ],
    [
      'anthropic',
      'text',
      { events: block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'la '.repeat(200) }).slice(0, 2) },
    ],
    ['gemini', 'text', gemini([{ text: 'la '.repeat(200) }], {})],
    ['ollama', 'text', { ndjson: ollama({ role: 'assistant', content: 'la '.repeat(200) }).ndjson!.slice(0, 1) }],
  ];
  it.each(ENDLESS)(
    'of %s without end, of %s, is ended far beyond the output limit, and counts as cut',
    async (name, _, recorded) => {
      const reply = await call(name, { ...recorded, ending: 'repeats' });
      expect(reply.cut).toBe(true);
      expect(reply.text.length).toBeLessThan(100_000);
      await expect.poll(() => server?.aborted).toBe(1);
    },
  );

  it.each(NAMES)('of %s that falls silent in the middle is ended, and counts as a failure', async (name) => {
    const whole = texts('Hel')[name]!;
    const cut = {
      ...(whole.sse && { sse: name === 'gemini' ? whole.sse : whole.sse.slice(0, 2) }),
      ...(whole.events && { events: whole.events.slice(0, 3) }),
      ...(whole.ndjson && { ndjson: whole.ndjson.slice(0, 1) }),
    };
    server = await serveRecorded({ ...cut, ending: 'stalls' });
    const { model, path = '' }: Provider = PROVIDERS[name];
    const [provider = '', named = ''] = model.split(/:(.*)/);
    const opened = providers[provider]!({ model: named, baseUrl: `${server.url}${path}`, apiKey: 'key' });
    const asked = langchainModel(model, opened, 200).call({ messages: MESSAGES });
    await expect(asked).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('nothing more for 0.2 seconds'),
    });
    await expect.poll(() => server?.aborted).toBe(1);
  });
});

it('Ollama’s other answers go on when one call is cancelled', async () => {
  server = await serveRecorded({
    ndjson: ollama({ role: 'assistant', content: 'la ' }).ndjson!.slice(0, 1),
    ending: 'repeats',
  });
  const { main } = openModels({ PARLEY_MODEL: 'ollama:llama3.1:8b', PARLEY_MODEL_BASE_URL: server.url })!;
  const stop = new AbortController();
  const ask = (more: Partial<ModelCall>) => main.call({ messages: MESSAGES, maxOutputTokens: 200, ...more });
  const cancelled = ask({ signal: stop.signal, onText: () => stop.abort() });
  const other = ask({});
  await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect(other).resolves.toMatchObject({ cut: true });
});

describe('a call of a function', () => {
  const toolCall = (index: number, more: object) => ({ tool_calls: [{ index, ...more }] });
  const CALLS: [keyof typeof PROVIDERS, Recorded][] = [
    [
      'openai',
      {
        sse: [
          openAiChunk({
            role: 'assistant',
            content: null,
            ...toolCall(0, { id: 'call_a', type: 'function', function: { name: 'search', arguments: '' } }),
          }),
          openAiChunk(toolCall(0, { function: { arguments: '{"query":' } })),
          openAiChunk(toolCall(0, { function: { arguments: '"Ada"}' } })),
          openAiChunk({}, 'tool_calls'),
          openAiUsage,
        ],
      },
    ],
    [
      'anthropic',
      anthropicStream(
        ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'I search.' }),
        ...block(
          1,
          { type: 'tool_use', id: 'toolu_1', name: 'search', input: {} },
          { type: 'input_json_delta', partial_json: '{"query":"Ada"}' },
        ),
        anthropicEnd('tool_use'),
      ),
    ],
    ['gemini', gemini([{ functionCall: { name: 'search', args: { query: 'Ada' } } }])],
    [
      'ollama',
      ollama({
        role: 'assistant',
        content: '',
        tool_calls: [{ function: { name: 'search', arguments: { query: 'Ada' } } }],
      }),
    ],
    [
      'vllm',
      {
        sse: [
          openAiChunk({ role: 'assistant', content: '' }),
          openAiChunk(
            toolCall(0, {
              id: 'chatcmpl-tool-1',
              type: 'function',
              function: { name: 'search', arguments: '{"query": "Ada"}' },
            }),
          ),
          openAiChunk({}, 'tool_calls'),
          openAiUsage,
        ],
      },
    ],
  ];
  it.each(CALLS)('of %s is read', async (name, recorded) => {
    const { functionCalls } = await call(name, recorded, { functions: [SEARCH] });
    expect(functionCalls).toMatchObject([{ name: 'search', arguments: { query: 'Ada' } }]);
  });

  it.each([
    ['without a role', undefined],
    ['with an empty role', ''],
  ])('is read from pieces %s', async (_, role) => {
    const recorded = {
      sse: [
        openAiChunk({
          role,
          ...toolCall(0, { id: 'a', type: 'function', function: { name: 'search', arguments: '' } }),
        }),
        openAiChunk({ role, ...toolCall(0, { function: { arguments: '{"query":"Ada"}' } }) }),
        openAiChunk({ role }, 'tool_calls'),
      ],
    };
    const { functionCalls } = await call('openai', recorded, { functions: [SEARCH] });
    expect(functionCalls).toMatchObject([{ name: 'search', arguments: { query: 'Ada' } }]);
  });

  it('is one of several although the server gives them all the same index', async () => {
    const two = ['Ada', 'Bob'].map((query, at) =>
      openAiChunk({
        role: 'assistant',
        ...toolCall(0, {
          id: `call_${at}`,
          type: 'function',
          function: { name: 'search', arguments: JSON.stringify({ query }) },
        }),
      }),
    );
    const recorded = { sse: [...two, openAiChunk({}, 'tool_calls')] };
    const { functionCalls } = await call('openai', recorded, { functions: [SEARCH] });
    expect(functionCalls.map(({ arguments: { query } }) => query)).toEqual(['Ada', 'Bob']);
  });

  it('is sent back with its result', async () => {
    const loop = [
      ...MESSAGES,
      {
        role: 'assistant' as const,
        content: '',
        calls: [{ id: 'call_0_0', name: 'search', arguments: { query: 'Ada' } }],
      },
      { role: 'tool' as const, content: 'Ada lives.', callId: 'call_0_0' },
    ];
    for (const [name, recorded] of [
      ['openai', openAiText('Done')],
      [
        'anthropic',
        anthropicStream(
          ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Done' }),
          anthropicEnd('end_turn'),
        ),
      ],
      ['gemini', gemini([{ text: 'Done' }])],
      ['ollama', ollama({ role: 'assistant', content: 'Done' })],
    ] as const) {
      const { text } = await call(name, recorded, { messages: loop, functions: [SEARCH] });
      expect(text).toBe('Done');
      const sent = JSON.stringify(server?.requests[0]?.body);
      expect(sent).toContain('Ada lives.');
      expect(sent).toContain('"search"');
      await server?.close();
    }
  });
});

describe('the request to a thinking model', () => {
  it('contains the effort, room for hidden tokens, and no temperature', async () => {
    await call('openai thinking', openAiText(ANSWER), { schema: SCHEMA, sampling: { temperature: 0 } });
    expect(server?.requests[0]?.body).toMatchObject({ reasoning_effort: 'low', max_completion_tokens: 2248 });
    expect(server?.requests[0]?.body).not.toHaveProperty('temperature');
    expect(server?.requests[0]?.body).not.toHaveProperty('max_tokens');
  });

  it('contains Anthropic’s thinking budget, with the schema in the prompt, because thinking excludes forced tools', async () => {
    await call(
      'anthropic thinking',
      anthropicStream(
        ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: ANSWER }),
        anthropicEnd('end_turn'),
      ),
    );
    const { body } = server!.requests[0]!;
    expect(body).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 2048 }, max_tokens: 2248 });
    expect(body).not.toHaveProperty('tool_choice');
    expect(body).not.toHaveProperty('temperature');
  });

  it('contains Ollama’s switch', async () => {
    await call('ollama thinking', ollama({ role: 'assistant', content: ANSWER }), { schema: SCHEMA });
    expect(server?.requests[0]?.body).toMatchObject({ think: true, options: { num_predict: 2248 } });
  });
});

describe('a refusal', () => {
  const FILTERED = {
    message:
      "The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.",
    type: null,
    param: 'prompt',
    code: 'content_filter',
    status: 400,
    innererror: {
      code: 'ResponsibleAIPolicyViolation',
      content_filter_result: { violence: { filtered: true, severity: 'medium' } },
    },
  };
  const REFUSALS: [string, keyof typeof PROVIDERS, Recorded, string, RegExp?][] = [
    [
      'a wrong key',
      'openai',
      {
        status: 401,
        body: {
          error: {
            message: 'Incorrect API key provided: key.',
            type: 'invalid_request_error',
            param: null,
            code: 'invalid_api_key',
          },
        },
      },
      'MODEL_KEY_REFUSED',
    ],
    [
      'an unknown model',
      'openai',
      {
        status: 404,
        body: {
          error: {
            message: 'The model `gpt-9` does not exist or you do not have access to it.',
            type: 'invalid_request_error',
            param: null,
            code: 'model_not_found',
          },
        },
      },
      'MODEL_NOT_FOUND',
      /gpt-9/,
    ],
    ...[
      '/chat/completions: Invalid model name passed in model=gpt-9. Call `/v1/models` to view available models for your key.',
      'gpt-9 is not a valid model ID',
      'Invalid model: gpt-9',
      'Model Not Exist',
    ].map((message): [string, 'openai', Recorded, string, RegExp] => [
      `an unknown model, said with status 400 (${message.slice(0, 30)})`,
      'openai',
      { status: 400, body: { error: { message, type: 'invalid_request_error', param: null, code: '400' } } },
      'MODEL_NOT_FOUND',
      /gpt-9|Not Exist/,
    ]),
    [
      'a spent quota',
      'openai',
      {
        status: 429,
        body: {
          error: {
            message: 'You exceeded your current quota, please check your plan and billing details.',
            type: 'insufficient_quota',
            param: null,
            code: 'insufficient_quota',
          },
        },
      },
      'MODEL_QUOTA_SPENT',
    ],
    [
      'a rate limit',
      'openai',
      {
        status: 429,
        headers: { 'retry-after': '2' },
        body: {
          error: {
            message: 'Rate limit reached for gpt-4.1-mini on requests per min.',
            type: 'requests',
            param: null,
            code: 'rate_limit_exceeded',
          },
        },
      },
      'MODEL_RATE_LIMITED',
    ],
    [
      'a schema that is not strict',
      'openai',
      {
        status: 400,
        body: {
          error: {
            message:
              "Invalid schema for response_format 'greet': In context=('properties', 'x'), 'default' is not permitted.",
            type: 'invalid_request_error',
            param: 'response_format',
            code: null,
          },
        },
      },
      'MODEL_REQUEST_REFUSED',
      /default/,
    ],
    [
      'max_tokens',
      'openai',
      {
        status: 400,
        body: {
          error: {
            message:
              "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            type: 'invalid_request_error',
            param: 'max_tokens',
            code: 'unsupported_parameter',
          },
        },
      },
      'MODEL_REQUEST_REFUSED',
      /max_completion_tokens/,
    ],
    [
      'a model that declines',
      'openai',
      {
        sse: [
          openAiChunk({ role: 'assistant', content: null, refusal: '' }),
          openAiChunk({ refusal: "I'm sorry, I can't assist with that." }),
          openAiChunk({}, 'stop'),
          openAiUsage,
        ],
      },
      'MODEL_REFUSED',
    ],
    [
      'a filter',
      'openai',
      { sse: [openAiChunk({ role: 'assistant', content: 'He' }), openAiChunk({}, 'content_filter')] },
      'MODEL_REFUSED',
    ],
    ['a filtered prompt', 'azure', { status: 400, body: { error: FILTERED } }, 'MODEL_REFUSED'],
    [
      'an unknown deployment',
      'azure',
      {
        status: 404,
        body: {
          error: { code: 'DeploymentNotFound', message: 'The API deployment for this resource does not exist.' },
        },
      },
      'MODEL_NOT_FOUND',
      /deployment/,
    ],
    [
      'overload',
      'anthropic',
      {
        status: 529,
        body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'req_1' },
      },
      'MODEL_UNAVAILABLE',
      /Overloaded/i,
    ],
    [
      'overload in the middle',
      'anthropic',
      { events: [['error', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }]] },
      'MODEL_UNAVAILABLE',
      /Overloaded/i,
    ],
    [
      'an unknown model',
      'anthropic',
      { status: 404, body: { type: 'error', error: { type: 'not_found_error', message: 'model: claude-9' } } },
      'MODEL_NOT_FOUND',
      /^[^{]*: model: claude-9\./,
    ],
    [
      'a low balance',
      'anthropic',
      {
        status: 400,
        body: {
          type: 'error',
          error: {
            type: 'invalid_request_error',
            message:
              'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
          },
        },
      },
      'MODEL_QUOTA_SPENT',
    ],
    ['a model that declines', 'anthropic', anthropicStream(anthropicEnd('refusal')), 'MODEL_REFUSED'],
    [
      'a wrong key',
      'gemini',
      {
        status: 400,
        body: {
          error: {
            code: 400,
            message: 'API key not valid. Please pass a valid API key.',
            status: 'INVALID_ARGUMENT',
            details: [
              {
                '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
                reason: 'API_KEY_INVALID',
                domain: 'googleapis.com',
              },
            ],
          },
        },
      },
      'MODEL_KEY_REFUSED',
    ],
    [
      'an unknown model',
      'gemini',
      {
        status: 404,
        body: {
          error: { code: 404, message: 'models/gemini-9 is not found for API version v1beta.', status: 'NOT_FOUND' },
        },
      },
      'MODEL_NOT_FOUND',
      /gemini-9/,
    ],
    [
      'a blocked prompt',
      'gemini',
      { done: false, sse: [{ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 5 } }] },
      'MODEL_REFUSED',
    ],
    ['a web page in place of an answer', 'gemini', { raw: WEB_PAGE }, 'MODEL_UNAVAILABLE', /such as a web page/],
    [
      'a damaged chunk',
      'gemini',
      { raw: 'data: {"candidates":[{"content":{"parts":[{"text":"secr\n\n' },
      'MODEL_UNAVAILABLE',
      /^(?!.*secr).*damaged/,
    ],
    ['a stream that breaks', 'gemini', { ...gemini([{ text: '{"te' }], {}), ending: 'breaks' }, 'MODEL_UNAVAILABLE'],
    ['an answer cut by safety', 'gemini', gemini([{ text: '' }], { finishReason: 'SAFETY' }), 'MODEL_REFUSED'],
    [
      'an unknown model',
      'ollama',
      { status: 404, body: { error: 'model "llama3.1:8b" not found, try pulling it first' } },
      'MODEL_NOT_FOUND',
      /pulling/,
    ],
    [
      'an error that is an object',
      'ollama',
      { status: 404, body: { error: { message: 'There is no such model.', code: 'not_found' } } },
      'MODEL_NOT_FOUND',
      /There is no such model/,
    ],
    [
      'a model without tools',
      'ollama',
      { status: 400, body: { error: 'registry.ollama.ai/library/gemma3:4b does not support tools' } },
      'MODEL_REQUEST_REFUSED',
      /tools/,
    ],
    [
      'a model that does not think',
      'ollama thinking',
      { status: 400, body: { error: '"llama3.1:8b" does not support thinking' } },
      'MODEL_REQUEST_REFUSED',
      /PARLEY_MODEL_EFFORT/,
    ],
    [
      'too long a prompt',
      'vllm',
      {
        status: 400,
        body: {
          object: 'error',
          message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
          type: 'BadRequestError',
          param: null,
          code: 400,
        },
      },
      'MODEL_REQUEST_REFUSED',
      // Once: the client's error and its cause say the same.
      /^(?![\s\S]*maximum context length[\s\S]*maximum context length)[\s\S]*maximum context length[\s\S]*longer context/,
    ],
    [
      'tools without a parser',
      'vllm',
      {
        status: 400,
        body: {
          object: 'error',
          message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
          type: 'BadRequestError',
          param: null,
          code: 400,
        },
      },
      'MODEL_REQUEST_REFUSED',
      /tool calling on/,
    ],
    [
      'no model loaded',
      'lm studio',
      {
        status: 404,
        body: {
          error: {
            message: 'No models loaded. Please load a model in the developer page or use the `lms load` command.',
            type: 'invalid_request_error',
            param: 'model',
            code: 'model_not_found',
          },
        },
      },
      'MODEL_NOT_FOUND',
      /No models loaded/,
    ],
  ];
  it.each(REFUSALS)('%s, of %s, is reported with its code', async (_, name, recorded, code, says) => {
    const failure = await call(name, recorded, { schema: SCHEMA }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code });
    const { message, remedy } = failure as { message: string; remedy: string };
    if (says) expect(`${message} ${remedy}`).toMatch(says);
  });

  it('of Gemini for the rate says how long to wait', async () => {
    const error = {
      code: 429,
      message: 'You exceeded your rate.',
      status: 'RESOURCE_EXHAUSTED',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }],
    };
    await expect(call('gemini', { status: 429, body: { error } })).rejects.toMatchObject({
      code: 'MODEL_RATE_LIMITED',
      details: { retryAfterSeconds: 34.5 },
    });
  });

  it.each(['openai', 'anthropic', 'gemini', 'ollama'] as const)(
    'of %s for the rate may say in a header how long to wait',
    async (name) => {
      const error = { code: 429, message: 'Too many requests.', status: 'RESOURCE_EXHAUSTED' };
      const recorded = { status: 429, headers: { 'retry-after': '7' }, body: { error } };
      const asked = call(name, recorded);
      await expect(asked).rejects.toMatchObject({ code: 'MODEL_RATE_LIMITED', details: { retryAfterSeconds: 7 } });
    },
  );

  it.each([
    ['7', /^Wait a little, or/],
    ['3600', /^Wait 60 minutes, as it asks, or/],
    ['90000', /^Wait 25 hours, as it asks, or/],
  ])('for the rate says so for a pause of %s seconds', async (seconds, says) => {
    const recorded = { status: 429, headers: { 'retry-after': seconds }, body: { error: { message: 'Slow down.' } } };
    await expect(call('openai', recorded)).rejects.toMatchObject({ remedy: expect.stringMatching(says) });
  });

  const UNDER_200: [string, keyof typeof PROVIDERS, Recorded, string, RegExp][] = [
    [
      'without a code',
      'openai',
      { body: { error: { message: 'The upstream is asleep.' } } },
      'MODEL_UNAVAILABLE',
      /upstream is asleep/,
    ],
    ['as a text', 'lm studio', { body: { error: 'The engine crashed.' } }, 'MODEL_UNAVAILABLE', /engine crashed/],
    [
      'as OpenRouter sends it',
      'openai',
      { body: { error: { code: 402, message: 'Insufficient credits.' }, user_id: 'u' } },
      'MODEL_QUOTA_SPENT',
      /no quota left/,
    ],
    [
      'of the rate',
      'openai',
      { body: { error: { code: 429, message: 'Slow down.' } }, headers: { 'retry-after': '3' } },
      'MODEL_RATE_LIMITED',
      /rate/,
    ],
    [
      'of the key',
      'vllm',
      { body: { error: { type: 'authentication_error', message: 'No.' } } },
      'MODEL_KEY_REFUSED',
      /key/,
    ],
    [
      'of vLLM',
      'vllm',
      { body: { object: 'error', message: 'Bad prompt.', type: 'BadRequestError', code: 400 } },
      'MODEL_REQUEST_REFUSED',
      /Bad prompt/,
    ],
    [
      'in a stream',
      'openai',
      { sse: [{ id: 'gen-1', error: { code: 429, message: 'Rate limited upstream.' } }] },
      'MODEL_RATE_LIMITED',
      /rate/,
    ],
    [
      'with another content type',
      'openai',
      { raw: ' \n{"error":{"message":"The upstream is asleep."}}' },
      'MODEL_UNAVAILABLE',
      /upstream is asleep/,
    ],
    [
      'of Anthropic',
      'anthropic',
      { body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
      'MODEL_UNAVAILABLE',
      /Overloaded/,
    ],
    [
      'of Ollama',
      'ollama',
      { ndjson: [{ error: 'model runner has unexpectedly stopped' }] },
      'MODEL_UNAVAILABLE',
      /unexpectedly stopped/,
    ],
  ];
  it.each(UNDER_200)('under HTTP 200, %s, of %s, keeps its message', async (_, name, recorded, code, says) => {
    const failure = await call(name, recorded).catch((error: Error) => error);
    expect(failure).toMatchObject({ code });
    expect((failure as Error).message).toMatch(says);
  });

  it('of LiteLLM without a database for a wrong key is one of the key', async () => {
    const error = { message: 'No connected db.', type: 'no_db_connection', param: null, code: '400' };
    await expect(call('openai', { status: 400, body: { error } })).rejects.toMatchObject({ code: 'MODEL_KEY_REFUSED' });
  });

  it('by a long error page is told in few words', async () => {
    const failure = await call('openai', { status: 502, raw: WEB_PAGE }).catch((error: Error) => error);
    expect((failure as Error).message).toMatch(/502 Bad Gateway/);
    expect((failure as Error).message.length).toBeLessThan(400);
  });

  it.each([
    ['openai', 'data: {"id":"chatcmpl-1","choices":[{"index":0,"delta":{"content":"secr\n\n'],
    ['anthropic', 'event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"text":"secr\n\n'],
    ['ollama', '{"message":{"role":"assistant","content":"a"},"done":false}\n{"message":{"content":"secr\n'],
    ['ollama', '{"message":{"role":"assistant","content":"secr'],
  ] as const)('of %s by a broken chunk prints nothing of the answer', async (name, raw) => {
    printed.mockClear();
    const headers = { 'content-type': 'text/event-stream' };
    await expect(call(name, { raw, headers })).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
    expect(printed).not.toHaveBeenCalled();
  });

  it.each([
    [
      'anthropic',
      { status: 529, body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
      'The model anthropic:claude-sonnet-4-5 fails: 529 Overloaded.',
    ],
    [
      'gemini',
      { status: 503, body: { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } } },
      'The model google-genai:gemini-2.5-flash fails: [503 Service Unavailable] The model is overloaded.',
    ],
    [
      'openai',
      { status: 500, body: { error: { message: 'The server had an error. Sorry about that!', type: 'server_error' } } },
      'The model openai:gpt-4.1-mini fails: 500 The server had an error. Sorry about that!',
    ],
    [
      'openai',
      { status: 400, body: { error: { message: 'Too long', type: 'invalid_request_error' } } },
      'The provider refused the request to openai:gpt-4.1-mini (HTTP 400): Too long.',
    ],
  ] as const)('of %s is told as a sentence, without the address and the form that its client adds', async (...row) => {
    const [name, recorded, message] = row;
    await expect(call(name, recorded)).rejects.toMatchObject({ message });
  });

  it.each([
    ['openai', 'often ends in /v1'],
    ['anthropic', 'Check the name in PARLEY_MODEL, and PARLEY_MODEL_BASE_URL'],
    ['ollama', '`ollama pull llama3.1:8b`'],
  ] as const)('of %s about an unknown model says what to do with that provider', async (name, says) => {
    const asked = call(name, { status: 404, body: { error: 'model not found' } });
    await expect(asked).rejects.toMatchObject({ code: 'MODEL_NOT_FOUND', remedy: expect.stringContaining(says) });
  });

  it('leaves no rejection unhandled when a call to Gemini is cancelled', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listen);
    const stop = new AbortController();
    const asked = call(
      'gemini',
      { ...gemini([{ text: 'Hello' }], {}), ending: 'breaks' },
      { signal: stop.signal, onText: () => stop.abort() },
    );
    await expect(asked).rejects.toMatchObject({ code: 'CANCELLED' });
    await new Promise((settled) => setTimeout(settled, 100));
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
  });

  it.each([
    ['openai:gpt-4.1-mini', 'OPENAI_API_KEY'],
    ['anthropic:claude-sonnet-4-5', 'ANTHROPIC_API_KEY'],
    ['google-genai:gemini-2.5-flash', 'GOOGLE_API_KEY'],
  ])('of %s for want of a key names its variable', async (model, variable) => {
    const own = process.env[variable];
    delete process.env[variable];
    try {
      const asked = openModels({ PARLEY_MODEL: model })!.main.call({ messages: MESSAGES });
      await expect(asked).rejects.toMatchObject({
        code: 'MODEL_KEY_REFUSED',
        remedy: expect.stringContaining(variable),
      });
    } finally {
      if (own !== undefined) process.env[variable] = own;
    }
  });

  it.each(['openai:x', 'ollama:x'])('of %s without a server says that it cannot be reached', async (model) => {
    server = await serveRecorded({});
    const { url } = server;
    await server.close();
    server = undefined;
    const asked = openModels({ PARLEY_MODEL: model, PARLEY_MODEL_BASE_URL: url })!.main.call({ messages: MESSAGES });
    await expect(asked).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE' });
  });
});
