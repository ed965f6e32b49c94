import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Clock, systemClock } from '../../core/clock.ts';
import { isParleyError } from '../../core/errors.ts';
import { type StubReply, type StubRequest, type StubServer, startStubServer } from '../testing/stub-server.ts';
import { createMeter } from './budget.ts';
import type { Capabilities } from './model.ts';
import { openModels } from './open-model.ts';
import { callTask, runTask, sampleTask } from './run-task.ts';
import { task, textTask } from './task.ts';
import type { TaskContext } from './task-context.ts';

const greet = task({
  name: 'greet',
  doing: 'Greeting',
  stream: 'text',
  output: z.object({ mood: z.string(), text: z.string(), count: z.number().int() }),
  prompt: ({ who }: { who: string }) => [
    { role: 'system', content: 'Greet.' },
    { role: 'user', content: who },
  ],
});
const say = textTask({ name: 'say', doing: 'Saying it', prompt: () => [{ role: 'system', content: 'Say it.' }] });
const GOOD = { mood: 'glad', text: 'Hello "Ann"\n– 100 %', count: 2 };

let stub: StubServer;
afterEach(() => stub?.close());

const open = async (
  answer: (request: StubRequest) => StubReply,
  {
    budget = {},
    capabilities,
    clock = systemClock,
    signal = new AbortController().signal,
  }: {
    budget?: Partial<{ tokens: number; calls: number; seconds: number }>;
    capabilities?: Partial<Capabilities>;
    clock?: Clock;
    signal?: AbortSignal;
  } = {},
) => {
  stub = await startStubServer(answer);
  const shown: string[] = [];
  const said: string[] = [];
  const traced: { kind: string; name: string; data?: unknown }[] = [];
  const context: TaskContext = {
    models: openModels(
      { PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: stub.url, PARLEY_MODEL_API_KEY: 'key' },
      capabilities,
    )!,
    meter: createMeter({ tokens: 10_000, calls: 10, seconds: 60, ...budget }, clock),
    clock,
    signal,
    show: { token: (text) => shown.push(text), end() {}, reset: () => shown.push('<reset>') },
    status: (text) => said.push(text),
    trace: (event) => traced.push(event),
  };
  return { context, shown, said, traced };
};
/** A clock that skips and records its sleeps. */
const quickClock = () => {
  let now = 0;
  const slept: number[] = [];
  const clock: Clock = {
    now: () => now,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
  };
  return { clock, slept };
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (isParleyError(error) ? error.code : String(error)),
  );

