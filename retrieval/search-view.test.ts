import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { silentLog } from '../core/log.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import type { Stores } from '../stores/index.ts';
import { missing, testStores } from '../stores/testing/test-stores.ts';
import { createRetriever, indexDocuments } from './index.ts';
import { searchView } from './search-view.ts';
import { page, wordEncoder } from './testing/pages.ts';

const PAGES = Array.from({ length: 40 }, (_, at) =>
  page(
    `p${at}`,
    `Harbour ${at}`,
    `Harbour ${at} lies beside Harbour ${at + 1}. Ada Marchetti runs it since ${1900 + at}.`,
  ),
);
const QUESTION = { text: 'Who runs the harbour beside Harbour 7?', scopes: ['everyone'] };

let stores: Stores | undefined;
afterEach(() => stores?.close());

it('a search asks for its size once, and never twice which passage a number is', async () => {
  stores = openEmbedded(':memory:');
  const encoder = wordEncoder();
  await indexDocuments({ stores, encoder }, PAGES);
  const index = stores.passageIndex!;
  const asked: (number | string)[] = [];
  let sizes = 0;
  const counted = {
    ...index,
    size: (...args: Parameters<typeof index.size>) => {
      sizes += 1;
      return index.size(...args);
    },
    idsOf: (...args: Parameters<typeof index.idsOf>) => {
      asked.push(...args[0]);
      return index.idsOf(...args);
    },
    numbersOf: (...args: Parameters<typeof index.numbersOf>) => {
      asked.push(...args[0]);
      return index.numbersOf(...args);
    },
  };
  const over = { ...stores, passageIndex: counted };
  const { hits } = await createRetriever({ stores: over, encoder, log: silentLog }).search(QUESTION);
  expect(hits).toEqual((await createRetriever({ stores, encoder, log: silentLog }).search(QUESTION)).hits);
  expect(sizes).toBe(1);
  expect(asked.length).toBeGreaterThan(0);
  expect(new Set(asked).size).toBe(asked.length);
});

it('answers nobody else from what one asker sees', async () => {
  stores = openEmbedded(':memory:');
  await indexDocuments({ stores }, [page('open', 'A', 'a'), page('secret', 'B', 'b', { scopes: ['board'] })]);
  const board = ['everyone', 'board'];
  const view = searchView(stores.passageIndex!, board);
  const ids = ['open#0', 'secret#0', 'nowhere#0'];
  const seen = await view.numbersOf(ids, board);
  expect([...seen.keys()]).toEqual(['open#0', 'secret#0']);
  expect(await view.idsOf([...seen.values()], board)).toEqual(new Map([...seen].map(([id, number]) => [number, id])));
  expect([...(await view.numbersOf(ids, ['everyone'])).keys()]).toEqual(['open#0']);
  expect([...(await view.idsOf([...seen.values()], ['everyone'])).values()]).toEqual(['open#0']);
  expect(await view.size(board)).toMatchObject({ passages: 2 });
  expect(await view.size(['everyone'])).toMatchObject({ passages: 1 });
});

const reason = missing(['POSTGRES_URL']);
it.skipIf(reason !== undefined)(
  `a search over Postgres sends few statements${reason ? ` (${reason})` : ''}`,
  async () => {
    const place = testStores(['POSTGRES_URL']);
    const spy = vi.spyOn(pg.Client.prototype, 'query');
    try {
      const over = await place.open();
      const encoder = wordEncoder();
      await indexDocuments({ stores: over, encoder }, PAGES);
      const retriever = createRetriever({ stores: over, encoder, log: silentLog });
      await retriever.search(QUESTION);
      spy.mockClear();
      await retriever.search(QUESTION);
      // Spelling, size, words and titles, numbers of the nearest passages; passages and lists of three hops.
      expect(spy.mock.calls.length).toBeLessThanOrEqual(15);
    } finally {
      spy.mockRestore();
      await place.dispose();
    }
  },
);
