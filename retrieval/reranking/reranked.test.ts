import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import nock from 'nock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import type { Hit, Retriever } from '../retriever.ts';
import { openReranker } from './open-reranker.ts';
import { reranked } from './reranked.ts';
import { type Reranker, rerankerUnavailable, withTimeout } from './reranker.ts';

const hit = (id: string): Hit =>
  ({
    documentId: id,
    passageId: `${id}#0`,
    title: id,
    text: `Text of ${id}`,
    score: 1,
    via: [],
    passage: { title: id, headings: [], text: `Text of ${id}` },
  }) as unknown as Hit;

const finding = (ids: readonly string[]): Retriever => ({
  search: async ({ k = 10 }) => ({ hits: ids.slice(0, k).map(hit), mode: 'lexical' }),
});

const search = async (reranker: Reranker, ids: readonly string[], k: number, signal?: AbortSignal) => {
  const logged: unknown[] = [];
  const log = { ...silentLog, info: (data: unknown) => void logged.push(data) };
  const found = await reranked(finding(ids), reranker, log).search({ text: 'q', k, scopes: ['everyone'], signal });
  return { ...found, ids: found.hits.map(({ documentId }) => documentId), logged };
};

const scored = (...rows: [index: unknown, relevance_score: unknown][]) =>
  rows.map(([index, relevance_score]) => ({ index, relevance_score }));

