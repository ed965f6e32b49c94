import { describe, expect, it } from 'vitest';
import { removeSpans } from './remove-spans.ts';

/** Removes the part of a text between two marks. */
const withoutMarked = (text: string): string => {
  const start = text.indexOf('«');
  const plain = text.replace('«', '');
  const end = plain.indexOf('»');
  return removeSpans(plain.replace('»', ''), [{ start, end }]);
};

describe('a text without some of its parts', () => {
  it('loses nothing else', () => {
    expect(withoutMarked('One. «Two. »Three.')).toBe('One. Three.');
    expect(withoutMarked('One. «```\ncode\n``` »Three.')).toBe('One. Three.');
  });

  it.each([
    ['the opening fence of a block', 'One.\n«Two.\n```sh\na»\nb\n```\nThree.', ['```', 'b', '```']],
    ['the closing fence of a block', 'One.\n```sh\na\n«b\n```\n»Three.', ['```sh', 'a', '```']],
    [
      'a fence inside a list item',
      '1. One:\n\n    ```\n    a\n«    b\n    ```\n»2. Two.',
      ['    ```', '    a', '    ```'],
    ],
    ['a long fence', '````\n```\na\n«````\n»Three.', ['````', '```', 'a', '````']],
  ])('keeps code as code if they contain %s', (_, text, code) => {
    expect(
      withoutMarked(text)
        .split('\n')
        .filter((line) => line !== '' && !/^(?:One|Three|\d)/.test(line)),
    ).toEqual(code);
  });
});
