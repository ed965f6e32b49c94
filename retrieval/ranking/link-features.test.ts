import { describe, expect, it } from 'vitest';
import type { IndexedPassage, NameUse } from '../../stores/index.ts';
import type { Hops } from './hops.ts';
import type { LexicalScores } from './lexical-scores.ts';
import { linkFeatures, linkScore, NO_LINKS, scaledSentenceScores } from './link-features.ts';
import { analyseQuestion } from './question.ts';
import type { Link } from './title-links.ts';
import { WITHOUT_ENCODER } from './weights.ts';

const [BEST, SECOND, TARGET, OTHER] = [1, 2, 10, 11];
const question = analyseQuestion('who leads the billing engine of Falcon');

/** BM25 of each passage for the stems that the hop origin lacks; the best total is 8. */
const BEYOND: Record<number, number> = { [TARGET]: 4, [OTHER]: 2 };
const lexical = {
  best: 8,
  idf: Float64Array.of(3, 1, 4, 2),
  stemsIn: () => Uint8Array.of(1, 0, 0, 0),
  totalWithout: (passage: number) => BEYOND[passage] ?? 0,
} as unknown as LexicalScores;

const use = (name: string, sentences: number): NameUse => ({
  key: name.toLowerCase(),
  name,
  sentences,
  count: 1,
  inTitle: false,
  wide: false,
});
const hopOrigin = (number: number, { links = [], shared = [] }: Partial<Hops>): Hops => ({
  passage: { number } as IndexedPassage,
  links,
  shared,
});
const link = (to: number, weight: number, through: NameUse, fact?: Link['fact']): Link => ({
  to: Uint32Array.of(to),
  weight,
  through,
  fact,
});

/** Hop origins with a base score of 0.5 and sentence scores of 0.2 and 0.8. */
const from = (hops: Hops[], base: [number, number][] = [[BEST, 0.5]]) =>
  linkFeatures(question, lexical, {
    hops,
    base: new Map(base),
    sentences: hops.map(() => Float64Array.of(0.2, 0.8)),
  });

describe('a link', () => {
  it('says base · w · σ of its best sentence, and base · w · residual', () => {
    const target = from([hopOrigin(BEST, { links: [link(TARGET, 0.6, use('Ada', 0b11))] })]).get(TARGET)!;
    expect(target.linkSentence).toBeCloseTo(0.5 * 0.6 * 0.8, 9);
    expect(target.linkResidual).toBeCloseTo(0.5 * 0.6 * (4 / 8), 9);
    expect([target.sharedSentence, target.sharedResidual]).toEqual([0, 0]);
    expect(target.best).toMatchObject({ from: BEST, through: 'Ada', kind: 'link' });
    const first = from([hopOrigin(BEST, { links: [link(TARGET, 0.6, use('Ada', 0b01))] })]).get(TARGET)!;
    expect(first.linkSentence).toBeCloseTo(0.5 * 0.6 * 0.2, 9);
  });

  it('counts at its best over links and hop origins, feature by feature', () => {
    const links = [link(TARGET, 0.6, use('Ada', 0b01)), link(TARGET, 0.2, use('Bo', 0b10))];
    const target = from(
      [hopOrigin(BEST, { links }), hopOrigin(SECOND, { links })],
      [
        [BEST, 0.5],
        [SECOND, 0.1],
      ],
    ).get(TARGET)!;
    expect(target.linkSentence).toBeCloseTo(0.5 * 0.2 * 0.8, 9);
    expect(target.linkResidual).toBeCloseTo(0.5 * 0.6 * 0.5, 9);
    // 0.06 + 0.15 for Ada, 0.08 + 0.05 for Bo.
    expect(target.best).toMatchObject({ from: BEST, through: 'Ada', value: expect.closeTo(0.21, 9) });
  });

  it('over a fact has the share of the question that the fact holds, where that is more than its sentence', () => {
    const fact = (...stems: string[]) => ({ text: '', stems: new Set(stems), ends: [] });
    const over = (stated: Link['fact']) =>
      from([hopOrigin(BEST, { links: [link(TARGET, 1, use('Ada', 0b01), stated)] })]).get(TARGET)!.linkSentence;
    // The facts contain (3 + 4) / 10 and 1 / 10 of the idf of these stems.
    expect(question.stems).toEqual(['lead', 'bill', 'engin', 'falcon']);
    expect(over(fact('lead', 'engin', 'zebra'))).toBeCloseTo(0.5 * 0.7, 9);
    expect(over(fact('bill'))).toBeCloseTo(0.5 * 0.2, 9);
  });
});

