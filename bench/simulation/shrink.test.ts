import { expect, it } from 'vitest';
import { shrinkList } from './shrink.ts';

it('leaves only what is needed to fail', async () => {
  const list = Array.from({ length: 40 }, (_, index) => index);
  let asked = 0;
  const shortest = await shrinkList(list, async (shorter) => {
    asked += 1;
    return [3, 17, 31].every((needed) => shorter.includes(needed));
  });
  expect(shortest).toEqual([3, 17, 31]);
  expect(asked).toBeLessThan(150);
});

it('leaves a list as it is of which nothing can go', async () => {
  expect(await shrinkList(['a', 'b'], async (shorter) => shorter.length === 2)).toEqual(['a', 'b']);
});
