import { expect, it } from 'vitest';
import { answerOf } from '../conversation/scripted-agent.ts';
import { renderAnswer } from './render.ts';

const likely = answerOf('When was the hall built?', {
  verdict: 'likely',
  text: 'Probably 1412 [1].',
  unconfirmed: ['where the founder lived <https://evil.example>'],
});

it('marks what no page states in a likely answer, and does not link it', () => {
  const { text, lines, verdict } = renderAnswer(likely, { inChannel: false });
  expect(verdict).toBe('likely');
  expect(text).toBe('Probably 1412 [1].');
  expect(lines[0]).toMatch(/^Your pages don’t say where the founder lived/);
  expect(lines[0]).toContain('`https://evil.example`');
});

it('marks nothing in an answer that pages state', () => {
  expect(renderAnswer({ ...likely, verdict: 'answered' }, { inChannel: false }).lines).toEqual([]);
});