describe('a shared entity', () => {
  const shares = (name: string, sentences: number) => ({
    shared: [{ entity: use(name, sentences), passages: Uint32Array.of(BEST, TARGET, OTHER), rarity: 0.5 }],
  });

  it('says base · rarity · σ, and that times the residual, of all that share it but the origin', () => {
    const features = from([hopOrigin(BEST, shares('Golden Lantern', 0b10))]);
    expect([...features.keys()]).toEqual([TARGET, OTHER]);
    const [target, other] = [features.get(TARGET)!, features.get(OTHER)!];
    expect(target.sharedSentence).toBeCloseTo(0.5 * 0.5 * 0.8, 9);
    expect(target.sharedResidual).toBeCloseTo(0.5 * 0.5 * 0.8 * 0.5, 9);
    expect(other.sharedResidual).toBeCloseTo(0.5 * 0.5 * 0.8 * 0.25, 9);
    expect([target.linkSentence, target.linkResidual]).toEqual([0, 0]);
    expect(target.best).toMatchObject({ from: BEST, through: 'Golden Lantern', kind: 'entity' });
  });

  it('has σ .3 where only the title holds it', () => {
    expect(from([hopOrigin(BEST, shares('Golden Lantern', 0))]).get(TARGET)!.sharedSentence).toBeCloseTo(
      0.5 * 0.5 * 0.3,
      9,
    );
  });

  it('is passed over where the question names it, or a name with half its words in common', () => {
    expect(from([hopOrigin(BEST, shares('Falcon', 0b10))]).size).toBe(0);
    expect(from([hopOrigin(BEST, shares('Falcon Engine', 0b10))]).size).toBe(0);
    expect(from([hopOrigin(BEST, shares('Falcon Engine House', 0b10))]).size).toBe(2);
  });
});

it('has no residual where no passage holds a stem of the question', () => {
  const none = { ...lexical, best: 0 } as LexicalScores;
  const [hops, base] = [[hopOrigin(BEST, { links: [link(TARGET, 1, use('Ada', 0b01))] })], new Map([[BEST, 1]])];
  expect(linkFeatures(question, none, { hops, base, sentences: [Float64Array.of(1)] }).get(TARGET)!.linkResidual).toBe(
    0,
  );
});

it('scales sentences by the best of all hop origins', () => {
  const texts = (number: number, ...sentenceLengths: number[]): Hops => ({
    passage: { number, titleLength: 0, sentenceLengths } as unknown as IndexedPassage,
    links: [],
    shared: [],
  });
  // A stem in the first sentence of both passages; the shorter sentence weighs more.
  const uses = { idf: Float64Array.of(2), posting: () => 0b1 } as unknown as LexicalScores;
  const [short, long] = scaledSentenceScores(uses, [texts(1, 4), texts(2, 8, 4)], 4);
  expect(short![0]).toBe(1);
  // 2.2 / (1 + 1.2 · (.25 + .75 · 8 / 4)), beside 2.2 / 2.2.
  expect(long![0]).toBeCloseTo(2.2 / 3.1, 9);
  expect(long![1]).toBe(0);
});

it('scales by the best sentence of a passage, wherever it stands', () => {
  const passage = { number: 1, titleLength: 0, sentenceLengths: [8, 4] } as unknown as IndexedPassage;
  const uses = { idf: Float64Array.of(2), posting: () => 0b11 } as unknown as LexicalScores;
  const [scaled] = scaledSentenceScores(uses, [{ passage, links: [], shared: [] }], 4);
  expect([...scaled!]).toEqual([expect.closeTo(2.2 / 3.1, 9), 1]);
});

it('adds the link features up by their weights', () => {
  const features = { ...NO_LINKS, linkSentence: 1, linkResidual: 2, sharedSentence: 3, sharedResidual: 4 };
  const weights = {
    ...WITHOUT_ENCODER.final,
    linkSentence: 10,
    linkResidual: 100,
    sharedSentence: 1000,
    sharedResidual: 10_000,
  };
  expect(linkScore(features, weights)).toBe(10 + 200 + 3000 + 40_000);
});
