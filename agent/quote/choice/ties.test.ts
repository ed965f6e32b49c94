import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'huts.md': [
    '# Huts of the ridge',
    'Wardens are there from June to September.',
    '## What each hut has',
    [
      '| Hut | Beds | Bicycle shed |',
      '| --- | --- | --- |',
      '| Larch hut | 24 | 6 places |',
      '| Scree hut | 40 | none |',
      '| Lake hut | 18 | 3 places |',
    ].join('\n'),
  ].join('\n\n'),
  'guides.md': '# Guides\n\nA guide costs 90 francs a day. Guides carry a radio.',
  'safety.md': '# Safety\n\nRing the bell of the hut in fog. Ropes are lent for free.',
});

it('shows all rows of a table where nothing in the question tells them apart', async () => {
  const { text } = await ask('is there a bicycle shed at the hut?');
  for (const hut of ['Larch hut', 'Scree hut', 'Lake hut']) expect(text).toContain(hut);
});

it('shows one row where the question names it', async () => {
  const { text, verdict } = await ask('how many beds does the Scree hut have?');
  expect(verdict).toBe('answered');
  expect(text).toContain('40');
  expect(text).not.toContain('Lake hut');
});
