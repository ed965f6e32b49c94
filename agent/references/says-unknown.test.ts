import { expect, it } from 'vitest';
import { saysUnknown, tellsWhatIsMissing } from './says-unknown.ts';

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

it('recognises a statement that tells what pages do not say', () => {
  for (const statement of [
    'The pages don’t say when.',
    'How short the notice may be is not said.',
    'Die Seiten nennen keinen Preis.',
  ])
    expect(tellsWhatIsMissing(statement), statement).toBe(true);
  for (const statement of ['The office is not open.', 'He is not said to be late again today.'])
    expect(tellsWhatIsMissing(statement), statement).toBe(false);
});
