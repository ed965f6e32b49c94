import { expect, it } from 'vitest';
import { judgeKnowledge } from '../strategies/crp/tasks/judge-knowledge.ts';
import { reasonStep } from '../strategies/crp/tasks/reason-step.ts';
import { reviewStep } from '../strategies/par/tasks/review-step.ts';
import { answerStep } from './answer-step.ts';
import { layOutToday } from './prompt.ts';

it('tells the weekday of a day, and leaves what is no day as it is', () => {
  expect(layOutToday('2026-11-29')).toBe('Today: Sunday, 2026-11-29');
  expect(layOutToday('2026-11-29T23:30:00.000Z')).toBe('Today: Sunday, 2026-11-29T23:30:00.000Z');
  expect(layOutToday('some day')).toBe('Today: some day');
});

it('tells each call that answers a step the day, by which "the next" and "last year" are read', () => {
  const [step, today] = ['When are the next Games?', '2026-11-30'];
  const asked = { mainQuestion: step, question: step, step, answer: '', today, steps: [], conditions: [] };
  const prompts = [
    answerStep.prompt({ ...asked, references: [] }),
    reviewStep.prompt({ ...asked, references: [] }),
    reasonStep.prompt({ ...asked, facts: [] }),
    judgeKnowledge.prompt({ ...asked, facts: [] }),
  ];
  for (const [, asker] of prompts) expect(asker?.content).toContain('Today: Monday, 2026-11-30');
});
