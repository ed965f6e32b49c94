import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '../stores/embedded/index.ts';
import { statingPassages, type WantedFact } from './stating-passages.ts';

const stores = openEmbedded(':memory:');
afterAll(() => stores.close());

const page = (id: string, title: string, texts: readonly string[], scopes = ['everyone']) => {
  const document = { id, sourceId: 's', title, text: texts.join(''), scopes, fetchedAt: '', contentHash: id };
  let start = 0;
  const passages = texts.map((text, ordinal) => {
    const passage = {
      id: `${id}#${ordinal}`,
      documentId: id,
      ordinal,
      kind: 'text' as const,
      title,
      headings: [],
      text,
      start,
      end: start + text.length,
      links: [],
      scopes,
    };
    start += text.length;
    return passage;
  });
  return { document, passages, tables: [] };
};
/** Triples ingested about a page: a document without passages that follows the page. */
const about = (id: string, documentId: string, scopes = ['everyone']) => ({
  ...page(id, 'Stated facts', []),
  document: { ...page(id, 'Stated facts', []).document, scopes, follows: { documentId, scopes } },
});

beforeAll(async () => {
  await stores.apply({
    put: [
      page('ada', 'Ada Lindqvist (engineer)', ['She was born in Luleå. ', 'She founded the company Norrfilm in 1998.']),
      page('board', 'Ada Lindqvist', ['Ada Lindqvist will sell Norrfilm.'], ['board']),
      about('facts/ada', 'ada'),
      about('facts/board', 'board', ['board']),
    ],
  });
});

const find = async (fact: Partial<WantedFact>, scopes = ['everyone']) => {
  const wanted = { subjectName: 'Ada Lindqvist (engineer)', objectName: 'Norrfilm', passageIds: [], documentIds: [] };
  const call = {
    type: 'tool_call' as const,
    id: '1',
    name: 'stating_passages',
    args: { facts: [{ ...wanted, ...fact }] },
  };
  const { artifact } = (await statingPassages({ stores, scopes }).invoke(call)) as {
    artifact: ({ id: string } | undefined)[];
  };
  return artifact.map((passage) => passage?.id);
};

it('finds the passage of the page that a fact was ingested about, by both ends of the fact', async () => {
  expect(await find({ documentIds: ['facts/ada'] })).toEqual(['ada#1']);
  expect(await find({ documentIds: ['facts/ada'], objectName: 'Luleå' })).toEqual(['ada#0']);
  expect(await find({ documentIds: ['facts/ada'], objectName: 'Vaasa' })).toEqual([undefined]);
});

it('prefers the passages that a fact names', async () => {
  expect(await find({ passageIds: ['ada#1'], documentIds: ['facts/board'] })).toEqual(['ada#1']);
  expect(await find({ passageIds: ['ada#0'] })).toEqual([undefined]);
});

it('finds nothing that the asker may not see', async () => {
  expect(await find({ documentIds: ['facts/board'] })).toEqual([undefined]);
  expect(await find({ documentIds: ['facts/board'] }, ['board'])).toEqual(['board#0']);
});
