import { expect, it } from 'vitest';
import { saysUnknown } from './says-unknown.ts';

it('recognises the ways in which a model says that it does not know', () => {
  for (const answer of [
    '',
    ' ',
    'unknown',
    'Unknown.',
    '"unknown"',
    'I don’t know',
    'Sorry, I do not know that.',
    'None.',
  ])
    expect(saysUnknown(answer)).toBe(true);
});

it('accepts answers that only contain such words', () => {
  for (const answer of ['None of the films won', 'The Unknown Soldier', 'Unknown Pleasures', 'Ada knows'])
    expect(saysUnknown(answer)).toBe(false);
});
