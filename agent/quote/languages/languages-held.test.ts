import { expect, it } from 'vitest';
import { languagesHeld, onlyLanguageOf } from './asked-language.ts';

/** A vocabulary of pages with these words, each in so many passages. */
const pagesWith = (words: Readonly<Record<string, number>>, passages: number) => ({
  passages,
  counts: async (stems: readonly string[]) => new Map(stems.map((stem) => [stem, words[stem] ?? 0])),
});
const ENGLISH = { all: 60, befor: 22, need: 40, new: 31, onli: 35, time: 58 };

it('takes English pages for English, whose commonest words are not in the index', async () => {
  expect([...(await languagesHeld(pagesWith(ENGLISH, 400)))]).toEqual(['en']);
});

it('does not take names and quotations in a chat for pages in Spanish', async () => {
  const held = await languagesHeld(pagesWith({ ...ENGLISH, la: 3, del: 1, los: 3, son: 4 }, 1000));
  expect([...held]).toEqual(['en']);
  expect(onlyLanguageOf(held)).toBeUndefined();
});

it('knows one German page among many English ones', async () => {
  const german = { und: 1, nicht: 1, wird: 1, auf: 1, ist: 1, sind: 1, der: 1, dem: 1, bi: 1 };
  expect([...(await languagesHeld(pagesWith({ ...ENGLISH, ...german }, 2000)))]).toEqual(['en', 'de']);
});

it('knows a few pages in German alone', async () => {
  const held = await languagesHeld(pagesWith({ und: 3, der: 3, ist: 2, nicht: 1 }, 4));
  expect(onlyLanguageOf(held)).toBe('de');
});