describe('a task over an OpenAI-compatible server', () => {
  it('sends the JSON schema under the task’s name, and uses the provider’s token count', async () => {
    const { context } = await open(() => ({ json: GOOD }));
    const { output, usage } = await runTask(context, greet, { who: 'Ann' });
    expect(output).toEqual(GOOD);
    const { body, authorization, system } = stub.requests[0]!;
    expect(body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: {
        name: 'greet',
        strict: true,
        schema: { required: ['mood', 'text', 'count'], additionalProperties: false },
      },
    });
    expect(system).toMatch(/^Task: greet\n/);
    expect(authorization).toBe('Bearer key');
    expect(usage).toEqual({
      inputTokens: expect.any(Number),
      outputTokens: Math.ceil(JSON.stringify(GOOD).length / 4),
      estimated: false,
    });
    expect(context.meter.usage()).toMatchObject({ calls: 1, rounds: 1, ...{ outputTokens: usage.outputTokens } });
  });

  it('estimates tokens if the provider reports none', async () => {
    const { context } = await open(() => ({ text: JSON.stringify(GOOD), usage: false }));
    expect((await runTask(context, greet, { who: 'Ann' })).usage.estimated).toBe(true);
    expect(context.meter.usage().estimated).toBe(true);
  });

  it('shows the streamed field as it comes, unescaped, and nothing else', async () => {
    const { context, shown } = await open(() => ({ json: GOOD }));
    await runTask(context, greet, { who: 'Ann' }, { show: true });
    expect(shown.join('')).toBe(GOOD.text);
    expect(shown.length).toBeGreaterThan(1);
  });

  it('asks for one repair with the raw answer and its problem, and takes back what was shown', async () => {
    const { context, shown, traced } = await open(({ nth }) =>
      nth === 0 ? { json: { text: 'Hi', mood: 'x' } } : { json: GOOD },
    );
    const { output } = await runTask(context, greet, { who: 'Ann' }, { show: true });
    expect(output).toEqual(GOOD);
    const repair = stub.requests[1]!.messages;
    expect(repair.at(-2)).toMatchObject({ role: 'assistant', content: '{"text":"Hi","mood":"x"}' });
    expect(repair.at(-1)!.content).toMatch(/count/);
    expect(shown.join('')).toBe(`Hi<reset>${GOOD.text}`);
    expect(traced).toContainEqual(
      expect.objectContaining({ kind: 'task', data: expect.objectContaining({ repaired: true }) }),
    );
  });

  it('uses the method’s fallback if the answer stays malformed', async () => {
    const { context, shown, traced } = await open(() => ({ text: 'I would rather not use JSON.' }));
    const unreadable = { mood: '', text: '', count: 0 };
    const { output, usage } = await runTask(context, greet, { who: 'Ann' }, { unreadable, show: true });
    expect(output).toBe(unreadable);
    expect(usage.inputTokens).toBeGreaterThan(0);
    expect(stub.requests).toHaveLength(2);
    expect(shown.at(-1)).toBe('<reset>');
    expect(traced).toEqual([
      expect.objectContaining({
        kind: 'note',
        name: 'unreadable',
        data: expect.objectContaining({ code: 'MODEL_OUTPUT_MALFORMED', message: expect.stringContaining('greet') }),
      }),
    ]);
  });

  it('fails after one repair with the raw text and the usage of both calls', async () => {
    const { context } = await open(() => ({ text: 'I would rather not use JSON.' }));
    const error = await runTask(context, greet, { who: 'Ann' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'MODEL_OUTPUT_MALFORMED',
      details: { raw: 'I would rather not use JSON.', usage: { outputTokens: 14 } },
    });
    expect(stub.requests).toHaveLength(2);
  });

  it('takes no slip of a model that keeps to the schema for a provider that ignores it', async () => {
    let calls = 0;
    const { context } = await open(() => {
      calls += 1;
      return { text: calls === 2 ? 'Hello Ann!' : JSON.stringify(GOOD) };
    });
    for (const who of ['Ann', 'Bo', 'Cy']) expect((await runTask(context, greet, { who })).output).toEqual(GOOD);
    expect(stub.requests).toHaveLength(4);
    expect(JSON.stringify(stub.requests)).not.toContain('of this JSON schema');
  });

  it('finds the JSON inside text and code fences', async () => {
    const { context } = await open(() => ({ text: `Here:\n\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\`` }));
    expect((await runTask(context, greet, { who: 'Ann' })).output).toEqual(GOOD);
  });

  it.each([
    ['words with braces', `I use {mood}. ${JSON.stringify(GOOD)} Anything else, {name}?`],
    ['an example before it', `Like {"text":"x"}: ${JSON.stringify(GOOD)}`],
    ['itself', `${JSON.stringify(GOOD)}\n${JSON.stringify(GOOD)}`],
    ['a list', `[${JSON.stringify(GOOD)}]`],
    ['an inch mark', `3" or {less}: ${JSON.stringify(GOOD)}`],
  ])('finds the JSON although %s stands around it', async (_, text) => {
    const { context } = await open(() => ({ text }));
    expect((await runTask(context, greet, { who: 'Ann' })).output).toEqual(GOOD);
    expect(stub.requests).toHaveLength(1);
  });

  const MIXED_UP: [string, object, object][] = [
    ['a number in quotes', { ...GOOD, count: '2' }, GOOD],
    ['a number for a text', { ...GOOD, mood: 7 }, { ...GOOD, mood: '7' }],
    ['another case', { tone: 'Warm', isLong: false, marks: [] }, { tone: 'warm', isLong: false, marks: [] }],
    ['a boolean in quotes', { tone: 'warm', isLong: 'True', marks: [] }, { tone: 'warm', isLong: true, marks: [] }],
    [
      'numbers in quotes within a list',
      { tone: 'warm', isLong: true, marks: [{ n: '3' }] },
      { tone: 'warm', isLong: true, marks: [{ n: 3 }] },
    ],
  ];
  it.each(MIXED_UP)('reads %s as the type that the schema says', async (_, written, read) => {
    const toned = task({
      name: 'toned',
      doing: 'Greeting',
      output: z.object({
        tone: z.enum(['warm', 'cool']),
        isLong: z.boolean(),
        marks: z.array(z.object({ n: z.number().int() })),
      }),
      prompt: () => [{ role: 'system', content: 'Greet.' }],
    });
    const { context } = await open(() => ({ json: written }));
    const { output } = await ('tone' in written
      ? runTask(context, toned, {})
      : runTask(context, greet, { who: 'Ann' }));
    expect(output).toEqual(read);
    expect(stub.requests).toHaveLength(1);
  });

  it('reads no words as a number', async () => {
    const { context } = await open(() => ({ json: { ...GOOD, count: 'two' } }));
    expect(await codeOf(runTask(context, greet, { who: 'Ann' }))).toBe('MODEL_OUTPUT_MALFORMED');
  });

  it('puts the schema into the prompt if the model has no structured output', async () => {
    const { context } = await open(() => ({ json: GOOD }), { capabilities: { structuredOutput: 'text' } });
    expect((await runTask(context, greet, { who: 'Ann' })).output).toEqual(GOOD);
    expect(stub.requests[0]!.body.response_format).toBeUndefined();
    expect(stub.requests[0]!.system).toContain('"required":["mood","text","count"]');
  });

  it('returns the log-probability of each token if the model supports them', async () => {
    const reply = { text: 'twenty-one tokens', logprobs: [-0.1, -0.2, -0.3] };
    const { context } = await open(() => reply);
    expect((await runTask(context, say, {}, { logprobs: true })).logprobs).toEqual([-0.1, -0.2, -0.3]);
    expect((await runTask(context, say, {})).logprobs).toBeUndefined();
    await stub.close();
    const without = await open(() => reply, { capabilities: { logprobs: false } });
    expect((await runTask(without.context, say, {}, { logprobs: true })).logprobs).toBeUndefined();
    expect(stub.requests[0]!.body.logprobs).toBeUndefined();
  });

  it('runs n samples in parallel with different seeds, and drops those that fail', async () => {
    const { context } = await open(({ body }) =>
      body.seed === 1 ? { status: 401 } : { json: { ...GOOD, count: Number(body.seed) } },
    );
    const draws = await sampleTask(context, greet, { who: 'Ann' }, 3, { sampling: { temperature: 1 } });
    expect(draws.map(({ output }) => output.count).sort()).toEqual([0, 2]);
    expect(stub.requests.every(({ body }) => body.temperature === 1)).toBe(true);
    expect(context.meter.usage()).toMatchObject({ calls: 3, rounds: 1 });
  });
});

