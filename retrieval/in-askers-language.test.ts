import { expect, it } from 'vitest';
import { inAskersLanguage } from './in-askers-language.ts';
import type { Hit } from './retriever.ts';

const hit = (documentId: string, text: string): Hit => ({ documentId, passageId: `${documentId}#1`, text }) as Hit;
const en = 'The workshop is open from nine to six, and nobody is there on Sundays.';
const de = 'Die Werkstatt ist von neun bis sechs Uhr offen, und am Sonntag ist niemand da.';
const zh = '车间从早上九点到下午六点开放，星期天没有人。';
const ids = (hits: readonly Hit[]) => hits.map(({ documentId }) => documentId);

it('shows of translations the one in the language of the question', () => {
  const hits = [hit('w/docs/de/hours.md', de), hit('w/docs/hours.md', en), hit('w/docs/zh/hours.md', zh)];
  expect(ids(inAskersLanguage(hits, 'When is the workshop open?'))).toEqual(['w/docs/hours.md']);
  expect(ids(inAskersLanguage(hits, 'Wann ist die Werkstatt offen?'))).toEqual(['w/docs/de/hours.md']);
  expect(ids(inAskersLanguage(hits, '车间什么时候开放？'))).toEqual(['w/docs/zh/hours.md']);
  expect(ids(inAskersLanguage([hit('w/a.de.md', de), hit('w/a.md', en)], 'When is the workshop open?'))).toEqual([
    'w/a.md',
  ]);
});

it('keeps pages of one language in folders that are named like languages, and what no translation was found of', () => {
  const departments = [hit('w/hr/index.md', en), hit('w/it/index.md', en), hit('w/index.md', en)];
  expect(inAskersLanguage(departments, 'When is the workshop open?')).toHaveLength(3);
  expect(inAskersLanguage([hit('w/de/a.md', de), hit('w/en/b.md', en)], 'When is it open for the team?')).toHaveLength(
    2,
  );
  expect(inAskersLanguage([hit('w/de/a.md', de), hit('w/fr/a.md', zh)], 'When is it open for the team?')).toHaveLength(
    2,
  );
  expect(inAskersLanguage([hit('w/de/a.md', de), hit('w/en/a.md', en)], 'Workshop hours')).toHaveLength(2);
});
