import { expect, it } from 'vitest';
import { expandShortForms } from './short-forms.ts';

it('writes out what people shorten where they ask about programs', () => {
  expect(expandShortForms('which env var sets the dir of the repo?')).toBe(
    'which environment variable sets the directory of the repository?',
  );
  expect(expandShortForms('what do the args and params mean')).toBe('what do the argument and parameter mean');
});

it('leaves a form as it is where the pages have it', () => {
  expect(expandShortForms('which dir is it', new Set(['dir']))).toBe('which dir is it');
});
