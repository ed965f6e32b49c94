import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, expect, it, vi } from 'vitest';
import { createAgent } from '../agent/create-agent.ts';
import { openWorld } from '../agent/testing/small-world.ts';
import { startStubServer } from '../agent/testing/stub-server.ts';
import { silentLog } from '../core/log.ts';
import { createOtlpTracer } from './otlp-tracer.ts';
import { readSpans } from './testing/read-spans.ts';

interface Received {
  path: string;
  headers: Record<string, unknown>;
  body: string;
  raw: Buffer;
}
const opened: Server[] = [];
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of opened.splice(0)) server.close();
  for (const close of closing.splice(0)) await close();
});

/** A tracing backend that stores its requests. */
const startBackEnd = async () => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sent = Buffer.concat(chunks);
      const packed = request.headers['content-encoding'];
      const raw = packed === 'gzip' ? gunzipSync(sent) : packed === 'zstd' ? zstdDecompressSync(sent) : sent;
      received.push({ path: request.url ?? '', headers: request.headers, body: raw.toString('utf8'), raw });
      response.setHeader('content-type', 'application/json').end(request.url?.endsWith('/info') ? INFO : '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(server);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
};
const INFO = JSON.stringify({ batch_ingest_config: { use_multipart_endpoint: true, size_limit: 100 } });

const TURN = { id: 'turn-7', askerId: 'slack:U1' };
const PAGES = [{ id: 'leave', title: 'Leave', text: 'Parental leave is 26 weeks.' }];
const ask = async (parts: Partial<Parameters<typeof createAgent>[0]> = {}, { weeks = 26 }: { weeks?: number } = {}) => {
  const stub = await startStubServer(() => ({
    json: {
      reasoning: '',
      verdict: 'answered',
      text: `It is ${weeks} weeks [1].`,
      shortAnswer: `${weeks} weeks`,
      citations: [{ n: 1, quote: `Parental leave is ${weeks} weeks.` }],
    },
  }));
  closing.push(stub.close);
  const settings = { PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: stub.url };
  const agent = createAgent({ ...(await openWorld(PAGES)), settings, ...parts });
  return agent.answer({ text: 'How long is parental leave?', scopes: ['everyone'], strategy: 'vanilla', turn: TURN });
};

it('LangSmith is sent each node and call of an answer, by its own settings alone', async () => {
  const { url, received } = await startBackEnd();
  vi.stubEnv('LANGSMITH_TRACING', 'true');
  vi.stubEnv('LANGSMITH_ENDPOINT', url);
  vi.stubEnv('LANGSMITH_API_KEY', 'key-of-the-team');
  vi.stubEnv('LANGSMITH_PROJECT', 'parley-test');
  expect((await ask()).shortAnswer).toBe('26 weeks');
  const runs = () => received.filter(({ path }) => path.includes('/runs'));
  const sent = () =>
    runs()
      .map(({ body }) => body)
      .join('\n');
  // Traces are sent in the background, in batches.
  const told = ['"name":"rewrite"', '"name":"search"', '"name":"answer"', '"run_type":"llm"'];
  await expect.poll(() => told.filter((part) => !sent().includes(part))).toEqual([]);
  expect(runs()[0]!.headers['x-api-key']).toBe('key-of-the-team');
});

it('an OpenTelemetry back end is sent a trace of spans: nodes, and model calls with their tokens, and no words', async () => {
  const { url, received } = await startBackEnd();
  const tracer = createOtlpTracer({
    endpoint: `${url}/`,
    headers: 'x-team=a%20b',
    service: 'handbook',
    log: silentLog,
  });
  await ask({ callbacks: [tracer] });
  await tracer.flush();
  expect(received.map(({ path }) => path)).toEqual(['/v1/traces']);
  expect(received[0]!.headers).toMatchObject({ 'x-team': 'a b', 'content-type': 'application/x-protobuf' });
  const { resource, spans } = readSpans(received[0]!.raw);
  expect(resource).toEqual({ 'service.name': 'handbook' });
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(spans[0]).toMatchObject({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    parentSpanId: '',
    attributes: { 'parley.turn_id': 'turn-7' },
  });
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  expect(byId.size).toBe(spans.length);
  for (const span of spans) {
    if (span !== spans[0]) expect(byId.has(span.parentSpanId)).toBe(true);
    expect(span.end).toBeGreaterThanOrEqual(span.start);
  }
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['rewrite', 'search', 'answer']));
  const call = spans.find(({ attributes }) => attributes['gen_ai.operation.name'] === 'chat');
  expect(call?.attributes).toMatchObject({ 'gen_ai.request.model': 'stub', 'langgraph.node': 'answer' });
  expect(Number(call?.attributes['gen_ai.usage.input_tokens'])).toBeGreaterThan(0);
  expect(received[0]!.body).not.toContain('26 weeks');
});

it('a model call after the graph, such as a second reading, is in the trace of its question', async () => {
  const { url, received } = await startBackEnd();
  const tracer = createOtlpTracer({ endpoint: url, log: silentLog });
  expect((await ask({ callbacks: [tracer] }, { weeks: 30 })).usage.calls).toBe(2);
  await tracer.flush();
  expect(received).toHaveLength(1);
  const { spans } = readSpans(received[0]!.raw);
  expect(spans.filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'chat')).toHaveLength(2);
  expect(spans.filter(({ parentSpanId }) => parentSpanId === '')).toHaveLength(1);
});

it('an answer does not wait for, or fail with, a back end that is away', async () => {
  const tracer = createOtlpTracer({ endpoint: 'http://127.0.0.1:9', log: silentLog });
  expect((await ask({ callbacks: [tracer] })).shortAnswer).toBe('26 weeks');
  await tracer.flush();
});