describe('a schema that the provider', () => {
  const REFUSALS: [string, number, string][] = [
    ['OpenAI', 400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."],
    ['DeepSeek', 400, 'This response_format type is unavailable now'],
    ['LM Studio', 400, "'response_format.type' must be 'json_object' or 'text'"],
    ['Mistral', 422, 'body.response_format: Extra inputs are not permitted'],
    ['OpenRouter', 404, 'No endpoints found that can handle the requested parameters.'],
    ['llama.cpp', 500, 'failed to parse grammar'],
  ];
  it.each(REFUSALS)('refuses, as %s does, is in the prompt instead, from then on', async (_, status, message) => {
    const { context, traced } = await open(({ body }) => (body.response_format ? { status, message } : { json: GOOD }));
    expect((await runTask(context, greet, { who: 'Ann' })).output).toEqual(GOOD);
    expect(stub.requests[1]!.system).toContain('"required":["mood","text","count"]');
    expect(traced).toContainEqual(expect.objectContaining({ name: 'schema-refused' }));
    await runTask(context, greet, { who: 'Bob' });
    expect(stub.requests.map(({ body }) => body.response_format !== undefined)).toEqual([true, false, false]);
  });

  it('was not to blame for a refusal stays in its field', async () => {
    const { context } = await open(({ nth, system }) =>
      nth === 0 || system.includes('JSON schema') ? { status: 400, message: 'too long' } : { json: GOOD },
    );
    expect(await codeOf(runTask(context, greet, { who: 'Ann' }))).toBe('MODEL_REQUEST_REFUSED');
    expect((await runTask(context, greet, { who: 'Bob' })).output).toEqual(GOOD);
    expect(stub.requests.at(-1)!.body.response_format).toBeDefined();
  });

  it.each([
    ['words', { text: 'Hello, Ann!' }],
    ['another object', { json: { greeting: 'Hello' } }],
  ])('ignores, so that it answers with %s, is in the prompt too, from then on', async (_, reply) => {
    const { context } = await open(({ system }) => (system.includes('JSON schema') ? { json: GOOD } : reply));
    expect((await runTask(context, greet, { who: 'Ann' })).output).toEqual(GOOD);
    expect((await runTask(context, greet, { who: 'Bob' })).output).toEqual(GOOD);
    const [first, ...later] = stub.requests;
    expect(first!.system).not.toContain('JSON schema');
    expect(later).toHaveLength(2);
    expect(later.every(({ system, body }) => system.includes('JSON schema') && body.response_format)).toBe(true);
  });

  it('enforces stays out of the prompt, although a value in the answer is wrong once', async () => {
    const { context } = await open(({ nth }) => ({ json: nth === 0 ? { ...GOOD, count: 1.5 } : GOOD }));
    await runTask(context, greet, { who: 'Ann' });
    await runTask(context, greet, { who: 'Bob' });
    expect(stub.requests).toHaveLength(3);
    expect(stub.requests.some(({ system }) => system.includes('JSON schema'))).toBe(false);
  });

  it('refuses is not in a prompt for functions, which an answer in JSON would contradict', async () => {
    const { context } = await open(({ body }) =>
      body.response_format ? { status: 400 } : body.tools ? { functionCalls: [] } : { json: GOOD },
    );
    await runTask(context, greet, { who: 'Ann' });
    const wave = { name: 'wave', description: 'Waves.', parameters: { type: 'object', properties: {} } };
    await callTask(context, greet, { who: 'Ann' }, { functions: [wave] });
    expect(stub.requests.at(-1)!.system).not.toContain('JSON schema');
  });
});

describe('an answer that the output limit cut', () => {
  const HALF = JSON.stringify(GOOD).slice(0, 30);
  const limits = () => stub.requests.map(({ body }) => body.max_tokens);

  it('is asked for once more with twice the room, and nothing of the half answer stays', async () => {
    const { context, shown, traced } = await open(({ nth }) =>
      nth === 0 ? { text: HALF, finish: 'length', tokens: 900 } : { json: GOOD },
    );
    expect((await runTask(context, greet, { who: 'Ann' }, { show: true })).output).toEqual(GOOD);
    expect(limits()).toEqual([900, 1800]);
    expect(stub.requests[1]!.messages).toEqual(stub.requests[0]!.messages);
    expect(shown.join('')).toMatch(new RegExp(`<reset>${GOOD.text}$`));
    expect(traced).toContainEqual(expect.objectContaining({ name: 'answer-cut', data: { tokens: 900 } }));
  });

  it('twice is reported as cut, at how many tokens', async () => {
    const { context } = await open(({ body }) => ({ text: HALF, finish: 'length', tokens: Number(body.max_tokens) }));
    await expect(runTask(context, greet, { who: 'Ann' })).rejects.toMatchObject({
      code: 'MODEL_OUTPUT_CUT',
      message: "The model's answer to the task greet was cut at 1800 tokens.",
      remedy: expect.stringContaining('PARLEY_MODEL'),
    });
    expect(limits()).toEqual([900, 1800]);
  });

  it('while it only thought gets room to think, also in later calls, and the setting is named', async () => {
    const { context } = await open(({ body, nth }) =>
      nth < 2
        ? { text: '', thinking: 'Hm. '.repeat(50), finish: 'length', tokens: Number(body.max_tokens) }
        : { json: GOOD },
    );
    await expect(runTask(context, greet, { who: 'Ann' })).rejects.toMatchObject({
      code: 'MODEL_OUTPUT_CUT',
      message: expect.stringContaining('it only thought and said nothing'),
      remedy: expect.stringContaining('PARLEY_MODEL_EFFORT'),
    });
    await runTask(context, greet, { who: 'Ann' });
    expect(limits()).toEqual([900, 2 * (900 + 2048), 900 + 2048]);
  });

  it('by the provider is asked for in fewer words, and the provider’s limit is named', async () => {
    const { context } = await open(() => ({ text: HALF, finish: 'length', tokens: 300 }));
    await expect(runTask(context, greet, { who: 'Ann' })).rejects.toMatchObject({
      code: 'MODEL_OUTPUT_CUT',
      message: expect.stringContaining('cut at 300 tokens'),
      remedy: expect.stringMatching(/Parley allows 900.*context length/),
    });
    expect(limits()).toEqual([900, 900]);
    expect(stub.requests[1]!.messages.at(-1)!.content).toContain('in fewer words');
  });

  it('by what was left of the budget is reported as the budget’s end, without a second attempt', async () => {
    const { context } = await open(({ body }) => ({ text: HALF, finish: 'length', tokens: Number(body.max_tokens) }), {
      budget: { tokens: 400 },
    });
    await expect(runTask(context, greet, { who: 'Ann' })).rejects.toMatchObject({
      code: 'BUDGET_EXHAUSTED',
      remedy: expect.stringContaining('--budget tokens='),
    });
    expect(stub.requests).toHaveLength(1);
  });

  it('by Parley, because it did not end, is reported as such, without a second attempt', async () => {
    const { context } = await open(() => ({ text: `{"mood":"${'la '.repeat(25_000)}` }));
    await expect(runTask(context, greet, { who: 'Ann' })).rejects.toMatchObject({
      code: 'MODEL_OUTPUT_CUT',
      message: expect.stringContaining('did not end'),
      remedy: expect.stringContaining('told to stop at 900'),
    });
    expect(stub.requests).toHaveLength(1);
  });

  it('is reported as cut if the provider allows no more room', async () => {
    const { context } = await open(({ nth }) =>
      nth === 0
        ? { text: HALF, finish: 'length', tokens: 900 }
        : { status: 400, message: 'max_tokens is too large: 1800.' },
    );
    expect(await codeOf(runTask(context, greet, { who: 'Ann' }))).toBe('MODEL_OUTPUT_CUT');
  });

  it('is used if it is complete nevertheless', async () => {
    const { context } = await open(() => ({ text: JSON.stringify(GOOD), finish: 'length', tokens: 900 }));
    expect((await runTask(context, greet, { who: 'Ann' })).output).toEqual(GOOD);
    expect(stub.requests).toHaveLength(1);
  });

  it.each([
    ['within a function call', { functionCalls: [{ name: 'greet_all', arguments: '{"who":["Ann' }], finish: 'length' }],
    ['before its function calls', { text: '', thinking: 'Hm.', finish: 'length', tokens: 900 }],
  ])('%s is asked for once more', async (_, half) => {
    const whole: StubReply = { functionCalls: [{ name: 'greet_all', arguments: { who: ['Ann'] } }] };
    const { context } = await open(({ nth }) => (nth === 0 ? half : whole));
    const functions = [{ name: 'greet_all', description: 'Greets.', parameters: { type: 'object' } }];
    const { functionCalls } = await callTask(context, say, {}, { functions });
    expect(functionCalls).toMatchObject([{ name: 'greet_all', arguments: { who: ['Ann'] } }]);
    expect(stub.requests).toHaveLength(2);
  });
});

describe('an empty answer', () => {
  it.each([
    ['', 'answered nothing'],
    ['Hm.', 'only thought'],
  ])('after the thinking "%s" is asked for without an empty message, and reported as such', async (thinking, says) => {
    const { context } = await open(() => ({ text: '', thinking }));
    await expect(runTask(context, greet, { who: 'Ann' })).rejects.toMatchObject({
      code: 'MODEL_OUTPUT_MALFORMED',
      message: expect.stringContaining(says),
    });
    expect(stub.requests).toHaveLength(2);
    expect(stub.requests[1]!.messages.map(({ role }) => role)).toEqual(['system', 'user', 'user']);
    expect(stub.requests[1]!.messages.every(({ content }) => content !== '')).toBe(true);
  });
});

describe('failures of a provider', () => {
  it.each([
    [401, 'MODEL_KEY_REFUSED'],
    [403, 'MODEL_KEY_REFUSED'],
    [404, 'MODEL_NOT_FOUND'],
    [400, 'MODEL_REQUEST_REFUSED'],
    [503, 'MODEL_UNAVAILABLE'],
  ])('HTTP %i is %s', async (status, code) => {
    const { context } = await open(() => ({ status }), quickClock());
    expect(await codeOf(runTask(context, greet, { who: 'Ann' }))).toBe(code);
  });

  it('waits as long as a rate limit asks, and does not count the rejected calls', async () => {
    const { clock, slept } = quickClock();
    const { context } = await open(
      ({ nth }) => (nth < 2 ? { status: 429, headers: { 'retry-after': '3' } } : { json: GOOD }),
      { clock },
    );
    await runTask(context, greet, { who: 'Ann' });
    expect(slept).toEqual([3000, 3000]);
    expect(context.meter.usage().calls).toBe(1);
  });

  it('holds back the calls of other questions while a rate limit asks for a pause', async () => {
    const { clock, slept } = quickClock();
    const asked: number[] = [];
    const { context } = await open(
      ({ nth }) => {
        asked.push(clock.now());
        return nth === 0 ? { status: 429, headers: { 'retry-after': '20' } } : { json: GOOD };
      },
      { clock, budget: { seconds: 10 } },
    );
    const within = (seconds: number) => ({
      ...context,
      meter: createMeter({ tokens: 10_000, calls: 10, seconds }, clock),
    });
    // Its time is too short for the pause, so it fails; the next one asks all the same, since nothing else is left to it.
    expect(await codeOf(runTask(context, greet, { who: 'Ann' }))).toBe('MODEL_RATE_LIMITED');
    await runTask(within(5), greet, { who: 'Ben' });
    expect(asked).toEqual([0, 0]);
    await runTask(within(60), greet, { who: 'Cem' });
    expect(asked).toEqual([0, 0, 20_000]);
    expect(slept).toEqual([20_000]);
  });

  it('waits as long as an outage asks, and not beyond the budget', async () => {
    for (const [seconds, waits, code] of [
      ['4', [4000], 'none'],
      ['90', [], 'MODEL_UNAVAILABLE'],
    ] as const) {
      const { clock, slept } = quickClock();
      const { context } = await open(
        ({ nth }) => (nth === 0 ? { status: 503, headers: { 'retry-after': seconds } } : { json: GOOD }),
        { clock },
      );
      expect(await codeOf(runTask(context, greet, { who: 'Ann' }))).toBe(code);
      expect(slept).toEqual(waits);
      await stub.close();
    }
  });

  it('does not wait for a rate limit beyond the budget', async () => {
    const { clock, slept } = quickClock();
    const { context } = await open(() => ({ status: 429, headers: { 'retry-after': '90' } }), { clock });
    expect(await codeOf(runTask(context, greet, { who: 'Ann' }))).toBe('MODEL_RATE_LIMITED');
    expect(slept).toEqual([]);
    expect(context.meter.usage()).toMatchObject({ calls: 0, rounds: 0 });
  });

  it('retries an interrupted stream once, and takes back what was shown', async () => {
    const text = JSON.stringify(GOOD);
    const { context, shown } = await open(({ nth }) => (nth === 0 ? { cut: 35, text } : { text }), quickClock());
    expect((await runTask(context, greet, { who: 'Ann' }, { show: true })).output).toEqual(GOOD);
    expect(shown.join('')).toMatch(/^Hell.*<reset>Hello/s);
  });

  it('reports that the model can’t be reached if every stream is interrupted, or no server listens', async () => {
    const { context } = await open(() => ({ cut: 20, text: JSON.stringify(GOOD) }), quickClock());
    await expect(runTask(context, greet, { who: 'Ann' })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('it ended the connection in the middle of its answer.'),
    });
    expect(stub.requests).toHaveLength(2);
    await stub.close();
    expect(await codeOf(runTask(context, greet, { who: 'Ann' }))).toBe('MODEL_UNAVAILABLE');
  });

  it('repeats a call at once whose connection ended before any reply, and counts both as one', async () => {
    const { clock, slept } = quickClock();
    const { context, traced } = await open(({ nth }) => (nth === 0 ? { dropped: true } : { json: GOOD }), { clock });
    expect((await runTask(context, greet, { who: 'Ann' })).output).toEqual(GOOD);
    expect(stub.requests).toHaveLength(2);
    expect(slept).toEqual([]);
    expect(context.meter.usage()).toMatchObject({ calls: 1, rounds: 1 });
    expect(traced.map(({ name }) => name)).toEqual(['model-unavailable', 'greet']);
  });

  it('counts a call once whose connection always ends before any reply, and none without a connection', async () => {
    const { context } = await open(() => ({ dropped: true }), quickClock());
    await expect(runTask(context, greet, { who: 'Ann' })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('it ended the connection before it answered.'),
    });
    expect(stub.requests).toHaveLength(2);
    expect(context.meter.usage()).toMatchObject({ calls: 1, rounds: 1 });
    await stub.close();
    await expect(runTask(context, greet, { who: 'Ann' })).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining('ECONNREFUSED 127.0.0.1'),
    });
    expect(context.meter.usage()).toMatchObject({ calls: 1, rounds: 1 });
  });

  it('a cancelled call leaves the provider at once', async () => {
    const controller = new AbortController();
    const never = new Promise(() => {});
    const { context } = await open(() => ({ wait: never, reply: { json: GOOD } }), { signal: controller.signal });
    const call = codeOf(runTask(context, greet, { who: 'Ann' }));
    while (stub.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect(await call).toBe('CANCELLED');
    await expect.poll(() => stub.aborted).toBe(1);
  });
});

