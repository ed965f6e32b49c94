import type { z } from 'zod';
import { counted } from './text/counted.ts';

/** How zod begins its own messages. Any other message was written for its field, and stays. */
const OWN_WORDS = /^(?:Invalid (?:input|option)|Too (?:small|big)):/;
const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item', file: 'byte' };

const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** What is wrong with a value, to stand behind its name: "must be a number", "is missing". */
export const plainIssue = (issue: z.core.$ZodIssue): string => {
  const { message } = issue;
  if (!OWN_WORDS.test(message)) return message;
  if (issue.code === 'invalid_type') {
    if (message.endsWith('received undefined')) return 'is missing';
    const expected = issue.expected === 'int' ? 'whole number' : issue.expected;
    return `must be ${/^[aeio]/.test(expected) ? 'an' : 'a'} ${expected}`;
  }
  if (issue.code === 'invalid_value') return `must be ${EITHER.format(issue.values.map(String))}`;
  if (issue.code === 'too_small') {
    const unit = UNITS[issue.origin];
    if (unit && Number(issue.minimum) === 1) return 'must not be empty';
    return bound(issue.inclusive === false ? 'more than' : 'at least', issue.minimum, unit);
  }
  if (issue.code === 'too_big') {
    return bound(issue.inclusive === false ? 'less than' : 'at most', issue.maximum, UNITS[issue.origin]);
  }
  return message;
};

const bound = (relation: string, limit: number | bigint, unit: string | undefined): string =>
  unit ? `must have ${relation} ${counted(Number(limit), unit)}` : `must be ${relation} ${limit}`;
