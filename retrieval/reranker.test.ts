import nock from 'nock';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../core/log.ts';
import { reranked } from './reranked.ts';
import { openReranker } from './reranker.ts';
import type { Hit, Retriever } from './retriever.ts';

beforeAll(() => nock.disableNetConnect());
afterEach(() => nock.cleanAll());
afterAll(() => nock.restore());

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
const retriever = (ids: string[]): Retriever & { asked: number[] } => {
  const asked: number[] = [];
  return {
    asked,
    async search({ k = 10 }) {
      asked.push(k);
      return { hits: ids.slice(0, k).map(hit), mode: 'lexical' };
    },
  };
};
const search = async (
  ids: string[],
  k: number,
  settings = { PARLEY_RERANKER: 'cohere:rerank-v3.5' },
  environment = { COHERE_API_KEY: 'secret' },
) => {
  const inner = retriever(ids);
  const result = await reranked(inner, openReranker(settings, environment)!, silentLog).search({
    text: 'q',
    k,
    scopes: ['everyone'],
  });
  return { ...result, ids: result.hits.map(({ documentId }) => documentId), asked: inner.asked };
};

describe('a reranker', () => {
  it('orders the best of what the search found, and says so in via', async () => {
    nock('https://api.cohere.com', { reqheaders: { authorization: 'Bearer secret' } })
      .post('/v2/rerank', (body) => body.model === 'rerank-v3.5' && body.query === 'q' && body.documents.length === 3)
      .reply(200, {
        results: [
          { index: 2, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.5 },
          { index: 1, relevance_score: 0.1 },
        ],
      });
    const { ids, hits, asked } = await search(['a', 'b', 'c'], 2);
    expect(ids).toEqual(['c', 'a']);
    expect(hits[0]!.via).toContainEqual({ kind: 'rerank', score: 0.9 });
    expect(asked).toEqual([30]);
  });

  it('reads the answers of Voyage and of a server of one’s own', async () => {
    nock('https://api.voyageai.com')
      .post('/v1/rerank')
      .reply(200, {
        data: [
          { index: 1, relevance_score: 2 },
          { index: 0, relevance_score: 1 },
        ],
      });
    expect((await search(['a', 'b'], 2, { PARLEY_RERANKER: 'voyage:rerank-2' })).ids).toEqual(['b', 'a']);
    nock('http://localhost:9999')
      .post('/v1/rerank')
      .reply(200, {
        results: [
          { index: 0, relevance_score: 2 },
          { index: 1, relevance_score: 1 },
        ],
      });
    const own = { PARLEY_RERANKER: 'own:bge', PARLEY_RERANKER_BASE_URL: 'http://localhost:9999/v1' };
    expect((await search(['a', 'b'], 2, own)).ids).toEqual(['a', 'b']);
  });

  it('tries a busy server once more', async () => {
    nock('https://api.cohere.com').post('/v2/rerank').reply(429, {}, { 'retry-after': '0.01' });
    nock('https://api.cohere.com')
      .post('/v2/rerank')
      .reply(200, { results: [{ index: 0, relevance_score: 1 }] });
    expect((await search(['a'], 1)).notice).toBeUndefined();
  });

  it.each([
    ['that is down', () => nock('https://api.cohere.com').post('/v2/rerank').replyWithError('gone')],
    ['with a wrong key', () => nock('https://api.cohere.com').post('/v2/rerank').reply(401, {})],
    [
      'that leaves a passage out',
      () =>
        nock('https://api.cohere.com')
          .post('/v2/rerank')
          .reply(200, { results: [{ index: 0, relevance_score: 1 }] }),
    ],
  ])('%s leaves the order as it is, and the result says so', async (_, fail) => {
    fail();
    const { ids, notice } = await search(['a', 'b', 'c'], 2);
    expect(ids).toEqual(['a', 'b']);
    expect(notice).toMatch(/reranker cohere:rerank-v3.5 cannot be used/);
  });

  it('is off without its setting, and refused by name without an address', () => {
    expect(openReranker({})).toBeUndefined();
    expect(() => openReranker({ PARLEY_RERANKER: 'nobody:x' })).toThrow(/nobody/);
  });
});
