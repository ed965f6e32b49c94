import { request } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { ParleyError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { createConversations } from '../conversation/conversations.ts';
import { answerOf } from '../conversation/testing/scripted-agent.ts';
import { createMetrics } from '../operations/metrics.ts';
import { startWeb } from './start.ts';
import { noIngest } from './testing/scripted-web.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const TOKEN = 'a-token-of-metrics';

const openWeb = async (settings: Record<string, string> = {}) => {
  const stores = openEmbedded(':memory:');
  const metrics = createMetrics();
  const agent = {
    strategies: ['none'],
    async answer({ text }: { text: string }) {
      if (text.includes('broken')) throw new Error('the agent broke');
      return { ...answerOf(text), usage: { calls: 2, inputTokens: 300, outputTokens: 40, seconds: 1 } };
    },
  };
  const conversations = createConversations({ agent, store: stores.conversations, observer: metrics });
  const parley = {
    ...noIngest,
    settings: readSettings(settings),
    stores,
    agent,
    retriever: { search: async () => ({ hits: [], mode: 'lexical' as const }) },
  };
  const web = await startWeb({ parley: parley as never, conversations, port: 0, log: silentLog, metrics });
  open.push(stores, web);
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      request({ port: web.port, path, headers: { host: 'localhost', ...headers } }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      })
        .on('error', reject)
        .end();
    });
  const ask = async (text: string) => {
    for await (const _ of conversations.ask({
      eventId: `test:${text}`,
      conversationId: 'web:thread',
      platform: 'web',
      askerId: 'web:ann@example.com',
      text,
      scopes: ['everyone'],
    }));
  };
  return { stores, get, ask };
};

it('counts questions by outcome, with their tokens, and identifies nobody', async () => {
  const { get, ask } = await openWeb();
  await ask('How long is leave?');
  await ask('What is broken?');
  const { status, text } = await get('/metrics');
  expect(status).toBe(200);
  expect(text).toMatch(/parley_questions_total\{platform="web",outcome="answered",verdict="answered",[^}]*\} 1/);
  expect(text).toMatch(/parley_questions_total\{platform="web",outcome="failed",[^}]*code="INTERNAL"\} 1/);
  expect(text).toContain('parley_tokens_total{direction="input"} 300');
  expect(text).toContain('parley_model_calls_total 2');
  expect(text).toContain('parley_line_questions{state="waiting"} 0');
  expect(text).toContain('parley_store_up{part="vectors"} 1');
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).not.toMatch(/ann@example|leave/);
});

it('counts the questions that fail because the store is away', async () => {
  const { get, ask, stores } = await openWeb();
  const away = async () => {
    throw new ParleyError('STORE_UNAVAILABLE', { message: 'Postgres cannot be reached.', remedy: 'Ask again later.' });
  };
  const { claim } = stores.conversations;
  Object.assign(stores.conversations, { claim: away });
  await ask('How long is leave?');
  await ask('How long is lunch?');
  Object.assign(stores.conversations, { claim });
  await ask('How long is leave?');
  const { text } = await get('/metrics');
  expect(text).toMatch(/parley_questions_total\{platform="web",outcome="failed",[^}]*code="STORE_UNAVAILABLE"\} 2/);
  expect(text).toMatch(/parley_questions_total\{platform="web",outcome="answered",[^}]*\} 1/);
});

it('serves metrics to programs on this machine, or with the token, and to nobody else', async () => {
  const near = await openWeb();
  expect((await near.get('/metrics')).status).toBe(200);
  expect((await near.get('/metrics', { host: 'parley.example.com' })).status).toBe(403);
  expect((await near.get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(403);
  const far = await openWeb({ PARLEY_METRICS_TOKEN: TOKEN });
  expect((await far.get('/metrics')).status).toBe(403);
  expect((await far.get('/metrics', { authorization: `Bearer ${TOKEN}x` })).status).toBe(403);
  expect(
    (await far.get('/metrics', { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '203.0.113.7' })).status,
  ).toBe(200);
});

it('says which store is unavailable: it is ready without vectors or graph, but not without records', async () => {
  const { get, stores } = await openWeb();
  const away = async () => {
    throw new Error('connect ECONNREFUSED 10.0.0.7:8000');
  };
  Object.assign(stores.vectors, { space: away });
  Object.assign(stores.graph, { entities: away });
  expect(await get('/readyz')).toEqual({ status: 200, text: '{"ready":true,"degraded":["vectors","graph"]}' });
  const { text } = await get('/metrics');
  expect(text).toContain('parley_store_up{part="vectors"} 0');
  expect(text).toContain('parley_store_up{part="records"} 1');
  Object.assign(stores.documents, { stampsOf: away });
  await expect.poll(async () => (await get('/readyz')).status).toBe(503);
});
