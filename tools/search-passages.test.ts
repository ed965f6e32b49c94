import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRetriever, indexDocuments } from '../retrieval/index.ts';
import { page } from '../retrieval/testing/pages.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import { createTools } from './index.ts';

const stores = openEmbedded(':memory:');
afterAll(() => stores.close());
beforeAll(() =>
  indexDocuments({ stores }, [
    page('leave.pdf', 'Parental leave', 'Parental leave is sixteen weeks.'),
    page('talk.md', 'Notes', 'Somebody asked for leave, a parental one.'),
    page('board.pdf', 'Board', 'The board takes no parental leave.', { scopes: ['board'] }),
  ]),
);

const tool = createTools({
  retriever: createRetriever({ stores }),
  stores,
  scopes: ['everyone'],
  asOf: '2026-11-22T00:00:00Z',
  signal: new AbortController().signal,
}).search_passages;
const call = async (args: Record<string, unknown>) =>
  (await tool.invoke({
    type: 'tool_call',
    id: '1',
    name: 'search_passages',
    args: { query: 'parental leave', ...args },
  })) as {
    content: string;
    artifact: { hits: { documentId: string }[] };
  };
const found = async (args: Record<string, unknown>) =>
  (await call(args)).artifact.hits.map(({ documentId }) => documentId).sort();

it('lets a model narrow its search, only within the asker’s scopes', async () => {
  expect(await found({})).toEqual(['leave.pdf', 'talk.md']);
  expect(await found({ types: ['pdf'] })).toEqual(['leave.pdf']);
  expect(await found({ phrases: ['a parental one'] })).toEqual(['talk.md']);
  expect(await found({ phrases: ['no parental leave'] })).toEqual([]);
});

it('tells a model why nothing was found, and rejects an invalid date', async () => {
  expect((await call({ after: '2026' })).content).toBe(
    'Nothing found. No page that you may see says that it was changed on or after 2026.',
  );
  expect((await call({ sources: ['nothere'] })).content).toBe(
    'Nothing found. Nothing that you may see is in the source nothere.',
  );
  await expect(call({ before: 'last summer' })).rejects.toThrow(/schema/);
});
