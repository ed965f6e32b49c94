import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldKeys, keysOfDays, keysOfType, readDay } from './field-keys.ts';

const keys = (
  documentId: string,
  more: { kind?: 'text' | 'table'; updatedAt?: string; metadata?: Record<string, unknown> } = {},
) => fieldKeys({ kind: 'text', documentId, ...more }, { metadata: more.metadata });

describe('the fields of a passage', () => {
  it('are what it is, its file and its days', () => {
    expect(keys('handbook/Leave.PDF', { updatedAt: '2026-03-14T23:30:00-02:00' })).toEqual([
      'type:page',
      'type:pdf',
      'date:2026',
      'date:2026-03',
      'date:2026-03-15',
    ]);
    expect(keys('a.md', { kind: 'table' })).toEqual(['type:table', 'type:md']);
    expect(keys('https://a.example/x/leave.html?v=2.5#top')).toEqual(['type:page', 'type:html']);
    expect(keys('dump.csv.gz')).toEqual(['type:page', 'type:csv']);
  });

  it('take no number for an ending, no host for a file and no mistake for a date', () => {
    expect(keys('wiki.12')).toEqual(['type:page']);
    expect(keys('https://pages.example')).toEqual(['type:page']);
    for (const updatedAt of ['0001-01-01', 'yesterday', '2026-02-31x', '9999-12-31T00:00:00Z'])
      expect(keys('a', { updatedAt })).toEqual(['type:page']);
  });

  it('tell a talk of a chat from a page, by what its history keeps', () => {
    const metadata = { kind: 'talk', first: '17', startedAt: '2026-01-01T00:00:00Z' };
    expect(keys('chat:T1/C1/17', { metadata })).toEqual(['type:chat']);
    expect(keys('talks/talk.md', { metadata: { kind: 'talk' } })).toEqual(['type:page', 'type:md']);
  });
});

it('a type is asked for by the name that people use', () => {
  expect(keysOfType('tables')).toEqual(['type:table']);
  expect(keysOfType(' .PDF')).toEqual(['type:pdf']);
  expect(keysOfType('Markdown')).toEqual(['type:md', 'type:markdown', 'type:mdx', 'type:qmd', 'type:rmd']);
  expect(keysOfType('xls')).toEqual(['type:xls']);
});

it('reads a year, a month and a day, and nothing else', () => {
  expect(['2026', '2026-3', '2026/03/14'].map((date) => readDay(date))).toEqual([
    '2026-01-01',
    '2026-03-01',
    '2026-03-14',
  ]);
  expect(['26', 'March', '2026-02-31', '2026-00', '2026-03-14T00:00', ''].map((date) => readDay(date))).toEqual(
    Array.from({ length: 6 }, () => undefined),
  );
});

it.each([
  ['today', '2026-03-31'],
  ['Yesterday', '2026-03-30'],
  ['this-week', '2026-03-30'],
  ['last week', '2026-03-23'],
  ['this month', '2026-03-01'],
  ['last_month', '2026-02-01'],
  ['lastyear', '2025-01-01'],
  ['0d', '2026-03-31'],
  ['7d', '2026-03-24'],
  ['2 weeks ago', '2026-03-17'],
  ['1m', '2026-02-28'],
  ['13 months', '2025-02-28'],
  ['1y', '2025-03-31'],
])('reads %s as the day that it stands for', (written, day) => {
  // A Tuesday, and the last day of a month that is longer than the month before.
  expect(readDay(written, new Date('2026-03-31T23:59:59Z'))).toBe(day);
  expect(readDay(day)).toBe(day);
});

it.each(['lunch', 'last', 'next week', '-7d', '7', '1.5d', '12345d', '9999y', 'd', 'yesterday morning', '__proto__'])(
  'reads %s as no day',
  (written) => expect(readDay(written, new Date('2026-03-31T12:00:00Z'))).toBeUndefined(),
);

describe('the keys of a range of days', () => {
  const day = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2040, 0, 1) }).map((at) => new Date(at));
  const iso = (at: Date) => at.toISOString().slice(0, 10);

  it('hold exactly the days in it, each once, and are few', () => {
    fc.assert(
      fc.property(day, day, day, (from, before, at) => {
        const range = keysOfDays(iso(from), iso(before));
        const held = keys('x', { updatedAt: at.toISOString() }).filter((key) => range.includes(key));
        const inside = iso(from) <= iso(at) && iso(at) < iso(before);
        expect(held).toHaveLength(inside ? 1 : 0);
        expect(range.length).toBeLessThan(60 + 22 + 51);
      }),
      { numRuns: 500 },
    );
  });

  it('may be open at either end', () => {
    expect(keysOfDays('2198-12-31', undefined)).toEqual(['date:2198-12-31', 'date:2199']);
    expect(keysOfDays(undefined, '1900-02-02')).toEqual(['date:1900-01', 'date:1900-02-01']);
  });
});
