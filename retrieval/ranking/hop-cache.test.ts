import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { createRetriever } from '../create-retriever.ts';
import { indexDocuments } from '../index-documents.ts';
import { page } from '../testing/pages.ts';

const EVERYONE = ['everyone'];
const BOARD = ['everyone', 'board'];
const QUESTION = 'Who leads the northern office?';
/** Leads to the page "Ada Marchetti", which has no word of the question. */
const OFFICE = page('office', 'Offices', 'Ada Marchetti leads the northern office.');
const ADA = page('ada', 'Ada Marchetti', 'Born in Turin.');

describe('a search after others', () => {
  let stores: Stores;
  let read: number[];
  let search: (scopes: string[]) => Promise<string[]>;
  beforeEach(() => {
    stores = openEmbedded(':memory:');
    read = [];
    const index = stores.passageIndex!;
    const watched: typeof index = {
      ...index,
      async passages(numbers, scopes) {
        read.push(...numbers);
        return index.passages(numbers, scopes);
      },
    };
    const retriever = createRetriever({ stores: { ...stores, passageIndex: watched } });
    search = async (scopes) => {
      const { hits } = await retriever.search({ text: QUESTION, scopes });
      return hits.map(({ documentId }) => documentId);
    };
  });
  afterEach(() => stores.close());

  it('reads no connection that was read before', async () => {
    await indexDocuments({ stores }, [OFFICE, ADA]);
    expect(await search(EVERYONE)).toEqual(['office', 'ada']);
    expect(read.length).toBeGreaterThan(0);
    read = [];
    expect(await search(EVERYONE)).toEqual(['office', 'ada']);
    expect(read).toEqual([]);
  });

  it('follows what was added since, and nothing that was deleted', async () => {
    await indexDocuments({ stores }, [OFFICE]);
    expect(await search(EVERYONE)).toEqual(['office']);
    await indexDocuments({ stores }, [ADA]);
    expect(await search(EVERYONE)).toEqual(['office', 'ada']);
    await stores.apply({ delete: ['ada'] });
    expect(await search(EVERYONE)).toEqual(['office']);
  });

  it('keeps apart what askers with other scopes may see', async () => {
    await indexDocuments({ stores }, [OFFICE, page('ada', 'Ada Marchetti', 'Born in Turin.', { scopes: ['board'] })]);
    expect(await search(EVERYONE)).toEqual(['office']);
    expect(await search(BOARD)).toEqual(['office', 'ada']);
    expect(await search(EVERYONE)).toEqual(['office']);
  });
});
