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

const askOfMills = quotingFrom({
  'mills.md': [
    '# Mills',
    '| Mill | House | Address | People | Opened |\n| --- | --- | --- | --- | --- |\n| Upper mill | Weir House | 3 Weir Lane | 61 | 1911 |\n| Lower mill | Old Forge | 8 Forge Road | 38 | 1926 |',
    '## Rules',
    '| House | Hours | Dogs | Visitor parking |\n| --- | --- | --- | --- |\n| Weir House | 06:30 to 20:00 | on floor 2 | 4 spaces |\n| Old Forge | 07:00 to 19:00 | no | 2 spaces |',
  ].join('\n\n'),
  'crews.md': [
    '# Crews',
    '| Crew | Lead | People | House |\n| --- | --- | --- | --- |\n| Millers | Ada Moss | 14 | Weir House |\n| Carters | Tom Reed | 10 | Weir House |\n| People | Ida Holm | 7 | Weir House |\n| Bakers | Kit Vale | 9 | Old Forge |',
  ].join('\n\n'),
});

it('does not take what is there for visitors for the people of a house', async () => {
  const { citations, nearest = [] } = await askOfMills('how many people work in Weir House');
  expect(citations).toEqual([]);
  expect(nearest.map(({ quote }) => quote).join()).not.toContain('4 spaces');
});

it('finds the crew called People where its people are counted', async () => {
  const { text, verdict } = await askOfMills('how many people are in the People crew');
  expect(verdict).toBe('answered');
  expect(text).toContain('Ida Holm');
});