/** A reply of the rerank server in this process; `hang` never answers. */
type Reply = { status?: number; headers?: Record<string, string>; body?: unknown; hang?: true };
let server: Server | undefined;
let asked: { path?: string; headers: IncomingMessage['headers']; body: Record<string, unknown> }[];
const serve = async (...replies: Reply[]): Promise<Reranker> => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      asked.push({ path: request.url, headers: request.headers, body: JSON.parse(text) });
      const { status = 200, headers = {}, body = '', hang } = replies[Math.min(asked.length, replies.length) - 1]!;
      if (hang) return;
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((ready) => server!.listen(0, '127.0.0.1', ready));
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return (await openReranker({ PARLEY_RERANKER: 'own:bge', PARLEY_RERANKER_BASE_URL: own }))!;
};
beforeEach(() => {
  asked = [];
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

describe('a reranker', () => {
  it('orders the best of what the search found, and tells what it changed and took', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => `p${at}`);
    const results = scored(...ids.slice(0, 30).map((_, at) => [at, at / 100] as [number, number]));
    const reranker = await serve({ body: { results, usage: { total_tokens: 1234 } } });
    const found = await search(reranker, ids, 3);
    expect(found.ids).toEqual(['p29', 'p28', 'p27']);
    expect(found.hits[0]!.via).toEqual([{ kind: 'rerank', score: 0.29, before: 30 }]);
    expect(found.reordering).toMatchObject({ by: 'own:bge', read: 30, brought: 3, calls: 1, tokens: 1234 });
    expect(found.reordering!.ms).toBeGreaterThanOrEqual(0);
    expect(found.logged).toEqual([{ reordering: found.reordering }]);
    expect(asked).toMatchObject([{ path: '/v1/rerank', body: { model: 'bge', query: 'q' } }]);
    expect(asked[0]!.body.documents).toHaveLength(30);
    expect(asked[0]!.body.documents).toContain('p0. Text of p0');
  });

  it('asked for more than it reads, leaves the rest behind in the order of the search', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => `p${at}`);
    const results = scored(...ids.slice(0, 30).map((_, at) => [at, at] as [number, number]));
    const found = await search(await serve({ body: { results } }), ids, 40);
    expect(found.ids).toEqual([...ids.slice(0, 30).reverse(), ...ids.slice(30)]);
    expect(found.reordering!.brought).toBe(0);
  });

  it('is not asked where nothing was found', async () => {
    const found = await search(await serve({ status: 500 }), [], 5);
    expect(found).toMatchObject({ ids: [], mode: 'lexical' });
    expect(asked).toEqual([]);
    expect(found.notice).toBeUndefined();
  });

  it('that scores its best few alone puts those first', async () => {
    const found = await search(await serve({ body: { results: scored([2, 0.9], [1, -3]) } }), ['a', 'b', 'c', 'd'], 4);
    expect(found.ids).toEqual(['c', 'b', 'a', 'd']);
    expect(found.hits[2]!.via).toEqual([]);
  });

  it.each<[string, Reply, RegExp]>([
    ['refuses its key', { status: 401, body: 'no' }, /refuses the key \(401\)/],
    ['refuses a request', { status: 422, body: 'too many\n documents' }, /answered 422: too many documents\./],
    ['is down', { status: 503 }, /answered 503\./],
    ['asks for more patience than a search has', { status: 429, headers: { 'retry-after': '60' } }, /answered 429/],
    ['sends a page in place of JSON', { body: '<html>' }, /no JSON/],
    ['sends another form', { body: { ranking: [1, 2] } }, /scored no passage/],
    ['sends null', { body: 'null' }, /not of the form/],
    ['scores nothing', { body: { results: [] } }, /scored no passage/],
    ['scores a passage that was not sent', { body: { results: scored([0, 1], [3, 2]) } }, /scored a passage 3 of 3/],
    ['counts backwards', { body: { results: scored([-1, 1]) } }, /scored a passage -1 of 3/],
    ['scores half a passage', { body: { results: scored([0.5, 1]) } }, /scored a passage 0.5 of 3/],
    ['scores one twice', { body: { results: scored([1, 1], [1, 2], [0, 0]) } }, /scored passage 1 twice/],
    ['sends NaN', { body: '{"results":[{"index":0,"relevance_score":NaN}]}' }, /no JSON/],
    ['sends null for a score', { body: { results: scored([0, null], [1, 1]) } }, /not of the form/],
    ['sends words for a score', { body: { results: scored([0, 'high']) } }, /not of the form/],
  ])('that %s leaves the order as it is, and the result says so', async (_, reply, why) => {
    const found = await search(await serve(reply), ['a', 'b', 'c'], 2);
    expect(found.ids).toEqual(['a', 'b']);
    expect(found.hits[0]!.via).toEqual([]);
    expect(found.notice).toMatch(/^The reranker own:bge cannot be used: /);
    expect(found.notice).toMatch(why);
    expect(found.reordering).toMatchObject({ by: 'own:bge', brought: 0, failed: true, calls: asked.length });
  });

  it('tries a busy server once more, when that says when', async () => {
    const busy = { status: 429, headers: { 'retry-after': '0.01' } };
    const found = await search(await serve(busy, { body: { results: scored([0, 1]) } }), ['a'], 1);
    expect(found.notice).toBeUndefined();
    expect(found.reordering).toMatchObject({ calls: 2 });
  });

  it('reads a date in retry-after too, and does not ask again before it', async () => {
    const later = new Date(Date.now() + 3_600_000).toUTCString();
    const reranker = await serve({ status: 429, headers: { 'retry-after': later } });
    await search(reranker, ['a', 'b'], 1);
    const found = await search(reranker, ['a', 'b'], 1);
    expect(asked).toHaveLength(1);
    expect(found.notice).toMatch(/429/);
    expect(found.reordering).toMatchObject({ calls: 0, failed: true });
  });

  it('that is slow is not waited for beyond its patience, and then rests', async () => {
    let calls = 0;
    const slow: Reranker = {
      name: 'slow',
      score: () => {
        calls += 1;
        return new Promise(() => {});
      },
    };
    let now = 0;
    const impatient = withTimeout(slow, { timeoutMs: 50, now: () => now });
    const found = await search(impatient, ['a', 'b'], 2);
    expect(found).toMatchObject({ ids: ['a', 'b'], notice: expect.stringContaining('did not answer within 0.05 s') });
    await search(impatient, ['a', 'b'], 2);
    expect(calls).toBe(1);
    now = 15_001;
    await search(impatient, ['a', 'b'], 2);
    expect(calls).toBe(2);
  });

  it('cancelled ends the search, and is no reason to rest', async () => {
    const reranker = await serve({ hang: true }, { body: { results: scored([0, 1]) } });
    const cancel = new AbortController();
    const searching = search(reranker, ['a'], 1, cancel.signal);
    while (asked.length === 0) await new Promise((later) => setTimeout(later, 5));
    cancel.abort();
    await expect(searching).rejects.toMatchObject({ code: 'CANCELLED' });
    expect((await search(reranker, ['a'], 1)).notice).toBeUndefined();
  });

  it('never swallows what is not its own failure', async () => {
    const broken: Reranker = { name: 'x', score: () => Promise.reject(new TypeError('a bug')) };
    await expect(search(broken, ['a'], 1)).rejects.toThrow('a bug');
    const down: Reranker = { name: 'x', score: () => Promise.reject(rerankerUnavailable('x', 'gone')) };
    expect((await search(down, ['a'], 1)).notice).toBe('The reranker x cannot be used: gone.');
  });
});

