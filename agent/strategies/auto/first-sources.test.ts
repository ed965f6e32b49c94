import { expect, it } from 'vitest';
import type { Hit } from '../../../retrieval/index.ts';
import { wholePassage } from '../../../stores/testing/whole-passage.ts';
import { firstSources, newsQuery } from './first-sources.ts';

const hit = (documentId: string, text = '', ordinal = 0): Hit => {
  const id = `${documentId}#${ordinal}`;
  const passage = { ...wholePassage({ id: documentId, title: documentId, text, scopes: [] }), id, ordinal };
  return { documentId, passageId: id, title: documentId, text, score: 1, via: [], passage };
};
const ids = (hits: readonly Hit[]) => hits.map(({ passageId }) => passageId);
const asked = { question: 'Is Bay Colony still on the old plan?', simple: false };

it('searches for the names and the one day that a question means', () => {
  expect(newsQuery('Is Bay Colony closed tomorrow?', '2026-11-29')).toBe('bay colony 30 Nov');
  expect(newsQuery('Is Bay Colony closed next week?', '2026-11-29')).toBe('bay colony');
  expect(newsQuery('how long may a book be kept', '2026-11-29')).toBeUndefined();
});

it('lets no page take the places of others where pages are cut, and brings two that hold a name', () => {
  const long = [0, 1, 2, 3, 4, 5, 6].map((ordinal) => hit('guide', '', ordinal));
  const hits = [...long, ...[0, 1, 2].map((ordinal) => hit('prices', '', ordinal)), hit('minutes')];
  const news = [
    hit('guide', 'Bay Colony', 9),
    hit('menu', 'Soup on Mondays.'),
    ...['chat', 'mail', 'list'].map((name) => hit(name, 'Bay Colony signed off.')),
  ];
  expect(ids(firstSources(hits, { ...asked, news }))).toEqual([
    'guide#0',
    'guide#1',
    'guide#2',
    'guide#3',
    'guide#4',
    'prices#0',
    'prices#1',
    'chat#0',
    'mail#0',
  ]);
});

it('shows the first two hits of each search in the words of the pages, in place of the last of all', () => {
  const hits = Array.from({ length: 8 }, (_, n) => hit(`page-${n}`, '', 1));
  const worded = [
    [hit('page-1', '', 1), hit('rule', '', 8), hit('page-7', '', 1)],
    [hit('page-6', '', 1), hit('rule', '', 8)],
  ];
  expect(ids(firstSources(hits, { ...asked, worded }))).toEqual([
    'page-0#1',
    'page-1#1',
    'page-2#1',
    'page-3#1',
    'page-4#1',
    'page-6#1',
    'rule#8',
  ]);
});

it('takes the best seven of pages that are not cut, and five for a simple question', () => {
  const hits = Array.from({ length: 9 }, (_, n) => hit(`page-${n}`));
  expect(firstSources(hits, asked)).toHaveLength(7);
  expect(firstSources(hits, { ...asked, simple: true })).toHaveLength(5);
});

it('brings the sheets of a workbook together', () => {
  const sheet = (ordinal: number): Hit => {
    const one = hit('prices', '', ordinal);
    return { ...one, passage: { ...one.passage, kind: 'table' } };
  };
  const hits = [hit('guide', '', 1), sheet(0), sheet(1), sheet(2), ...[0, 1, 2].map((at) => hit('minutes', '', at))];
  expect(ids(firstSources(hits, asked))).toEqual([
    'guide#1',
    'prices#0',
    'prices#1',
    'prices#2',
    'minutes#0',
    'minutes#1',
  ]);
});

it('brings five days of a chat, each of which may tell of a change', () => {
  const day = (ordinal: number) =>
    hit(
      'chat',
      `## 2026-11-1${ordinal}\n\n[2026-11-1${ordinal} 08:00] Ada: the phone?\n[2026-11-1${ordinal} 08:05] Ben: mine`,
      ordinal,
    );
  const hits = [hit('rota', '', 1), ...[0, 1, 2, 3, 4, 5].map(day)];
  expect(ids(firstSources(hits, asked))).toEqual(['rota#1', 'chat#0', 'chat#1', 'chat#2', 'chat#3', 'chat#4']);
});
