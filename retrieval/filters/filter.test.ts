import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isParleyError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { scopesInSource } from '../../core/source-scopes.ts';
import type { DocumentChange, Stores } from '../../stores/index.ts';
import { missing, type Server, testStores } from '../../stores/testing/test-stores.ts';
import { createRetriever, indexDocuments, type SearchQuery } from '../index.ts';
import { page, wordEncoder } from '../testing/pages.ts';

interface Extra {
  updatedAt?: string;
  kind?: 'text' | 'table';
  metadata?: Record<string, unknown>;
  source?: string;
  own?: string[];
}

const made = (
  id: string,
  title: string,
  text: string,
  { source = 'handbook', own = ['everyone'], ...more }: Extra = {},
): DocumentChange => {
  const one = page(id, title, text, { scopes: scopesInSource(own, source) });
  return {
    ...one,
    document: { ...one.document, sourceId: source, updatedAt: more.updatedAt, metadata: more.metadata },
    passages: one.passages.map((passage) => ({ ...passage, kind: more.kind ?? 'text', updatedAt: more.updatedAt })),
  };
};

const PAGES = [
  made('leave.md', 'Parental leave', 'Parental leave is sixteen weeks. Leave begins at birth.', {
    updatedAt: '2026-03-14T00:00:00Z',
  }),
  made('old-leave.pdf', 'Parental leave', 'Parental leave is twelve weeks. The parental leave policy ends here.', {
    updatedAt: '2021-06-01T00:00:00Z',
  }),
  made('leave-table.md', 'Leave by country', 'Country: Norway; parental leave: 49 weeks.', {
    kind: 'table',
    updatedAt: '2025-12-31T00:00:00Z',
  }),
  made('chat/1', 'people', 'Priya: is parental leave paid in full?', {
    metadata: { kind: 'talk', startedAt: '2026-01-01T00:00:00Z' },
    source: 'chat',
  }),
  made('secret.pdf', 'Parental leave of the board', 'The board takes no parental leave.', {
    own: ['board'],
    updatedAt: '2026-03-15T00:00:00Z',
  }),
  made(
    'undated',
    'Résumé rules',
    'A policy on parental matters; leave it as it is. Café: “force majeure” (höhere Gewalt).',
  ),
];

const everywhere: { name: string; servers: Server[] }[] = [
  { name: 'in one file', servers: [] },
  { name: 'on Postgres alone', servers: ['PGVECTOR_URL'] },
  { name: 'on Chroma, Neo4j and Postgres', servers: ['CHROMA_URL', 'NEO4J_URL', 'POSTGRES_URL'] },
];

