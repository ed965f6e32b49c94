import { describe, expect, it } from 'vitest';
import type { Evidence } from './evidence.ts';
import { keepWhole } from './keep-whole.ts';

/** A ranking of passages 0 to 19, best first. */
const RANKED = Array.from({ length: 20 }, (_, passage) => ({ passage, score: 20 - passage }));

/** What plain search finds, best first, by words and by vectors alike; and which of it holds how much of the question. */
const evidence = (
  plain: number[],
  held: Record<number, { all: number; held: number }>,
  meaning = true,
  question: { words: string[]; stems: string[] } = { words: ['who', 'made', 'it'], stems: ['made'] },
): Pick<Evidence, 'lexical' | 'cosines' | 'question'> => ({
  question: question as Evidence['question'],
  lexical: {
    top: plain,
    total: (passage: number) => -plain.indexOf(passage),
    heldShare: (passage: number, of: 'all' | 'held') => held[passage]?.[of] ?? 0,
  } as Evidence['lexical'],
  ...(meaning && {
    cosines: { known: new Map(plain.map((one, at) => [one, 1 - at / 100])) } as unknown as Evidence['cosines'],
  }),
});
const WHOLE = { all: 1, held: 1 };
const order = (given: Pick<Evidence, 'lexical' | 'cosines' | 'question'>) =>
  keepWhole(RANKED, given).map(({ passage }) => passage);

describe('what plain search finds and holds the whole question', () => {
  it('stays among the first five where it is one of the best three, and among ten where it is one of ten', () => {
    expect(order(evidence([0, 12], { 12: WHOLE })).slice(0, 7)).toEqual([0, 1, 2, 3, 12, 4, 5]);
    const fifth = order(evidence([0, 1, 2, 3, 12], { 12: WHOLE }));
    expect([fifth.slice(0, 9), fifth[9], fifth[10]]).toEqual([[0, 1, 2, 3, 4, 5, 6, 7, 8], 12, 9]);
    const tenth = order(evidence([0, 1, 2, 3, 4, 5, 6, 7, 9, 12], { 12: WHOLE }));
    expect(tenth.slice(0, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 9, 12]);
    const eleventh = evidence([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12], { 12: WHOLE });
    expect(order(eleventh)).toEqual(RANKED.map(({ passage }) => passage));
  });

  it('takes no place of one that plain search puts as high', () => {
    expect(order(evidence([4, 3, 12], { 12: WHOLE })).slice(0, 6)).toEqual([0, 1, 3, 4, 12, 2]);
  });

  it('takes none of the first five places for the sake of ten', () => {
    // Plain search finds five of the second half of the ten, and 12 after them.
    const found = order(evidence([5, 6, 7, 8, 9, 12], { 12: WHOLE }));
    expect(found).toEqual(RANKED.map(({ passage }) => passage));
  });

  it('moves nothing that holds a part of it', () => {
    const found = order(evidence([12], { 12: { all: 0.8, held: 0.9 } }));
    expect(found).toEqual(RANKED.map(({ passage }) => passage));
  });

  it('counts, where it is little of the question, by words and meaning and not by words alone', () => {
    const little = { 12: { all: 0.3, held: 1 } };
    expect(order(evidence([12], little)).slice(0, 5)).toEqual([0, 1, 2, 3, 12]);
    expect(order(evidence([12], little, false))).toEqual(RANKED.map(({ passage }) => passage));
  });

  it('is in the order of meaning where no page holds a word of the question', () => {
    const given = evidence([], {});
    const cosines = {
      known: new Map([
        [7, 0.2],
        [3, 0.4],
      ]),
    } as unknown as Evidence['cosines'];
    expect(order({ ...given, cosines }).slice(0, 4)).toEqual([3, 7, 0, 1]);
  });

  it('counts by words alone for ten places and not for five', () => {
    const found = order(evidence([12], { 12: WHOLE }, false));
    expect(found.slice(0, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 12]);
  });

  it('leaves every passage there, and scores that never rise', () => {
    const kept = keepWhole(
      RANKED,
      evidence([15, 14, 13, 12, 11], { 15: WHOLE, 14: WHOLE, 13: WHOLE, 12: WHOLE, 11: WHOLE }),
    );
    expect(kept.map(({ passage }) => passage).sort((a, b) => a - b)).toEqual(RANKED.map(({ passage }) => passage));
    for (const [at, { score }] of kept.entries()) expect(score).toBeLessThanOrEqual(kept[at - 1]?.score ?? 20);
  });

  const name = { words: ['baz', 'luhrmann'], stems: ['baz', 'luhrmann'] };

  it('comes first where few passages hold a name that is all the query says', () => {
    const found = order(evidence([0], { 13: WHOLE, 6: WHOLE }, true, name));
    expect(found.slice(0, 4)).toEqual([6, 13, 0, 1]);
    expect(found).toHaveLength(RANKED.length);
    const asked = { words: ['who', 'is', 'baz', 'luhrmann'], stems: name.stems };
    expect(order(evidence([0], { 13: WHOLE, 6: WHOLE }, true, asked))).toEqual(found);
  });

  it.each([
    ['many passages hold its words', Object.fromEntries([9, 10, 11, 12, 13, 14].map((one) => [one, WHOLE])), name],
    ['something is asked of the name', { 13: WHOLE }, { words: ['where', 'did', ...name.words], stems: name.stems }],
    ['a verb asks something of it', { 13: WHOLE }, { words: ['who', 'leads', 'sales'], stems: ['lead', 'sale'] }],
    ['the query is one word', { 13: WHOLE }, { words: ['baz'], stems: ['baz'] }],
  ])('keeps the ranking where %s', (_, held, question) => {
    expect(order(evidence([0], held, true, question))).toEqual(RANKED.map(({ passage }) => passage));
  });
});
