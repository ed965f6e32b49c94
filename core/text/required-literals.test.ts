import { describe, expect, it } from 'vitest';
import { requiredLiterals } from './required-literals.ts';

describe('literals that a pattern requires', () => {
  it.each([
    [/answers?/u, [['answer']]],
    [/(?<!\p{L})(?:say|tell) \p{L}+ to/u, [['say ', 'tell '], [' to']]],
    [/repl(?:y|ies)(?! to)/u, [['reply', 'replies']]],
    [/summari[sz]e/u, [['summarise', 'summarize']]],
    [/(?:ab)+c/u, [['ab']]],
    [/the (?:\w+ )?(?:question|\p{L}+)/u, [['the ']]],
    [/(?:abc|\p{L}+)/u, []],
    [/(?:abc)?\d/u, []],
    [/[a-z]{3}/u, []],
    [/answer/iu, []],
  ] as const)('of %s are %j', (pattern, clauses) => {
    expect(requiredLiterals(pattern)).toEqual(clauses);
  });
});
