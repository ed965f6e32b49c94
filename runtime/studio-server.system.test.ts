import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulatedModel } from '../evals/simulator/server/server.ts';

// `npx @langchain/langgraph-cli@1.5.1 dev`, as docs/strategies.md says. LANGGRAPH_CLI is where that CLI is installed:
// it needs another version of TypeScript than Parley, so it cannot be one of Parley's packages.
const cli = process.env.LANGGRAPH_CLI;
const root = path.dirname(import.meta.dirname);
const graphs = Object.keys(
  (JSON.parse(readFileSync(path.join(root, 'langgraph.json'), 'utf8')) as { graphs: object }).graphs,
);

describe.skipIf(!cli)('the LangGraph server (set LANGGRAPH_CLI to the installed langgraphjs to run this)', () => {
  let folder: string;
  let model: Awaited<ReturnType<typeof startSimulatedModel>>;
  let server: ChildProcess;
  let url: string;
  let printed = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-studio-server-'));
    const world = { seed: 7, size: 200 };
    model = await startSimulatedModel({ port: 0, world, seed: 7 });
    const env = {
      ...process.env,
      PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH}`,
      PARLEY_DATA: path.join(folder, 'data'),
      PARLEY_MODEL: 'openai:simulated',
      PARLEY_MODEL_BASE_URL: model.url,
      PARLEY_MODEL_API_KEY: 'none',
      LANGSMITH_TRACING: 'false',
      // Uses a data file even if servers are set.
      POSTGRES_URL: '',
      CHROMA_URL: '',
      NEO4J_URL: '',
    };
    const parley = (...args: string[]) =>
      spawnSync(process.execPath, ['cli/main.ts', ...args], { cwd: root, env, encoding: 'utf8' });
    parley('simulate', '--write', path.join(folder, 'world'), '--seed', '7', '--size', '200', '--questions', '20');
    const corpus = ['corpus.jsonl', 'corpus.jsonl.gz'].map((name) => path.join(folder, 'world', name)).find(existsSync);
    expect(parley('ingest', corpus ?? 'no corpus was written').stderr).not.toContain('parley:');
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = spawn(cli ?? '', ['dev', '--no-browser', '--port', String(port)], { cwd: root, env, detached: true });
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        printed += chunk;
        if (printed.includes('Server running at')) resolve();
      };
      server.stdout?.on('data', read);
      server.stderr?.on('data', read);
      server.once('exit', () => reject(new Error(printed)));
    });
  });
  afterAll(async () => {
    // The CLI starts the server as another process of the same group.
    if (server?.pid) process.kill(-server.pid, 'SIGTERM');
    await model?.close();
    await rm(path.join(root, '.langgraph_api'), { recursive: true, force: true });
  });

  it.each(graphs)('%s answers', async (graph) => {
    const response = await fetch(`${url}/runs/wait`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ assistant_id: graph, input: { question: 'Who founded the company?' } }),
    });
    const state = (await response.json()) as { written?: { verdict: string; text: string } };
    expect(state.written, `${JSON.stringify(state).slice(0, 500)}\n${printed.slice(-2000)}`).toMatchObject({
      verdict: expect.stringMatching(/^(answered|likely|unknown|invalid-premise)$/),
      text: expect.stringMatching(/\w/),
    });
  });

  it('streams states with those of subgraphs to the end', async () => {
    const response = await fetch(`${url}/runs/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        assistant_id: 'par',
        input: { question: 'Who founded the company?' },
        stream_mode: ['values'],
        stream_subgraphs: true,
      }),
    });
    const streamed = await response.text();
    expect(streamed).not.toContain('event: error');
    expect(streamed.slice(streamed.lastIndexOf('event: values'))).toContain('"verdict"');
  });

  it.each(graphs)('%s is described to Studio and other clients', async (graph) => {
    const found = await fetch(`${url}/assistants/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ graph_id: graph }),
    });
    const [assistant] = (await found.json()) as { assistant_id: string }[];
    const schemas = await fetch(`${url}/assistants/${assistant?.assistant_id}/schemas`);
    expect(await schemas.json()).toMatchObject({ input_schema: { properties: { question: { type: 'string' } } } });
  });
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
