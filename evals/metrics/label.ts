import type { Answer } from '../../core/answer.ts';
import { givesAnswer } from '../../core/verdict.ts';
import { answerTokens } from './normalize-answer.ts';

/** FEVER's three labels. */
export const feverLabels = ['SUPPORTS', 'REFUTES', 'NOT ENOUGH INFO'] as const;
export type FeverLabel = (typeof feverLabels)[number];

/** The label that an answer to "is this claim so?" amounts to: a refusal is NOT ENOUGH INFO, a false premise REFUTES. */
export const labelOf = (answer: Answer): FeverLabel => {
  if (answer.verdict === 'invalid-premise') return 'REFUTES';
  if (!givesAnswer(answer.verdict)) return 'NOT ENOUGH INFO';
  const words = answerTokens(answer.shortAnswer);
  if (words.includes('enough')) return 'NOT ENOUGH INFO';
  if (words.some((word) => refuting.has(word))) return 'REFUTES';
  return words.some((word) => supporting.has(word)) ? 'SUPPORTS' : 'NOT ENOUGH INFO';
};

const refuting = new Set(['refutes', 'refuted', 'no', 'not', 'false', 'incorrect', 'untrue']);
const supporting = new Set(['supports', 'supported', 'yes', 'true', 'correct']);
