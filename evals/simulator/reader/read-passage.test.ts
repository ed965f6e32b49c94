import { expect, it } from 'vitest';
import { readPassage } from './read-passage.ts';

it('reads every sentence of a source that is shown in part', () => {
  const text =
    'Rosa Kelelholm is married to Pablo Quililthal. … Rosa Kelelholm was born on 17 December 1988. … Rosa Kelelholm was born in Oslo.';
  const { stated } = readPassage('Rosa Kelelholm', text);
  expect(stated.map(({ quote }) => quote)).toEqual([
    'Rosa Kelelholm is married to Pablo Quililthal.',
    'Rosa Kelelholm was born on 17 December 1988.',
    'Rosa Kelelholm was born in Oslo.',
  ]);
});
