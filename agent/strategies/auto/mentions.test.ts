import { expect, it } from 'vitest';
import type { NumberedReference } from '../../references/reference.ts';
import { isRead, mentionsOnly, namesHeld, readMark } from './mentions.ts';

const page = (text: string, kind: NumberedReference['kind'] = 'passage'): NumberedReference => ({
  n: 3,
  kind,
  documentId: 'd',
  title: 'T',
  headings: [],
  text,
});
const TEXT = 'It rained. Ada Berg works here. So does Ada Berg’s son. The sun came out. Ada Berg left.';

it('keeps the sentences that hold a name, in their own words, and says where some are left out', () => {
  const { n, text } = mentionsOnly(page(TEXT), ['ada berg']);
  expect(n).toBe(3);
  expect(text).toBe('Ada Berg works here. So does Ada Berg’s son. … Ada Berg left.');
});

it('leaves a page whole that names nothing, and a table', () => {
  expect(mentionsOnly(page(TEXT), ['ole dahl']).text).toBe(TEXT);
  expect(mentionsOnly(page(TEXT, 'table'), ['ada berg']).text).toBe(TEXT);
});

it('takes words of a name that stand apart for no mention', () => {
  expect(namesHeld(['ada berg', 'dahl'], 'Ada lives in Berg; Ole DAHL does not.')).toEqual(['dahl']);
});

it('knows a page of which only what it says of one thing was read as unread for another', () => {
  const one = page('Ada Berg and Ole Dahl left.');
  const read = new Set([readMark(3, 'ada berg')]);
  expect(isRead(one, ['ada berg'], read)).toBe(true);
  expect(isRead(one, ['ole dahl'], read)).toBe(false);
  expect(isRead(one, ['ole dahl'], new Set([readMark(3)]))).toBe(true);
  expect(isRead(one, ['kaia'], read)).toBe(false);
});
