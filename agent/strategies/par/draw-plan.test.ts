import { expect, it } from 'vitest';
import { drawingSchema } from '../../../core/drawing.ts';
import { drawPlan } from './draw-plan.ts';

it('shows which steps are solved, unsolved, current and pending', () => {
  const planned = ['a', 'b', 'c', 'd'].map((question) => ({ thought: '', question, action: 'retrieve' as const }));
  const steps = [
    { question: 'a, refined', answer: 'Ann' },
    { question: 'b', answer: '' },
  ];
  const plan = drawingSchema.parse(drawPlan({ planned, steps, stepAtHand: { at: 2, question: 'c of Ann', tries: 0 } }));
  expect(plan).toMatchObject({
    steps: [
      { title: 'a, refined', status: 'done', answer: 'Ann' },
      { title: 'b', status: 'failed' },
      { title: 'c of Ann', status: 'running' },
      { title: 'd', status: 'pending' },
    ],
  });
});
