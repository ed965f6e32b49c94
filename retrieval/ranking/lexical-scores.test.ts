import { describe, expect, it } from 'vitest';
import { idfOf } from '../../core/text/idf.ts';
import type { PostingList } from '../../stores/index.ts';
import { packPosting } from '../../stores/posting.ts';
import { lexicalScores, saturation, sentenceScores } from './lexical-scores.ts';

/** A posting list. All lengths are 1, so that the average is 1 and no length is rounded. */
const list = (uses: Record<number, { count?: number; inTitle?: boolean; sentences?: number }>): PostingList => ({
  total: Object.keys(uses).length,
  passages: Uint32Array.from(Object.keys(uses), Number),
  postings: Uint32Array.from(Object.entries(uses), ([place, { count = 1, inTitle = false, sentences = 1 }]) =>
    packPosting({ place: Number(place), inTitle, count, length: 1, sentences }),
  ),
});
const FOUR = { passages: 4, words: 4 };
/** idf of a stem in two of four passages, ln(1 + 2.5 / 2.5), and in one of four, ln(1 + 3.5 / 1.5). */
const [IN_TWO, IN_ONE] = [Math.LN2, 1.203973];
/** BM25's factor of a count of two: 2 · 2.2 / (2 + 1.2). */
const TWICE = 1.375;

describe('BM25', () => {
  it('weighs a rare stem more, by ln(1 + (N − df + .5) / (df + .5)), and never below 0', () => {
    expect(idfOf(4, 2)).toBeCloseTo(IN_TWO, 6);
    expect(idfOf(4, 1)).toBeCloseTo(IN_ONE, 6);
    expect(idfOf(4, 4)).toBeGreaterThan(0);
  });

  it('counts a repeat less and less, and less in a long passage: count · 2.2 / (count + 1.2 · (.25 + .75 · length / average))', () => {
    expect(saturation(1, 5, 5)).toBe(1);
    expect(saturation(3, 5, 5)).toBeCloseTo(6.6 / 4.2, 9);
    expect(saturation(1, 10, 5)).toBeCloseTo(2.2 / 3.1, 9);
  });

  const lists = [list({ 0: { count: 2, inTitle: true }, 1: {} }), list({ 1: {} })];
  const scores = lexicalScores(lists, FOUR, 10);

  it('adds up the stems that a passage holds', () => {
    expect(scores.idf[0]).toBeCloseTo(IN_TWO, 6);
    expect(scores.total(0)).toBeCloseTo(IN_TWO * TWICE, 5);
    expect(scores.total(1)).toBeCloseTo(IN_TWO + IN_ONE, 5);
    expect(scores.total(3)).toBe(0);
    expect(scores.top).toEqual([1, 0]);
    expect(scores.best).toBe(scores.total(1));
    expect(lexicalScores(lists, FOUR, 1).top).toEqual([1]);
  });

  it('tells which stems a passage holds, and what it has without some of them', () => {
    expect([...scores.stemsIn(0)]).toEqual([1, 0]);
    expect([...scores.stemsIn(1)]).toEqual([1, 1]);
    expect(scores.totalWithout(1, Uint8Array.of(1, 0))).toBeCloseTo(IN_ONE, 5);
    expect(scores.totalWithout(0, Uint8Array.of(1, 0))).toBe(0);
  });

  it('gives a title the share of the question that stands in it, by idf', () => {
    expect(scores.titleShare(0)).toBeCloseTo(IN_TWO / (IN_TWO + IN_ONE), 6);
    expect(scores.titleShare(1)).toBe(0);
    const both = [list({ 0: { inTitle: true } }), list({ 0: { inTitle: true } })];
    expect(lexicalScores(both, FOUR, 10).titleShare(0)).toBeCloseTo(1, 9);
  });

  it('tells the share that a passage holds of all that is asked, and of what some passage holds', () => {
    const nowhere = { total: 0, passages: new Uint32Array(), postings: new Uint32Array() };
    const { heldShare } = lexicalScores([list({ 0: { inTitle: true }, 1: {} }), nowhere], FOUR, 10);
    expect(heldShare(0, 'all')).toBeCloseTo(IN_TWO / (IN_TWO + idfOf(4, 0)), 6);
    expect([heldShare(0, 'held'), heldShare(2, 'held')]).toEqual([1, 0]);
  });

  it('counts nothing for a stem that no passage holds, or whose list was too long to read', () => {
    const unread = { total: 3, passages: new Uint32Array(), postings: new Uint32Array() };
    const { idf, top, best, titleShare } = lexicalScores([unread], FOUR, 10);
    expect([[...idf], top, best, titleShare(0)]).toEqual([[0], [], 0, 0]);
  });
});

describe('σ, BM25 of "title. sentence"', () => {
  const passage = { number: 0, titleLength: 1, sentenceLengths: [1, 3] };
  const average = 2;

  it('counts a stem once in a sentence, once more in the title, by the length of both', () => {
    const lists = [list({ 0: { count: 5, inTitle: true, sentences: 0b01 } }), list({ 0: { sentences: 0b10 } })];
    const lexical = lexicalScores(lists, FOUR, 10);
    const scores = sentenceScores(lexical, passage, average);
    // With the title's word, the first sentence has 1 + 1 words and the second 1 + 3.
    expect(scores).toHaveLength(2);
    expect(scores[0]).toBeCloseTo(IN_ONE * TWICE, 5);
    expect(scores[1]).toBeCloseTo(2 * IN_ONE * (2.2 / 3.1), 5);
  });

  it('has one value for all sentences from the tenth on, and one for a text without any', () => {
    const lexical = lexicalScores([list({ 0: { sentences: 0b10_0000_0000 } })], FOUR, 10);
    const many = { ...passage, sentenceLengths: new Array<number>(12).fill(1) };
    const scores = sentenceScores(lexical, many, average);
    expect(scores).toHaveLength(10);
    expect([...scores.subarray(0, 9)]).toEqual(new Array(9).fill(0));
    expect(scores[9]).toBeCloseTo(IN_ONE, 5);
    expect([...sentenceScores(lexical, { ...passage, sentenceLengths: [] }, average)]).toEqual([0]);
  });
});
