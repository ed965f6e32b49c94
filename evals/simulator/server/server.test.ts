import { afterEach, describe, expect, it } from 'vitest';
import { told } from '../testing/told.ts';
import { type SimulatedModel, type SimulatedModelOptions, startSimulatedModel } from './server.ts';

const open: SimulatedModel[] = [];
const start = async (options: SimulatedModelOptions = {}) => {
  const model = await startSimulatedModel({ knobs: { malformed: 0, hallucination: 0 }, ...options });
  open.push(model);
  return model;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((model) => model.close()));
});

const messages = [
  told('answer-question'),
  {
    role: 'user',
    content: `<sources>
[1] The Quiet Harbor of Snow (2025-01-02)
  The Quiet Harbor of Snow was directed by Mara Velkin.
</sources>

Question: Who directed The Quiet Harbor of Snow?`,
  },
];
const schema = { type: 'json_schema', json_schema: { name: 'answer-question', schema: { type: 'object' } } };
const post = (model: SimulatedModel, body: object, path = '/chat/completions') =>
  fetch(`${model.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const events = async (response: Response): Promise<string[]> =>
  (await response.text()).split('\n\n').flatMap((block) => (block.startsWith('data: ') ? [block.slice(6)] : []));

describe('the simulated model', () => {
  it('answers a structured task from the sources of its prompt', async () => {
    const model = await start();
    const response = await post(model, { model: 'simulated', messages, response_format: schema });
    const body = await response.json();
    expect(JSON.parse(body.choices[0].message.content)).toMatchObject({
      verdict: 'answered',
      shortAnswer: 'Mara Velkin',
      citations: [{ n: 1, quote: 'The Quiet Harbor of Snow was directed by Mara Velkin.' }],
    });
    expect(body.usage.total_tokens).toBe(body.usage.prompt_tokens + body.usage.completion_tokens);
    expect(model.log).toMatchObject([{ task: 'answer-question', status: 200 }]);
  });

  it('streams the same answer in pieces, with usage and log-probabilities', async () => {
    const model = await start();
    const whole = await (await post(model, { messages, response_format: schema })).json();
    const stream = await post(model, {
      messages,
      response_format: schema,
      stream: true,
      stream_options: { include_usage: true },
      logprobs: true,
    });
    const parts = await events(stream);
    expect(parts.at(-1)).toBe('[DONE]');
    const chunks = parts.slice(0, -1).map((part) => JSON.parse(part));
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
    expect(text).toBe(whole.choices[0].message.content);
    expect(chunks.at(-1).usage).toEqual(whole.usage);
    const logprobs = chunks.flatMap((chunk) => chunk.choices[0]?.logprobs?.content ?? []);
    expect(logprobs).toHaveLength(whole.usage.completion_tokens);
    expect(logprobs.every(({ logprob }) => logprob < 0)).toBe(true);
  });

  it('gives its structured answer as the arguments of a forced function', async () => {
    const model = await start();
    const tools = [{ type: 'function', function: { name: 'answer-question', parameters: { type: 'object' } } }];
    const choice = { type: 'function', function: { name: 'answer-question' } };
    const body = await (await post(model, { messages, tools, tool_choice: choice })).json();
    const [call] = body.choices[0].message.tool_calls;
    expect(JSON.parse(call.function.arguments)).toMatchObject({ shortAnswer: 'Mara Velkin' });
  });

  it('chooses among functions by what they take', async () => {
    const model = await start();
    const parameters = { type: 'object', properties: { names: { type: 'array' } }, required: ['names'] };
    const tools = [
      { type: 'function', function: { name: 'link_entities', parameters } },
      { type: 'function', function: { name: 'clock', parameters: { type: 'object', properties: {} } } },
    ];
    const asked = [{ role: 'user', content: 'Question: Who directed The Quiet Harbor of Snow?' }];
    const body = await (await post(model, { messages: asked, tools })).json();
    expect(body.choices[0].finish_reason).toBe('tool_calls');
    expect(body.choices[0].message.tool_calls).toMatchObject([
      { function: { name: 'link_entities', arguments: JSON.stringify({ names: ['The Quiet Harbor of Snow'] }) } },
    ]);
  });

  it('fills a schema that it knows no task for', async () => {
    const model = await start();
    const json = {
      type: 'object',
      properties: {
        answer: { type: 'string' },
        tone: { enum: ['plain', 'warm'] },
        notes: { type: 'array' },
        sure: { type: 'boolean' },
      },
    };
    const unknown = [{ role: 'user', content: messages[1]!.content }];
    const body = await (
      await post(model, {
        messages: unknown,
        response_format: { type: 'json_schema', json_schema: { name: 'x', schema: json } },
      })
    ).json();
    expect(JSON.parse(body.choices[0].message.content)).toEqual({
      answer: 'The Quiet Harbor of Snow was directed by Mara Velkin [1].',
      tone: 'plain',
      notes: [],
      sure: true,
    });
  });

  it('gives n choices, alike at temperature 0', async () => {
    const model = await start();
    const body = await (await post(model, { messages, n: 3, response_format: schema })).json();
    expect(body.choices).toHaveLength(3);
    expect(new Set(body.choices.map((choice: { message: { content: string } }) => choice.message.content)).size).toBe(
      1,
    );
  });

  it('turns a prompt away once where the knob says so, then answers', async () => {
    const model = await start({ knobs: { rateLimits: 1, retryAfter: 3 } });
    const first = await post(model, { messages });
    expect([first.status, first.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await post(model, { messages })).status).toBe(200);
    const down = await start({ knobs: { outages: 1, failures: 2 } });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await post(down, { messages })).status);
    expect(statuses).toEqual([503, 503, 200]);
  });

  it('cuts a stream in the middle, then gives the whole', async () => {
    const model = await start({ knobs: { cutStreams: 1 } });
    const ask = () => post(model, { messages, response_format: schema, stream: true });
    await expect(ask().then((response) => response.text())).rejects.toThrow();
    expect((await events(await ask())).at(-1)).toBe('[DONE]');
  });

  it('declines where the knob says so', async () => {
    const model = await start({ knobs: { refusals: 1 } });
    const body = await (await post(model, { messages })).json();
    expect(body.choices[0]).toMatchObject({ finish_reason: 'content_filter', message: { content: null } });
  });

  it('embeds by words: unit vectors, nearer for texts that share words', async () => {
    const model = await start();
    const input = ['the old harbor in snow', 'snow on the old harbor', 'quarterly revenue in euros'];
    const body = await (await post(model, { model: 'simulated', input }, '/embeddings')).json();
    const [a, b, c] = body.data.map((row: { embedding: number[] }) => row.embedding) as [number[], number[], number[]];
    const dot = (x: number[], y: number[]) => x.reduce((sum, value, i) => sum + value * y[i]!, 0);
    expect(dot(a, a)).toBeCloseTo(1, 5);
    expect(dot(a, b)).toBeGreaterThan(dot(a, c) + 0.3);
  });

  it('says what is wrong with a request', async () => {
    const model = await start();
    expect((await post(model, { messages: [] })).status).toBe(400);
    expect((await fetch(`${model.url}/chat/completions`, { method: 'POST', body: '{' })).status).toBe(400);
    expect((await post(model, {}, '/elsewhere')).status).toBe(404);
  });
});
