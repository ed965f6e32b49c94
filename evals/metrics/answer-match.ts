import { answerTokens, normalizeAnswer } from './normalize-answer.ts';

/**
 * Which official script an F1 follows. They share the normalisation and differ at two edges:
 * - `hotpotqa`, `2wiki` (hotpot_evaluate_v1.py, 2wikimultihop_evaluate_v1.1.py): `yes`, `no` and `noanswer` match only themselves,
 *   and two empty answers share nothing (0);
 * - `musique` (metrics/answer.py, as SQuAD 2.0): two empty answers agree (1); yes and no are words like any other;
 * - `squad` (evaluate-v1.1.py): words like any other, and two empty answers share nothing (0);
 * - `label`: the answer is one of a set of labels (FEVER), so there is accuracy and no F1.
 */
export const answerRules = ['squad', 'hotpotqa', 'musique', '2wiki', 'label'] as const;
export type AnswerRule = (typeof answerRules)[number];

/** 1 when the two are equal after normalisation. */
export const exactMatch = (given: string, gold: string): 0 | 1 =>
  normalizeAnswer(given) === normalizeAnswer(gold) ? 1 : 0;

/** Word F1 of a given answer against one gold answer, by the rule's script; [0, 1]. */
export const answerF1 = (given: string, gold: string, rule: AnswerRule): number => {
  const givenTokens = answerTokens(given);
  const goldTokens = answerTokens(gold);
  if (rule === 'hotpotqa' || rule === '2wiki') {
    const [a, b] = [givenTokens.join(' '), goldTokens.join(' ')];
    if ((closed.has(a) || closed.has(b)) && a !== b) return 0;
  }
  if (rule === 'musique' && (givenTokens.length === 0 || goldTokens.length === 0))
    return givenTokens.length === goldTokens.length ? 1 : 0;
  const same = sharedCount(givenTokens, goldTokens);
  if (same === 0) return 0;
  const precision = same / givenTokens.length;
  const recall = same / goldTokens.length;
  return (2 * precision * recall) / (precision + recall);
};

/** The best score over all gold answers (aliases), as every one of the scripts takes it; undefined where there is no gold. */
export const bestOverAliases = (golds: readonly string[], score: (gold: string) => number): number | undefined =>
  golds.length === 0 ? undefined : Math.max(...golds.map(score));

/**
 * True when the given answer says the gold answer: all its words, in order and side by side, somewhere in the given words.
 * This is "accuracy" as IterDRAG and AirRAG report it. A gold yes or no must be the first word, or "no record of it" would
 * count as no; a gold number must not be a part of a bigger figure ("5" in "5 million").
 */
export const saysAnswer = (given: string, gold: string): boolean => {
  const [words, wanted] = [answerTokens(given), answerTokens(gold)];
  if (wanted.length === 0 || words.length < wanted.length) return false;
  if (wanted.length === 1 && (wanted[0] === 'yes' || wanted[0] === 'no')) return words[0] === wanted[0];
  const bare = /^\d+$/.test(wanted.at(-1) ?? '');
  for (let i = 0; i + wanted.length <= words.length; i++) {
    if (!wanted.every((word, j) => words[i + j] === word)) continue;
    if (bare && scaleWords.has(words[i + wanted.length] ?? '')) continue;
    return true;
  }
  return false;
};

const closed = new Set(['yes', 'no', 'noanswer']);
const scaleWords = new Set(['hundred', 'thousand', 'million', 'billion', 'trillion']);

/** Size of the multiset intersection. */
const sharedCount = (a: readonly string[], b: readonly string[]): number => {
  const left = new Map<string, number>();
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1);
  let same = 0;
  for (const word of b) {
    const count = left.get(word) ?? 0;
    if (count > 0) {
      same += 1;
      left.set(word, count - 1);
    }
  }
  return same;
};
