import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StubReply, type StubRequest, startStubServer } from '../../agent/testing/stub-server.ts';
import { readSettings } from '../../core/settings.ts';
import { FACTS_FORMAT, openStores } from '../../stores/index.ts';
import { examine } from './index.ts';

const MCP_SERVER = fileURLToPath(new URL('../../tools/testing/mcp-server.ts', import.meta.url));
let folder: string;
let collector: Server;
let collectorUrl: string;
const received: { url?: string; key?: string | string[]; type?: string; body: string }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-doctor-'));
  // An OTLP/HTTP collector, which answers 401 without its key, and otherwise 200 with an empty object.
  collector = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ url: request.url, key: request.headers['x-key'], type: request.headers['content-type'], body });
    response.statusCode = request.headers['x-key'] === 'ok' ? 200 : 401;
    response.end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  collectorUrl = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => collector.close(resolve));
});

const findings = async (more: Record<string, string>) =>
  examine(() => readSettings({ PARLEY_DATA: path.join(folder, 'data'), ...more }));
const finding = async (what: string, more: Record<string, string> = {}) =>
  (await findings(more)).find((one) => one.what === what);

describe('doctor', () => {
  it('says of threads beside a model that they only quote what is asked to be quoted', async () => {
    const gone = { PARLEY_MODEL: 'openai:none', PARLEY_MODEL_BASE_URL: 'http://127.0.0.1:9/v1' };
    expect(await finding('threads', { PARLEY_THREADS: '2', ...gone })).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('only on what is asked with the strategy quote'),
    });
    expect(await finding('threads', { PARLEY_THREADS: '2' })).toMatchObject({
      state: 'ok',
      detail: '2 threads quote answers',
    });
    expect(await finding('threads')).toBeUndefined();
  });

  it.each<[string, (request: StubRequest) => StubReply, object]>([
    [
      'gives',
      ({ task }) => (task === 'ready' ? { json: { ready: true, word: 'yes' } } : { text: 'ready' }),
      { state: 'ok', detail: 'openai:stub answers in the form asked for' },
    ],
    [
      'gives by its prompt alone',
      ({ body, task }) =>
        body.response_format
          ? { status: 400, message: 'This response_format type is unavailable now' }
          : task === 'ready'
            ? { json: { ready: true, word: 'yes' } }
            : { text: 'ready' },
      { state: 'ok', detail: expect.stringContaining('with the schema in its prompt') },
    ],
    [
      'does not give',
      () => ({ text: 'ready' }),
      {
        state: 'broken',
        detail: expect.stringContaining('does not fit its form'),
        remedy: expect.stringContaining('PARLEY_MODEL'),
      },
    ],
  ])('says whether the model answers in a form, which it %s', async (_, reply, expected) => {
    const stub = await startStubServer(reply);
    const more = { PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: stub.url, PARLEY_MODEL_API_KEY: 'k' };
    expect(await finding('structured output', more).finally(stub.close)).toMatchObject(expected);
  });

  describe('of a model’s tool calling', () => {
    const toolCalling = async (reply: (request: StubRequest) => StubReply) => {
      const model = await startStubServer(reply);
      const more = { PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: model.url, PARLEY_MODEL_API_KEY: 'k' };
      const found = await findings(more).finally(model.close);
      return found.filter(({ what }) => what === 'tool calling');
    };

    it('says that it is there', async () => {
      const calls = ({ body }: StubRequest): StubReply =>
        body.tools ? { functionCalls: [{ name: 'ready', arguments: {} }] } : { text: 'ready' };
      expect(await toolCalling(calls)).toMatchObject([{ state: 'ok', detail: 'openai:stub calls functions' }]);
    });

    it.each<[string, StubReply, RegExp]>([
      ['is refused', { status: 400, message: 'stub does not support tools' }, /does not support tools.*as JSON/],
      ['is ignored', { text: 'ready' }, /called no function when told to.*as JSON/],
    ])('says what the strategies do where it %s', async (_, reply, says) => {
      const found = await toolCalling(({ body }) => (body.tools ? reply : { text: 'ready' }));
      expect(found).toMatchObject([{ state: 'off', detail: expect.stringMatching(says) }]);
      expect(found[0]?.remedy).toContain('auto');
    });

    it('is silent where the model cannot be reached, which is said once', async () => {
      expect(await toolCalling(() => ({ status: 401, message: 'no' }))).toEqual([]);
    });
  });

  it('connects each MCP server, and names what it offers or why it is away', async () => {
    const file = path.join(folder, 'mcp.json');
    const exchange = { command: process.execPath, args: [MCP_SERVER], tools: ['share_price'] };
    const gone = { command: process.execPath, args: [path.join(folder, 'nothing.js')] };
    const shut = { command: process.execPath, args: [MCP_SERVER], tools: ['no_such_tool'] };
    await writeFile(file, JSON.stringify({ mcpServers: { exchange, gone, shut } }));
    const found = (await findings({ PARLEY_MCP: file })).filter(({ what }) => what.startsWith('live source '));
    expect(found).toMatchObject([
      { what: 'live source exchange', state: 'ok', detail: 'offers share_price' },
      { what: 'live source gone', state: 'broken', remedy: expect.stringContaining('mcp.json') },
      { what: 'live source shut', state: 'broken', detail: 'It offers no tool that may be called.' },
    ]);
  });

  it('says of an encoder that Parley was not measured with that this is so, and nothing of one that was', async () => {
    const embeddings = createServer((_, response) => {
      response.end(JSON.stringify({ data: [{ index: 0, embedding: [0.6, 0.8] }] }));
    });
    await new Promise<void>((resolve) => embeddings.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(embeddings.address() as AddressInfo).port}/v1`;
    const detail = async (name: string) =>
      (await finding('embeddings', { PARLEY_EMBEDDINGS: name, PARLEY_EMBEDDINGS_BASE_URL: base }))?.detail;
    expect(await detail('own:all-MiniLM-L6-v2')).toBe('own:all-MiniLM-L6-v2 gives 2 dimensions');
    expect(await detail('own:intfloat/e5-base-v2')).toMatch(
      /gives 2 dimensions; it was not part of .* were not checked with the model: /,
    );
    expect(await detail('own:something-else')).toMatch(
      /gives 2 dimensions; it is not in the table .* was not part of /,
    );
    await new Promise((resolve) => embeddings.close(resolve));
  });

  it('says that no live source is set, and that a file of them cannot be read', async () => {
    expect(await finding('live sources')).toMatchObject({ state: 'off' });
    expect(await finding('live sources', { PARLEY_MCP: path.join(folder, 'none.json') })).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('cannot be read'),
    });
  });

  it('says that facts came in before they followed their document, where somebody may not see all pages', async () => {
    const own = { PARLEY_DATA: path.join(folder, 'facts') };
    const document = (id: string, scopes: string[], metadata: Record<string, unknown> = {}) => ({
      document: { id, sourceId: 's', title: id, text: '', scopes, fetchedAt: '2026-01-01', contentHash: 'h', metadata },
      passages: [],
      tables: [],
    });
    const write = async (...put: ReturnType<typeof document>[]) => {
      const stores = await openStores(readSettings(own));
      await stores.apply({ put }).finally(() => stores.close());
    };
    await write(document('s/triples/00000', ['everyone'], { triples: 3 }), document('open', ['everyone']));
    expect(await finding('stated facts', own)).toBeUndefined();
    await write(document('pay', ['group:people']));
    expect(await finding('stated facts', own)).toMatchObject({
      state: 'broken',
      detail: expect.stringMatching(/^1 batch of ready-made triples/),
      remedy: expect.stringContaining('parley sync'),
    });
    await write(document('s/triples/00000', ['everyone'], { triples: 3, factsFormat: FACTS_FORMAT }));
    expect(await finding('stated facts', own)).toBeUndefined();
  });

  it('counts the jobs that wait and those that were given up, with how to try one again', async () => {
    const own = { PARLEY_DATA: path.join(folder, 'queue') };
    const rules = { leaseSeconds: 10, attempts: 1, backoffSeconds: 1, maxBackoffSeconds: 1, maxWaiting: 9 };
    const [sync, digest] = [
      { name: 'sync', ...rules },
      { name: 'digest', ...rules },
    ];
    const inQueue = async (work: (queue: Awaited<ReturnType<typeof openStores>>['jobs']) => Promise<unknown>) => {
      const stores = await openStores(readSettings(own));
      await work(stores.jobs).finally(() => stores.close());
    };
    await inQueue((queue) => queue.enqueue({ kind: sync, key: 'handbook', data: {} }));
    expect(await finding('jobs', own)).toEqual({
      what: 'jobs',
      state: 'ok',
      detail: '1 waiting, 0 running, 0 given up',
    });
    await inQueue(async (queue) => {
      await queue.enqueue({ kind: digest, key: 'monday', data: {} });
      for (const job of await queue.lease(digest, 1)) await queue.fail(job, 'The channel is gone.');
    });
    expect(await finding('jobs', own)).toMatchObject({
      state: 'off',
      detail: '1 waiting, 0 running, 1 given up',
      remedy: expect.stringContaining('parley jobs retry'),
    });
  });

  it('reads what PARLEY_ACCESS, PARLEY_CREDENTIALS, PARLEY_CONNECTORS and PARLEY_BROWSER name, as a start does', async () => {
    const file = (name: string) => path.join(folder, name);
    await writeFile(file('access.yaml'), 'sources:\n  handbook: workspace\n');
    await writeFile(file('torn.yaml'), 'sources:\n  handbook: workspace\n  pay: [nobody-of-that-kind]\n');
    await writeFile(file('credentials.yaml'), 'wiki.example.com: { bearer: abc }\n');
    await writeFile(file('wiki.js'), 'export const connector = { name: "wiki" };\n');
    for (const [what, setting, good, bad, detail] of [
      ['access', 'PARLEY_ACCESS', 'access.yaml', 'nothing.yaml', /nothing\.yaml, which cannot be read/],
      ['access', 'PARLEY_ACCESS', 'access.yaml', 'torn.yaml', /1 rule that cannot be read, the first in line 3/],
      ['credentials', 'PARLEY_CREDENTIALS', 'credentials.yaml', 'nothing.yaml', /There is no such file/],
      ['connectors', 'PARLEY_CONNECTORS', undefined, 'nothing.js', /nothing\.js cannot be loaded/],
      ['connectors', 'PARLEY_CONNECTORS', undefined, 'wiki.js', /no connector called wiki/],
      ['browser', 'PARLEY_BROWSER', process.execPath, 'nothing', /cannot be run \(ENOENT\)/],
    ] as const) {
      expect(await finding(what)).toBeUndefined();
      if (good) expect(await finding(what, { [setting]: path.resolve(folder, good) })).toMatchObject({ state: 'ok' });
      expect(await finding(what, { [setting]: file(bad) }), bad).toMatchObject({
        state: 'broken',
        detail: expect.stringMatching(detail),
        remedy: expect.any(String),
      });
    }
  });

  it('sends the trace collector an empty batch with the headers that are set', async () => {
    const own = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collectorUrl}/`, OTEL_EXPORTER_OTLP_HEADERS: 'x-key=ok' };
    expect(await finding('traces', own)).toMatchObject({ state: 'ok' });
    expect(received.at(-1)).toEqual({ url: '/v1/traces', key: 'ok', type: 'application/x-protobuf', body: '' });
  });

  it('says why the collector takes no traces, and that none is set', async () => {
    expect(await finding('traces')).toMatchObject({ state: 'off' });
    expect(await finding('traces', { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl })).toMatchObject({
      state: 'broken',
      detail: expect.stringContaining('HTTP 401'),
      remedy: expect.stringContaining('OTEL_EXPORTER_OTLP_HEADERS'),
    });
    expect(await finding('traces', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })).toMatchObject({
      state: 'broken',
      remedy: expect.stringContaining('4318'),
    });
  });
});

it('says how long things are kept, and which settings are set where, without a value', async () => {
  expect(await finding('retention')).toMatchObject({ state: 'off' });
  const kept = { PARLEY_RETENTION_DAYS: '90', PARLEY_METRICS_TOKEN: 'a secret of this test' };
  expect(await finding('retention', kept)).toMatchObject({
    state: 'ok',
    detail: 'threads are kept 90 days, the trail of changes for good',
  });
  const settings = await finding('settings', kept);
  expect(settings?.detail).toMatch(/PARLEY_RETENTION_DAYS.* from the environment; the others by default/);
  expect(settings?.detail).not.toContain('secret of this test');
});
