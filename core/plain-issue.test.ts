import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { plainIssue } from './plain-issue.ts';
import { readSettings } from './settings.ts';

const issueOf = (schema: z.ZodType, value: unknown): string => {
  const [issue] = schema.safeParse(value).error?.issues ?? [];
  return issue ? plainIssue(issue) : '';
};

describe('plainIssue', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.coerce.number(), 'abc', 'must be a number'],
    [z.number().int(), 2.5, 'must be a whole number'],
    [z.string(), undefined, 'is missing'],
    [z.string(), 4, 'must be a string'],
    [z.array(z.string()), 'x', 'must be an array'],
    [z.array(z.string()).min(1), [], 'must not be empty'],
    [z.string().min(3), 'a', 'must have at least 3 characters'],
    [z.string().max(3), 'abcd', 'must have at most 3 characters'],
    [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
    [z.number().min(0), -1, 'must be at least 0'],
    [z.number().positive(), 0, 'must be more than 0'],
    [z.number().max(65535), 70000, 'must be at most 65535'],
    [z.enum(['yes', 'no']), 'perhaps', 'must be yes or no'],
    [z.enum(['a', 'b', 'c']), 'd', 'must be a, b or c'],
    [z.string().regex(/^x/, 'must begin with x'), 'y', 'must begin with x'],
    [z.number().min(1, 'takes one at least'), 0, 'takes one at least'],
  ])('says what a value must be, and keeps what a schema says itself (%#)', (schema, value, words) => {
    expect(issueOf(schema, value)).toBe(words);
  });
});

it('names a wrong setting in plain words', () => {
  expect(() => readSettings({ PORT: 'abc' })).toThrow('A setting is wrong: PORT must be a number.');
  expect(() => readSettings({ PORT: '70000' })).toThrow('A setting is wrong: PORT must be at most 65535.');
  expect(() => readSettings({ PARLEY_MODELS_FETCH: 'maybe' })).toThrow('PARLEY_MODELS_FETCH must be yes or no.');
});