describe('the providers', () => {
  beforeEach(() => nock.disableNetConnect());
  afterEach(() => {
    nock.cleanAll();
    nock.enableNetConnect();
    nock.restore();
    nock.activate();
  });

  it.each([
    {
      name: 'cohere:rerank-v3.5',
      key: 'COHERE_API_KEY',
      host: 'https://api.cohere.com',
      path: '/v2/rerank',
      answer: { results: scored([1, 0.9], [0, 0.2]), meta: { billed_units: { search_units: 1 } } },
      cost: { calls: 1, units: 1 },
    },
    {
      name: 'jina:jina-reranker-v2-base-multilingual',
      key: 'JINA_API_KEY',
      host: 'https://api.jina.ai',
      path: '/v1/rerank',
      answer: { results: scored([1, 0.9], [0, 0.2]), usage: { total_tokens: 90 } },
      cost: { calls: 1, tokens: 90 },
    },
    {
      name: 'voyage:rerank-2.5',
      key: 'VOYAGE_API_KEY',
      host: 'https://api.voyageai.com',
      path: '/v1/rerank',
      answer: { data: scored([1, 0.9], [0, 0.2]), usage: { total_tokens: 80 } },
      cost: { calls: 1, tokens: 80 },
    },
  ])(
    '$name: its address, its key, its form, its count of the cost',
    async ({ name, key, host, path, answer, cost }) => {
      nock(host, { reqheaders: { authorization: 'Bearer secret' } })
        .post(
          path,
          (body) =>
            body.model === name.split(':')[1] &&
            body.query === 'q' &&
            body.documents.length === 2 &&
            body.return_documents === (name.startsWith('jina') ? false : undefined),
        )
        .reply(200, answer);
      const reranker = (await openReranker({ PARLEY_RERANKER: name }, { [key]: 'secret' }))!;
      const found = await search(reranker, ['a', 'b'], 2);
      expect(found.ids).toEqual(['b', 'a']);
      expect(found.reordering).toMatchObject(cost);
    },
  );

  // The replies are those of each server's documentation: text-embeddings-inference docs/openapi.json (RerankResponse),
  // vLLM "Re-rank API", Infinity "POST /rerank", llama.cpp tools/server/README.md "POST /reranking".
  it.each([
    {
      server: 'Text Embeddings Inference',
      name: 'tei:bge-reranker-base',
      body: { query: 'q', texts: ['a. Text of a', 'b. Text of b'], raw_scores: true, truncate: true },
      answer: [
        { index: 1, score: 4.1, text: null },
        { index: 0, score: -7.3, text: null },
      ],
      cost: { calls: 1 },
    },
    {
      server: 'vLLM',
      name: 'vllm:bge-reranker-v2-m3',
      body: { model: 'bge-reranker-v2-m3', query: 'q', documents: ['a. Text of a', 'b. Text of b'] },
      answer: {
        id: 'rerank-1',
        model: 'bge-reranker-v2-m3',
        usage: { total_tokens: 56 },
        results: [
          { index: 1, document: { text: 'b. Text of b' }, relevance_score: 0.99853515625 },
          { index: 0, document: { text: 'a. Text of a' }, relevance_score: 0.0005860328674316406 },
        ],
      },
      cost: { calls: 1, tokens: 56 },
    },
    {
      server: 'Infinity',
      name: 'infinity:mxbai-rerank-xsmall-v1',
      body: { model: 'mxbai-rerank-xsmall-v1', query: 'q', documents: ['a. Text of a', 'b. Text of b'] },
      answer: {
        object: 'rerank',
        id: 'infinity-1',
        model: 'mxbai-rerank-xsmall-v1',
        created: 1,
        usage: { prompt_tokens: 30, total_tokens: 30 },
        results: [
          { index: 1, relevance_score: 0.9, document: null },
          { index: 0, relevance_score: 0.1, document: null },
        ],
      },
      cost: { calls: 1, tokens: 30 },
    },
    {
      server: 'llama.cpp',
      name: 'llama:bge',
      body: { model: 'bge', query: 'q', documents: ['a. Text of a', 'b. Text of b'] },
      answer: {
        model: 'bge',
        object: 'list',
        usage: { prompt_tokens: 44, total_tokens: 44 },
        results: scored([0, -4.2], [1, 6.5]),
      },
      cost: { calls: 1, tokens: 44 },
    },
  ])('$server: its request, its reply', async ({ name, body, answer, cost }) => {
    nock('http://rerank.test:8080').post('/rerank', body).reply(200, answer);
    const own = { PARLEY_RERANKER: name, PARLEY_RERANKER_BASE_URL: 'http://rerank.test:8080/' };
    const found = await search((await openReranker(own))!, ['a', 'b'], 2);
    expect(found.ids).toEqual(['b', 'a']);
    expect(found.reordering).toMatchObject(cost);
  });

  it('a server that misses `texts` is told to be of Text Embeddings Inference', async () => {
    const said = 'Failed to deserialize the JSON body into the target type: missing field `texts` at line 1 column 90';
    nock('http://rerank.test:8080').post('/rerank').reply(422, said);
    const own = { PARLEY_RERANKER: 'own:bge', PARLEY_RERANKER_BASE_URL: 'http://rerank.test:8080' };
    const asked = (await openReranker(own))!.score('q', [{ title: '', headings: [], text: 't' }]);
    await expect(asked).rejects.toMatchObject({ remedy: expect.stringContaining('tei:NAME') });
  });

  it('a refused key is looked for where it was set', async () => {
    const refused = async (settings: { PARLEY_RERANKER_API_KEY?: string }) => {
      nock('https://api.cohere.com').post('/v2/rerank').reply(401, {});
      const reranker = await openReranker({ PARLEY_RERANKER: 'cohere:x', ...settings }, { COHERE_API_KEY: 'secret' });
      return reranker!.score('q', [{ title: '', headings: [], text: 't' }]);
    };
    await expect(refused({})).rejects.toMatchObject({ code: 'RERANKER_UNAVAILABLE', remedy: 'Check COHERE_API_KEY.' });
    await expect(refused({ PARLEY_RERANKER_API_KEY: 'own' })).rejects.toMatchObject({
      remedy: 'Check PARLEY_RERANKER_API_KEY.',
    });
  });
});

describe('the setting', () => {
  it('is off when it is not there', async () => {
    expect(await openReranker({})).toBeUndefined();
  });

  it.each([
    ['nobody:x', /does not know .*nobody/],
    ['cohere:x', /needs a key/],
    ['tei:x', /needs its server's address/],
    ['langchain:./no-such-module.ts', /cannot be loaded/],
    ['langchain:./core/errors.ts', /no compressDocuments/],
  ])('PARLEY_RERANKER=%s is refused with what to do', async (name, why) => {
    await expect(openReranker({ PARLEY_RERANKER: name }, {})).rejects.toMatchObject({
      code: 'BAD_SETTING',
      message: expect.stringMatching(why),
    });
  });
});
