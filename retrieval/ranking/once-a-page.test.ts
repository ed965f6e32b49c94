import { expect, it } from 'vitest';
import { pageOf, titleOnceAPage } from './once-a-page.ts';
import type { Ranked } from './rank.ts';
import { WITHOUT_ENCODER } from './weights.ts';

const { final } = WITHOUT_ENCODER;

/** A passage whose score is the sum of its title's score and `words`. */
const ranked = (passage: number, words: number, titleNamed = 0) =>
  ({ passage, score: words + final.titleNamed * titleNamed, features: { titleNamed, titleShare: 0 } }) as Ranked;

const ids = ['heron.md#0', 'heron.md#1', 'heron.md#2', 'history.md#0'];
const order = (all: Ranked[]) =>
  titleOnceAPage(all, final, (passage) => pageOf(ids[passage]!)).map(({ passage }) => passage);

it('lets a title speak for its page once: a page that holds the words comes before its further passages', () => {
  const title = 0.5;
  expect(order([ranked(0, 2, title), ranked(1, 0.2, title), ranked(2, 0.1, title), ranked(3, 1.5)])).toEqual([
    0, 3, 1, 2,
  ]);
});

it('changes nothing where no title is named or every page is one passage', () => {
  expect(order([ranked(1, 3), ranked(2, 2), ranked(0, 1)])).toEqual([1, 2, 0]);
  expect(order([ranked(0, 2, 1), ranked(3, 1, 1)])).toEqual([0, 3]);
});

it('knows the page of a passage whose page has a # of its own', () => {
  expect(pageOf('notes/c#.md#12')).toBe('notes/c#.md');
});

it('leaves the second passage of a page half of its title, the third a third', () => {
  const title = final.titleNamed * 0.5 + final.titleShare * 0.4;
  const of = (passage: number, words: number) =>
    ({ passage, score: words + title, features: { titleNamed: 0.5, titleShare: 0.4 } }) as Ranked;
  const scores = titleOnceAPage([of(0, 3), of(1, 2), of(2, 1)], final, (passage) => pageOf(ids[passage]!));
  expect(scores.map(({ score }) => score)).toEqual([
    expect.closeTo(3 + title, 9),
    expect.closeTo(2 + title / 2, 9),
    expect.closeTo(1 + title / 3, 9),
  ]);
});
