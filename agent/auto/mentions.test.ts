import { expect, it } from 'vitest';
import type { NumberedReference } from '../references/reference.ts';
import { mentionsOnly, namesHeld } from './mentions.ts';

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
