import { afterEach, expect, it } from 'vitest';
import type { Clock } from '../../core/clock.ts';
import { createAgent } from '../create-agent.ts';
import { numberOf, TWO_HOPS } from '../testing/open-agent.ts';
import { openWorld } from '../testing/small-world.ts';
import { type StubReply, type StubRequest, type StubServer, startStubServer } from '../testing/stub-server.ts';

const QUESTION = 'Which company did Ada Lindqvist found?';
const FOUNDED = 'She founded the company Norrfilm';
let stub: StubServer;
afterEach(() => stub.close());

/** A clock whose time passes by its sleeps alone. The question's deadline comes once `isOver` resolves. */
const quickClock = (isOver: Promise<unknown>): Clock => {
  let now = Date.parse('2026-11-28T12:00:00Z');
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      if (ms > MAX_PAUSE_MS) await Promise.race([isOver, aborted(signal)]);
      signal?.throwIfAborted();
      now += ms;
    },
  };
};
/** Above the pause before the second attempt after an outage (agent/model/call-model.ts), and below any deadline. */
const MAX_PAUSE_MS = 10_000;
const NEVER = new Promise<never>(() => {});

const aborted = (signal?: AbortSignal) =>
  new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));

const ask = async (
  strategy: string,
  reply: (request: StubRequest) => StubReply,
  { times = 1, isOver = NEVER }: { times?: number; isOver?: Promise<unknown> } = {},
) => {
  stub = await startStubServer(reply);
  const settings = { PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: stub.url };
  const agent = createAgent({ ...(await openWorld(TWO_HOPS)), settings, clock: quickClock(isOver) });
  const once = () => agent.answer({ text: QUESTION, strategy, scopes: ['everyone'] });
  for (let at = 1; at < times; at += 1) await once();
  const before = stub.requests.length;
  return { answer: await once(), requests: stub.requests.slice(before) };
};

/** Strategies, with the most requests that one question may make of a model whose answers are of no use (docs/models.md). */
const STRATEGIES: [string, number][] = [
  ['vanilla', 2],
  ['auto', 2],
  ['crp', 2],
  ['rok', 4],
  ['agent', 6],
  ['airrag', 6],
  ['hybrid', 6],
  ['par', 10],
];
const HALF = '{"reasoning":"","verdict":"answered","text":"Norrf';
const BAD: [string, () => StubReply, RegExp][] = [
  ['says nothing', () => ({ text: '' }), /answered nothing/],
  ['only thinks', () => ({ text: '<think>Ada? {"verdict"' }), /only thought/],
  ['only thinks in a field', () => ({ text: '', thinking: 'Ada? {' }), /only thought/],
  ['writes half a JSON', () => ({ text: HALF }), /not in the form that Parley can read/],
  ['writes plain words', () => ({ text: 'Norrfilm, I believe.' }), /not in the form that Parley can read/],
  ['is cut by its limit', () => ({ text: HALF, finish: 'length' }), /was cut before its end/],
  ['is overloaded', () => ({ status: 503, message: 'Overloaded' }), /fails: 503 Overloaded/],
  ['breaks off', () => ({ cut: 20, text: HALF }), /can't be reached/],
  ['refuses everything', () => ({ status: 400, message: 'Bad Request' }), /refused the request .* Bad Request/],
];
const CASES = STRATEGIES.flatMap(([strategy, most]) =>
  BAD.map(([how, reply, says]) => ({ strategy, most, how, reply, says })),
);

it.each(CASES)(
  '$strategy says plainly that a model $how, after at most $most requests',
  async ({ strategy, most, reply, says }) => {
    const { answer, requests } = await ask(strategy, reply);
    expect(requests.length).toBeLessThanOrEqual(most);
    expect(answer.mode).toBe('quote');
    expect(answer.notices).toHaveLength(1);
    expect(answer.notices?.[0]).toMatch(says);
    expect(answer.notices?.[0]).not.toMatch(/\btask\b/);
    expect(answer.notices?.[0]).toMatch(/Until then Parley quotes its sources\.$/);
  },
);

it.each(STRATEGIES)('%s says plainly that a model never answers, once the time is over', async (strategy) => {
  const asked = Promise.withResolvers<void>();
  const reply = (): StubReply => {
    asked.resolve();
    return { wait: NEVER, reply: { text: '' } };
  };
  const { answer } = await ask(strategy, reply, { isOver: asked.promise });
  expect(answer.mode).toBe('quote');
  expect(answer.notices).toEqual([
    expect.stringMatching(/^The model openai:stub gave no answer within 120 seconds\. .* Until then Parley quotes/),
  ]);
  expect(answer.trace).toContainEqual(expect.objectContaining({ name: 'model-failed' }));
});

interface Schema {
  type?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** A value of a schema, with one item in each list. */
const sampleOf = ({ type, enum: values, properties = {}, items }: Schema): unknown => {
  if (values) return values[0];
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sampleOf(one)]));
  if (type === 'array') return items ? [sampleOf(items)] : [];
  if (type === 'boolean') return true;
  return type === 'string' ? 'Ada Lindqvist' : 1;
};

/** A server without schemas and functions, whose model follows the schema in its prompt. */
const withoutSchemas = (request: StubRequest): StubReply => {
  const { body, system } = request;
  if (body.response_format || body.tools) return { status: 400, message: 'This parameter is not supported.' };
  const [, schema] = /of this JSON schema:\n(.+)$/s.exec(system) ?? [];
  if (!schema) return { text: 'Norrfilm' };
  const value = sampleOf(JSON.parse(schema) as Schema) as Record<string, unknown>;
  const n = numberOf(request, FOUNDED);
  const isAnswer = 'citations' in value && !Number.isNaN(n);
  const text = `${FOUNDED} [${n}].`;
  return {
    json: isAnswer
      ? {
          ...value,
          text,
          answer: text,
          shortAnswer: 'Norrfilm',
          unconfirmed: [],
          candidates: [],
          citations: [{ n, quote: FOUNDED }],
        }
      : value,
  };
};

it.each(STRATEGIES)(
  '%s answers by a server that refuses schemas and functions, and asks for neither again',
  async (strategy) => {
    const { answer, requests } = await ask(strategy, withoutSchemas, { times: 2 });
    expect(answer.mode).toBe('model');
    expect(answer.notices ?? []).toEqual([]);
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.filter(({ body }) => body.response_format || body.tools)).toEqual([]);
  },
);