for (const { name, servers } of everywhere) {
  const why = missing(servers);
  describe.skipIf(why)(`a filter, ${name}${why ? ` (${why})` : ''}`, () => {
    const test = testStores(servers);
    let stores: Stores;
    const encoder = wordEncoder();
    beforeAll(async () => {
      stores = await test.open();
      await indexDocuments({ stores, encoder }, PAGES);
    });
    afterAll(() => test.dispose());

    const search = (query: Partial<SearchQuery>, meaning = true) =>
      createRetriever({ stores, ...(meaning && { encoder }), log: silentLog }).search({
        text: 'parental leave',
        scopes: ['everyone'],
        ...query,
      });
    const ids = async (query: Partial<SearchQuery>, meaning = true) =>
      (await search(query, meaning)).hits.map(({ documentId }) => documentId).sort();

    for (const meaning of [true, false])
      it(`leaves what it names, ${meaning ? 'with' : 'without'} an encoder`, async () => {
        expect(await ids({ types: ['table'] }, meaning)).toEqual(['leave-table.md']);
        expect(await ids({ types: ['chat', 'pdf'] }, meaning)).toEqual(['chat/1', 'old-leave.pdf']);
        expect(await ids({ types: ['pages'], after: '2021' }, meaning)).toEqual(['leave.md', 'old-leave.pdf']);
        expect(await ids({ after: '2026-03-14' }, meaning)).toEqual(['leave.md']);
        expect(await ids({ before: '2026-03-14' }, meaning)).toEqual(['leave-table.md', 'old-leave.pdf']);
        expect(await ids({ after: '2025', before: '2026' }, meaning)).toEqual(['leave-table.md']);
        expect(await ids({ phrases: ['parental leave policy'] }, meaning)).toEqual(['old-leave.pdf']);
        expect(await ids({ phrases: ['Parental LEAVE', 'weeks'], types: ['md'] }, meaning)).toEqual([
          'leave-table.md',
          'leave.md',
        ]);
        expect(await ids({ text: 'rules', phrases: ['cafe force majeure hohere gewalt'] }, meaning)).toEqual([
          'undated',
        ]);
        expect(await ids({ types: ['table'], by: 'nearest' }, meaning)).toEqual(['leave-table.md']);
      });

    it('shows no page of other scopes, and counts none', async () => {
      expect(await ids({ types: ['pdf'], scopes: ['everyone', 'board'] })).toEqual(['old-leave.pdf', 'secret.pdf']);
      expect(await ids({ types: ['pdf'], sources: ['chat'] })).toEqual([]);
      expect(await ids({ phrases: ['the board takes'] })).toEqual([]);
      expect((await search({ types: ['pdf'], after: '2026-03-15' })).notice).toBe(
        'No page that you may see says that it was changed on or after 2026-03-15.',
      );
      expect((await search({ types: ['docx'] })).notice).toContain('There are page (3), table (1), chat (1), ');
    });

    it('says plainly that it leaves nothing', async () => {
      const nothing = async (query: Partial<SearchQuery>) => {
        const { hits, notice } = await search(query);
        expect(hits).toEqual([]);
        return notice;
      };
      expect(await nothing({ types: ['docx'] })).toMatch(
        /^Nothing that you may see is of type docx\. There are .*md \(2\)/,
      );
      expect(await nothing({ types: ['chat'], after: '2020' })).toBe(
        'No passage of type chat says that it was changed on or after 2020.',
      );
      expect(await nothing({ after: '2027', before: '2026' })).toBe(
        'No page that you may see says that it was changed on or after 2027 and before 2026.',
      );
      expect(await nothing({ sources: ['nothere'] })).toBe('Nothing that you may see is in the source nothere.');
      expect(await nothing({ phrases: ['leave policy parental'] })).toBe(
        'No passage holds “leave policy parental” word for word.',
      );
      expect(await nothing({ types: ['table'], phrases: ['sixteen weeks'] })).toBe(
        'No passage of those holds “sixteen weeks” word for word.',
      );
    });

    it('refuses a date that is none', async () => {
      await expect(search({ after: 'lunch' })).rejects.toSatisfy((error) => isParleyError(error, 'BAD_USAGE'));
    });

    it('reckons a date that is a word from today, and says which day that was', async () => {
      expect(await ids({ before: 'today', after: '20y' })).toEqual(['leave-table.md', 'leave.md', 'old-leave.pdf']);
      expect((await search({ before: '20 years' })).notice).toMatch(
        /^No page that you may see says that it was changed before 20 years \(20\d\d-\d\d-\d\d\)\.$/,
      );
    });

    it('says what was typed as a filter and narrows nothing, beside what is found and where nothing is', async () => {
      const unread = ['before:lunch', 'after:2026-13'];
      const { hits, notice } = await search({ unread });
      expect(hits.length).toBeGreaterThan(0);
      expect(notice).toMatch(
        /^“before:lunch” and “after:2026-13” narrowed nothing, and the search took it as words: a date is a year.* yesterday.* 7d/,
      );
      expect((await search({ unread: ['type:'], types: ['docx'] })).notice).toMatch(
        /^“type:” narrowed nothing, .* right behind the colon\. Nothing that you may see is of type docx\./,
      );
    });

    it('says that a phrase of function words was not required', async () => {
      const { hits, notice } = await search({ phrases: ['of the'] });
      expect(hits.length).toBeGreaterThan(0);
      expect(notice).toBe('“of the” holds no word that can be looked up: it was not required.');
    });

    it('tells pages that were indexed before there were fields', async () => {
      const old = made('before.md', 'Before', 'Parental leave before fields.');
      await indexDocuments({ stores, encoder }, [old]);
      const [passage] = old.passages;
      const { analysePassage } = await import('../ranking/analyse-passage.ts');
      await stores.rebuild.putAnalyses([{ ...analysePassage(passage!), fields: [] }]);
      const { hits, notice } = await search({ types: ['md'] });
      expect(hits.map(({ documentId }) => documentId)).not.toContain('before.md');
      expect(notice).toBe('1 passages came in before Parley kept types and dates: run `parley reindex`.');
      await stores.apply({ delete: ['before.md'] });
      expect((await search({ types: ['md'] })).notice).toBeUndefined();
    });
  });
}
