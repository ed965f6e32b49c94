import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recentlyUsed } from './recently-used.ts';

it('keeps the values used last, up to its size', () => {
  const MAX = 10;
  const key = fc.integer({ min: 0, max: 5 });
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.option(fc.integer({ min: 1, max: 12 })))), (calls) => {
      const cache = recentlyUsed<number, number>(MAX, (size) => size);
      /** Entries, the least recently used first. */
      let expected: [number, number][] = [];
      for (const [asked, size] of calls) {
        const known = expected.find(([one]) => one === asked);
        if (size === null) expect(cache.get(asked)).toBe(known?.[1]);
        else cache.set(asked, size);
        const kept = size === null ? known : size <= MAX ? ([asked, size] satisfies [number, number]) : undefined;
        expected = [...expected.filter(([one]) => one !== asked), ...(kept ? [kept] : [])];
        while (expected.reduce((sum, [, one]) => sum + one, 0) > MAX) expected.shift();
      }
      for (const asked of [0, 1, 2, 3, 4, 5])
        expect(cache.get(asked)).toBe(expected.find(([one]) => one === asked)?.[1]);
      cache.clear();
      expect(expected.every(([one]) => cache.get(one) === undefined)).toBe(true);
    }),
  );
});
