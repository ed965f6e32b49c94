import { expect, it } from 'vitest';
import { cacheByText } from '../cache-by-text.ts';

it('reads a cached text once, and keeps the most recently used', () => {
  const asked: string[] = [];
  const lengthOf = cacheByText((text) => {
    asked.push(text);
    return text === 'nothing' ? undefined : text.length;
  }, 350);
  expect([lengthOf('a'), lengthOf('b'), lengthOf('a'), lengthOf('nothing'), lengthOf('nothing')]).toEqual([
    1,
    1,
    1,
    undefined,
    undefined,
  ]);
  expect(asked).toEqual(['a', 'b', 'nothing']);
  lengthOf('c'); // there is no room for four, and `b` is the least recently used
  lengthOf('a');
  lengthOf('b');
  expect(asked).toEqual(['a', 'b', 'nothing', 'c', 'b']);
});

it('does not cache a text above the limit', () => {
  let reads = 0;
  const read = cacheByText(() => ++reads, 500);
  read('x'.repeat(600));
  read('x'.repeat(600));
  expect(reads).toBe(2);
});