describe('the budget', () => {
  it('stops before a call that would exceed it', async () => {
    const { context } = await open(() => ({ json: GOOD }), { budget: { calls: 1 } });
    await runTask(context, greet, { who: 'Ann' });
    expect(await codeOf(runTask(context, greet, { who: 'Ann' }))).toBe('BUDGET_EXHAUSTED');
    expect(stub.requests).toHaveLength(1);
  });

  it('limits the output to what is left of it', async () => {
    const { context } = await open(() => ({ json: GOOD }), { budget: { tokens: 400 } });
    await runTask(context, greet, { who: 'Ann' });
    const most = stub.requests[0]!.body.max_tokens as number;
    expect(most).toBeLessThan(400);
    expect(most).toBeGreaterThan(120);
  });

  it('limits parallel calls together', async () => {
    const { context } = await open(() => ({ json: GOOD }), { budget: { tokens: 2_000 } });
    await sampleTask(context, greet, { who: 'Ann' }, 8);
    const held = stub.requests.reduce((sum, { body }) => sum + (body.max_tokens as number), 0);
    expect(stub.requests.length).toBeLessThan(8);
    expect(held).toBeLessThanOrEqual(2_000);
  });
});

describe('opening models', () => {
  it('returns undefined without a setting, and rejects unknown providers', () => {
    expect(openModels({})).toBeUndefined();
    expect(() => openModels({ PARLEY_MODEL: 'nobody:x' })).toThrow(/provider of "nobody:x"/);
    expect(() => openModels({ PARLEY_MODEL_BASE_URL: 'http://localhost:1/v1' })).toThrow(/PARLEY_MODEL is not/);
  });

  it.each(['openai:gpt-4.1', 'anthropic:claude-sonnet-4-5', 'google-genai:gemini-2.5-flash', 'ollama:llama3.2'])(
    'opens %s and reports that no server listens',
    async (name) => {
      stub = await startStubServer(() => ({ dropped: true }));
      await stub.close();
      const models = openModels({
        PARLEY_MODEL: name,
        PARLEY_MODEL_BASE_URL: stub.url,
        PARLEY_MODEL_API_KEY: 'k',
      })!;
      const call = models.main.call({
        messages: [{ role: 'user', content: 'x' }],
        schema: { name: 'greet', json: greet.json! },
      });
      const failed = name.startsWith('google') ? 'waiting' : 'connecting';
      await expect(call).rejects.toMatchObject({ code: 'MODEL_UNAVAILABLE', details: { failed } });
    },
  );
});
