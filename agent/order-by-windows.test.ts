import fc from 'fast-check';
import { expect, it } from 'vitest';
import { orderByWindows, STEP, WINDOW } from './order-by-windows.ts';

const counts = fc.integer({ min: 0, max: 75 });
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

it('returns every index once, whatever the model returns', () =>
  fc.assert(
    fc.asyncProperty(counts, fc.infiniteStream(fc.array(fc.integer({ min: -2, max: 25 }))), async (count, answers) => {
      const order = await orderByWindows(count, async () => answers.next().value!);
      expect([...order].sort((a, b) => a - b)).toEqual(upTo(count));
    }),
  ));

it('moves the best to the top if every window is ordered correctly, in the documented number of calls', () =>
  fc.assert(
    fc.asyncProperty(
      counts.chain((count) => fc.shuffledSubarray(upTo(count), { minLength: count })),
      async (worth) => {
        const sizes: number[] = [];
        const order = await orderByWindows(worth.length, async (places) => {
          sizes.push(places.length);
          return places
            .map((place, at) => ({ n: at + 1, worth: worth[place]! }))
            .sort((a, b) => b.worth - a.worth)
            .map(({ n }) => n);
        });
        const best = upTo(worth.length).reverse();
        const sure = WINDOW - STEP;
        expect(order.slice(0, sure).map((place) => worth[place])).toEqual(best.slice(0, sure));
        expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(WINDOW);
        if (worth.length > 1) expect(sizes.length).toBe(1 + Math.max(0, Math.ceil((worth.length - WINDOW) / STEP)));
      },
    ),
  ));

it('corrects a window: drops repeated and invalid numbers, and appends missing ones in order', async () => {
  expect(await orderByWindows(5, async () => [4, 9, 4, 0, 2.5, 2])).toEqual([3, 1, 0, 2, 4]);
  expect(await orderByWindows(3, async () => [])).toEqual([0, 1, 2]);
});

it('makes no call for one passage or none', async () => {
  const never = async () => expect.fail('asked');
  expect(await orderByWindows(1, never)).toEqual([0]);
  expect(await orderByWindows(0, never)).toEqual([]);
});
