import { afterEach, describe, expect, it } from 'vitest';
import { ParleyError } from '../core/errors.ts';
import { silentLog } from '../core/log.ts';
import { SERVER_SETTINGS } from '../core/servers.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import type { Stores } from '../stores/index.ts';
import { cutLine } from '../stores/testing/cut-line.ts';
import { missing, testStores } from '../stores/testing/test-stores.ts';
import { circuitBreaker, isStoreDown } from './circuit-breaker.ts';
import { createRetriever, indexDocuments } from './index.ts';
import { page, stating, wordEncoder } from './testing/pages.ts';

const PAGES = [
  page('film', 'The Long Winter', 'The Long Winter is a 1962 drama directed by Ada Marchetti. It was shot in Turin.'),
  page('director', 'Ada Marchetti', 'Ada Marchetti was an editor. She was born in a village near Lugano.'),
  ...Array.from({ length: 12 }, (_, at) =>
    page(`noise${at}`, `Winter ${at}`, `The winter of ${at} was long and cold.`),
  ),
  stating(page('facts', 'Facts', ''), [['The Long Winter', 'produced by', 'Bruno Conti']]),
];
const QUESTION = { text: 'Where was the director of The Long Winter born?', scopes: ['everyone'], k: 5 };
const down = () => new ParleyError('STORE_UNAVAILABLE', { message: 'Chroma is away.', remedy: 'Start it.' });

let stores: Stores | undefined;
afterEach(() => stores?.close());

/** The pages in a data file. From call `from` on, calls of the vector store run `instead`. */
const withVectors = async (from: number, instead: (method: string) => unknown) => {
  stores = openEmbedded(':memory:');
  const encoder = wordEncoder();
  await indexDocuments({ stores, encoder }, PAGES);
  let calls = 0;
  const vectors = new Proxy(stores.vectors, {
    get(target, method: string) {
      const call = (target as unknown as Record<string, (...args: unknown[]) => unknown>)[method]!;
      return async (...args: unknown[]) => (calls++ < from ? call.apply(target, args) : instead(method));
    },
  });
  const warned: unknown[] = [];
  const log = { ...silentLog, warn: (...said: unknown[]) => void warned.push(said) };
  return { retriever: createRetriever({ stores: { ...stores, vectors }, encoder, log }), warned, calls: () => calls };
};
const plain = async () => (await createRetriever({ stores: stores!, log: silentLog }).search(QUESTION)).hits;

describe('a search whose vectors', () => {
  it.each([0, 1, 2, 3, 4])('are gone from their call %i on: goes by words and links, and says so', async (from) => {
    const { retriever, warned, calls } = await withVectors(from, () => Promise.reject(down()));
    const { hits, mode, notice } = await retriever.search(QUESTION);
    if (calls() <= from) return expect(mode).toBe('fused'); // the search made fewer calls
    expect(mode).toBe('lexical');
    expect(notice).toBe('Chroma is away. This search went by words and links.');
    expect(hits).toEqual(await plain());
    expect(hits.map(({ documentId }) => documentId)).toContain('director');
    expect(warned).toHaveLength(1);
    const before = calls();
    expect((await retriever.search(QUESTION)).notice).toContain('Chroma is away.');
    expect(calls()).toBe(before);
  });

  it.each([1, 2, 3])('are emptied after their call %i: finds what words find', async (from) => {
    const { retriever } = await withVectors(from, (method) => (method === 'vectors' ? new Map() : []));
    const { hits } = await retriever.search(QUESTION);
    expect(hits.map(({ documentId }) => documentId)).toContain('director');
  });

  it('fail for another reason than being away: fails too', async () => {
    const { retriever } = await withVectors(1, () => Promise.reject(new TypeError('a bug')));
    await expect(retriever.search(QUESTION)).rejects.toThrow('a bug');
  });
});

describe('a store that a search can do without', () => {
  const slow = () => new Promise<never>(() => {});

  it('is waited for only so long by all calls of a search together, and then rests', async () => {
    let now = 0;
    const store = circuitBreaker('the shelf', silentLog, { timeoutMs: 2000, cooldownMs: 1000, now: () => now });
    const search = store.forSearch();
    const startedAt = performance.now();
    await search.call(() => new Promise((done) => setTimeout(done, 100)));
    await expect(search.call(slow)).rejects.toSatisfy(isStoreDown);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    let asked = 0;
    const ask = () => store.forSearch().call(async () => ++asked);
    await expect(ask()).rejects.toThrow('No answer from the shelf within 2 s.');
    expect(asked).toBe(0);
    now = 1001;
    expect(await ask()).toBe(1);
  });
});

/** Real servers, one of which goes down; searches use the others. */
const reason = missing(SERVER_SETTINGS);
describe.skipIf(reason !== undefined)(`over servers${reason ? ` (${reason})` : ''}`, () => {
  it('each one gone: the search serves what the others hold, or names the one that it cannot do without', async () => {
    const place = testStores(SERVER_SETTINGS);
    const urls = Object.fromEntries(SERVER_SETTINGS.map((server) => [server, process.env[server]!]));
    try {
      for (const server of SERVER_SETTINGS) {
        const line = await cutLine(urls[server]!);
        (place.settings as Record<string, unknown>)[server] = line.url;
        const over = await place.open();
        const encoder = wordEncoder();
        await indexDocuments({ stores: over, encoder }, PAGES);
        const search = () => createRetriever({ stores: over, encoder, log: silentLog }).search(QUESTION);
        expect(await search()).not.toHaveProperty('notice');
        await line.down();
        if (server === 'POSTGRES_URL') {
          await expect(search()).rejects.toMatchObject({
            code: 'STORE_UNAVAILABLE',
            message: expect.stringContaining('Postgres'),
          });
        } else {
          const { hits, mode, notice } = await search();
          expect(mode).toBe(server === 'CHROMA_URL' ? 'lexical' : 'fused');
          expect(notice).toContain(server === 'CHROMA_URL' ? 'by words and links' : 'without stated facts');
          expect(hits.map(({ documentId }) => documentId)).toContain('director');
        }
        await line.up();
        expect(await search()).not.toHaveProperty('notice');
        await over.close();
        await line.close();
        (place.settings as Record<string, unknown>)[server] = urls[server];
      }
    } finally {
      await place.dispose();
    }
  });
});
