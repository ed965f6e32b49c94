import { expect, it } from 'vitest';
import { normalizeAnswer } from './normalize-answer.ts';

// Expectations are what the official Python scripts print.
it.each([
  ['The Bourne Deception!', 'bourne deception'],
  ['U.S.A.', 'usa'],
  ['(The) "Éclair" — an end\'s', 'éclair — ends'],
  ['À la a', 'à la'],
  ['a_b the', 'ab'],
  ['  one\ttwo\n three ', 'one two three'],
])('normalises %j as the official scripts do', (text, expected) => {
  expect(normalizeAnswer(text)).toBe(expected);
});

it('knows word borders and white space as Python does, not as JavaScript', () => {
  expect(normalizeAnswer('xéa the cat')).toBe('xéa cat');
  expect(normalizeAnswer('x\u00a0\u1680y\u001cz')).toBe('x y z');
  expect(normalizeAnswer('\ufeffthe cat')).toBe('\ufeff cat');
});
