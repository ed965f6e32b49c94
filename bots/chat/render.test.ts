import { expect, it } from 'vitest';
import { answerOf } from '../conversation/scripted-agent.ts';
import { renderAnswer } from './render.ts';

const likely = answerOf('When was the hall built?', {
  verdict: 'likely',
  text: 'Probably 1412 [1].',
  unconfirmed: ['where the founder lived <https://evil.example>'],
});

it('says beside a likely answer what no page states, and links nothing of it', () => {
  const { text, lines, verdict } = renderAnswer(likely, { inChannel: false });
  expect(verdict).toBe('likely');
  expect(text).toBe('Probably 1412 [1].');
  expect(lines[0]).toMatch(/^Your pages don’t say where the founder lived/);
  expect(lines[0]).toContain('`https://evil.example`');
});

it('says nothing of the kind beside a stated answer', () => {
  expect(renderAnswer({ ...likely, verdict: 'answered' }, { inChannel: false }).lines).toEqual([]);
});
