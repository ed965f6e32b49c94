import { expect, it } from 'vitest';
import { namesAnotherCode } from './another-code.ts';

it('tells another code of the kind from the one that is asked', () => {
  expect(namesAnotherCode('What does E-47 mean?', 'E-48: the door is open.')).toBe(true);
  expect(namesAnotherCode('What does E-47 mean?', 'E-47 and E-48: the door is open.')).toBe(false);
  expect(namesAnotherCode('What does E-47 mean?', 'The door is open.')).toBe(false);
});

it('tells another version from the one that is asked; 1.1.3 is a 1.1, and 1.1 is 1.1.0', () => {
  const asked = 'What was added in version 1.1.0?';
  expect(namesAnotherCode(asked, 'Version 1.0 added the importer.')).toBe(true);
  expect(namesAnotherCode(asked, '[1.10.0] - 2019-02-15')).toBe(true);
  expect(namesAnotherCode(asked, '1.1 and version 1.0 added the importer.')).toBe(true);
  expect(namesAnotherCode(asked, 'Version 1.1 added the importer.')).toBe(false);
  expect(namesAnotherCode('What is new in v1.1?', '[1.1.3] - 2019-02-15')).toBe(false);
  expect(namesAnotherCode('Is 1.5 m enough?', 'Version 1.0 needs 2 m.')).toBe(false);
});
