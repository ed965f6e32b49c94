import { expect, it } from 'vitest';
import { namesAnotherCode } from './another-code.ts';

it('tells another code of the kind from the one that is asked', () => {
  expect(namesAnotherCode('What does E-47 mean?', 'E-48: the door is open.')).toBe(true);
  expect(namesAnotherCode('What does E-47 mean?', 'E-47 and E-48: the door is open.')).toBe(false);
  expect(namesAnotherCode('What does E-47 mean?', 'The door is open.')).toBe(false);
});
