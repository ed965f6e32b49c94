import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStubServer } from '../agent/testing/stub-server.ts';

const root = path.dirname(import.meta.dirname);
const folder = mkdtempSync(path.join(tmpdir(), 'parley-leaves-'));
const watcher = path.join(folder, 'watch.mjs');
const seen = path.join(folder, 'seen');
// Loaded first into every process and thread of a command. Records each address that a socket connects to.
writeFileSync(
  watcher,
  `import { appendFileSync } from 'node:fs';
import net from 'node:net';
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const to = typeof first === 'object' ? first : { port: first, host: args[1] };
  if (to.port) appendFileSync(${JSON.stringify(seen)}, \`\${to.host ?? 'localhost'}:\${to.port}\\n\`);
  return connect.apply(this, args);
};
`,
);

/** Time limit of a command that does not end by itself, such as `start`. */
const RUN_MS = 20_000;

/** Runs a command and returns the addresses that it connected to. */
const connections = async (environment: Record<string, string>, ...args: string[]): Promise<string[]> => {
  rmSync(seen, { force: true });
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    PARLEY_DATA: path.join(folder, 'data'),
    PORT: '0',
    NODE_OPTIONS: `--import ${watcher}`,
    ...environment,
  };
  await new Promise<void>((resolve) => {
    // Parley retries a platform without useful answers forever, so the command is stopped after the first connections.
    const limits = { cwd: folder, env, timeout: RUN_MS };
    execFile(process.execPath, [path.join(root, 'cli/main.ts'), ...args], limits, () => resolve());
  });
  const to = existsSync(seen) ? readFileSync(seen, 'utf8').trim().split('\n') : [];
  return [...new Set(to.map((address) => address.replace('localhost', '127.0.0.1')))].sort();
};

/** A server without content, which is only used to detect connections. */
const startEmptyServer = async (): Promise<{ address: string; server: Server }> => {
  const server = createServer((_, response) => response.writeHead(404).end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};

const QUESTION = [
  'ask',
  'How many weeks of parental leave do I get?',
  '--strategy',
  'vanilla',
  '--budget',
  'seconds=20',
];
const handbook = path.join(root, 'samples/handbook/people');
let model: Awaited<ReturnType<typeof startStubServer>>;
let other: Awaited<ReturnType<typeof startEmptyServer>>;
beforeAll(async () => {
  model = await startStubServer(() => ({
    json: { reasoning: '', verdict: 'unknown', text: 'I do not know.', shortAnswer: '', citations: [] },
  }));
  other = await startEmptyServer();
  await connections({}, 'ingest', handbook);
});
afterAll(async () => {
  await model.close();
  other.server.closeAllConnections();
  other.server.close();
});

describe('what leaves this machine', () => {
  it('nothing, as Parley is set up at first', async () => {
    expect(await connections({ PARLEY_DATA: path.join(folder, 'fresh') }, 'ingest', handbook)).toEqual([]);
    expect(await connections({}, 'ask', 'How many weeks of parental leave do I get?')).toEqual([]);
    expect(await connections({}, 'search', 'travel limits')).toEqual([]);
    expect(await connections({}, 'sync')).toEqual([]);
    expect(await connections({}, 'doctor')).toEqual([]);
  });

  const openai = () => ({ PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: model.url, PARLEY_MODEL_API_KEY: 'k' });
  /** Each setting with its value, and whether its connection needs an answer of the model. */
  const settings: Record<
    string,
    (url: string) => { own: Record<string, string>; asksModel?: true; command?: readonly string[] }
  > = {
    PARLEY_EMBEDDINGS: (url) => ({
      own: { PARLEY_EMBEDDINGS: 'openai:e', PARLEY_EMBEDDINGS_BASE_URL: url, PARLEY_EMBEDDINGS_API_KEY: 'k' },
      command: ['reindex'],
    }),
    PARLEY_FAST_MODEL: () => ({ own: { PARLEY_FAST_MODEL: 'openai:fast' }, asksModel: true }),
    SLACK_BOT_TOKEN: (url) => ({
      own: { SLACK_BOT_TOKEN: 'xoxb-1-2', SLACK_APP_TOKEN: 'xapp-1', SLACK_API_URL: `${url}/api/` },
      command: ['start', '--only', 'slack'],
    }),
    DISCORD_TOKEN: (url) => ({
      own: { DISCORD_TOKEN: 'MTAwMA.x.y', DISCORD_API_URL: `${url}/api` },
      command: ['start', '--only', 'discord'],
    }),
    'ingest --crawl': (url) => ({
      own: { PARLEY_FETCH_ALLOW: new URL(url).host },
      command: ['ingest', '--crawl', url],
    }),
    PARLEY_RERANKER: (url) => ({ own: { PARLEY_RERANKER: 'cohere:r', PARLEY_RERANKER_BASE_URL: url } }),
    CHROMA_URL: (url) => ({
      own: { CHROMA_URL: url, PARLEY_EMBEDDINGS: 'openai:e', PARLEY_EMBEDDINGS_BASE_URL: url },
    }),
    NEO4J_URL: (url) => ({ own: { NEO4J_URL: url.replace('http', 'bolt') } }),
    POSTGRES_URL: (url) => ({ own: { POSTGRES_URL: url.replace('http', 'postgres') } }),
    LANGSMITH_TRACING: (url) => ({
      own: { LANGSMITH_TRACING: 'true', LANGSMITH_ENDPOINT: url, LANGSMITH_API_KEY: 'k' },
      asksModel: true,
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: (url) => ({ own: { OTEL_EXPORTER_OTLP_ENDPOINT: url }, asksModel: true }),
    PARLEY_MCP: (url) => {
      const file = path.join(folder, 'mcp.json');
      writeFileSync(file, JSON.stringify({ mcpServers: { one: { url: `${url}/mcp` } } }));
      return { own: { PARLEY_MCP: file }, asksModel: true };
    },
  };

  it('with PARLEY_MODEL, what goes to its provider', async () => {
    expect(await connections(openai(), ...QUESTION)).toEqual([new URL(model.url).host]);
  });

  it.each(Object.entries(settings))('with %s, what goes there, and nowhere else', async (setting, set) => {
    const { own, asksModel, command: ofItsOwn } = set(`http://${other.address}`);
    const isModels = setting === 'PARLEY_FAST_MODEL';
    const expected = [...(isModels ? [] : [other.address]), ...(asksModel ? [new URL(model.url).host] : [])].sort();
    const [command, ...args] = asksModel ? QUESTION : (ofItsOwn ?? ['search', 'parental leave']);
    expect(await connections({ ...(asksModel ? openai() : {}), ...own }, command ?? '', ...args)).toEqual(expected);
  });

  it('the README names each of these settings', () => {
    const [, section = ''] = readFileSync(path.join(root, 'README.md'), 'utf8').split('## What leaves this machine');
    for (const name of ['PARLEY_MODEL', ...Object.keys(settings)])
      expect(section).toContain(name.replace('SLACK_BOT_TOKEN', 'SLACK_…').replace(/^ingest.*/, '`ingest`'));
  });
});
