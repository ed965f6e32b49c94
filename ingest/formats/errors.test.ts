import { describe, expect, it } from 'vitest';
import { damaged } from './errors.ts';

describe('a damaged file', () => {
  it('is told with what its format’s library says of it', () => {
    expect(damaged('Word', new Error('invalid zip data.')).message).toBe(
      'The Word file is damaged or is none: a part of it is missing or was changed.',
    );
    expect(damaged('Word', new Error('No document part. Are you sure this is a valid .docx file?')).message).toBe(
      'The Word file is damaged or is none: No document part.',
    );
  });

  it('is told without what a library says of its own code', () => {
    expect(damaged('Word', new RangeError('The value of "sourceStart" is out of range.')).message).toBe(
      'The Word file is damaged or is none.',
    );
  });
});

it.each([
  'End of central directory record signature not found. Either not a zip file, or file is truncated.',
  'invalid central directory file header signature: 0x0',
  'incorrect header check',
  'Tar archive is truncated.',
])('says of a container, %j, what that means and not what its library calls it', (said) => {
  expect(damaged('zip', new Error(said)).message).toBe(
    'The zip file is damaged or is none: a part of it is missing or was changed.',
  );
});
