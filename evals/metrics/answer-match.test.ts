import { describe, expect, it } from 'vitest';
import { answerF1, bestOverAliases, exactMatch, saysAnswer } from './answer-match.ts';

// [given, gold, EM, F1 of hotpot_evaluate_v1.py, F1 of MuSiQue's metrics/answer.py], as the scripts print them.
const published: [string, string, number, number, number][] = [
  ['The Bourne Deception!', 'bourne deception', 1, 1, 1],
  ['Oklahoma City', 'Oklahoma City Thunder', 0, 0.8, 0.8],
  ['yes', 'Yes.', 1, 1, 1],
  ['no', 'no one knows', 0, 0, 0.5],
  ['no one knows', 'no', 0, 0, 0.5],
  ['', 'the', 1, 0, 1],
  ['noanswer', '', 0, 0, 0],
  ['Karl Renner, Chancellor of Austria', 'Karl Renner', 0, 0.5714285714285715, 0.5714285714285715],
  ['one two two three', 'two three three', 0, 0.5714285714285715, 0.5714285714285715],
];

describe('exact match and F1', () => {
  it.each(published)('%j against %j', (given, gold, em, hotpot, musique) => {
    expect(exactMatch(given, gold)).toBe(em);
    expect(answerF1(given, gold, 'hotpotqa')).toBe(hotpot);
    expect(answerF1(given, gold, '2wiki')).toBe(hotpot);
    expect(answerF1(given, gold, 'musique')).toBe(musique);
  });

  it('follows SQuAD where the others part: words like any other, nothing shared by two empty answers', () => {
    expect(answerF1('no', 'no one knows', 'squad')).toBe(0.5);
    expect(answerF1('', '', 'squad')).toBe(0);
  });

  it('takes the best alias, and tells nothing without gold', () => {
    const score = (gold: string) => answerF1('Oklahoma City', gold, 'musique');
    expect(bestOverAliases(['OKC', 'Oklahoma City Thunder'], score)).toBe(0.8);
    expect(bestOverAliases([], score)).toBeUndefined();
  });
});

describe('saying an answer', () => {
  it.each([
    ['It was Karl Renner of Austria.', 'Karl Renner', true],
    ['Renner Karl', 'Karl Renner', false],
    ['yes, both are', 'yes', true],
    ['there is no record of it', 'no', false],
    ['5 million', '5', false],
    ['5 films', '5', true],
    ['15', '5', false],
    ['', '', false],
  ])('%j says %j: %j', (given, gold, expected) => {
    expect(saysAnswer(given, gold)).toBe(expected);
  });
});
