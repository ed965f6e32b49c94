import { describe, expect, it } from 'vitest';
import { agreementOf, type JudgedPair, peopleWouldSay } from './agreement.ts';
import { seededIntegers } from './random.ts';

const pairs = (bothRight: number, onlyPerson: number, onlyJudge: number, bothWrong: number): JudgedPair[] => [
  ...Array.from({ length: bothRight }, () => ({ person: true, judge: true })),
  ...Array.from({ length: onlyPerson }, () => ({ person: true, judge: false })),
  ...Array.from({ length: onlyJudge }, () => ({ person: false, judge: true })),
  ...Array.from({ length: bothWrong }, () => ({ person: false, judge: false })),
];

describe('agreement', () => {
  it('is kappa as a textbook has it (20, 5, 10, 15 of 50: 0.4)', () => {
    const found = agreementOf(pairs(20, 5, 10, 15));
    expect(found.agreement.value).toBeCloseTo(0.7);
    expect(found.kappa!.value).toBeCloseTo(0.4);
    expect(found.sensitivity!.value).toBeCloseTo(0.8);
    expect(found.specificity!.value).toBeCloseTo(0.6);
  });

  it('has no kappa where both said one thing throughout, and no share of what there is none of', () => {
    const found = agreementOf(pairs(12, 0, 0, 0));
    expect(found.kappa).toBeUndefined();
    expect(found.specificity).toBeUndefined();
    expect(found.agreement).toMatchObject({ value: 1, n: 12 });
    expect(found.agreement.low).toBeLessThan(0.8);
    expect(agreementOf([]).agreement).toMatchObject({ low: 0, high: 1, n: 0 });
  });

  it('is 0 beyond chance for a judge that says right always', () => {
    expect(agreementOf(pairs(40, 0, 10, 0)).kappa!.value).toBe(0);
  });
});

it('intervals hold the truth about nineteen times of twenty, for kappa and for what people would say', () => {
  const below = seededIntegers(5);
  const chance = (p: number) => below(1_000_000) / 1_000_000 < p;
  // People call 70 % right; the judge sees 90 % of the right ones and 80 % of the wrong ones.
  const draw = (): JudgedPair[] =>
    Array.from({ length: 120 }, () => {
      const person = chance(0.7);
      return { person, judge: person ? chance(0.9) : !chance(0.8) };
    });
  const byChance = 0.7 * 0.69 + 0.3 * 0.31;
  const kappa = (0.87 - byChance) / (1 - byChance);
  const runs = Array.from({ length: 60 }, draw);
  const holds = (interval: { low: number; high: number } | undefined, truth: number) =>
    interval !== undefined && interval.low <= truth && truth <= interval.high;
  expect(runs.filter((run) => holds(agreementOf(run).kappa, kappa)).length).toBeGreaterThanOrEqual(53);
  expect(runs.filter((run) => holds(peopleWouldSay(0.69, run), 0.7)).length).toBeGreaterThanOrEqual(53);
});

it('nothing is said of people where the judge knows no better than chance', () => {
  expect(peopleWouldSay(0.8, pairs(10, 10, 10, 10))).toBeUndefined();
});
