import { afterAll, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { openAnswerLinks } from './answer-links.ts';

const stores = openEmbedded(':memory:');
afterAll(() => stores.close());

const keyIn = (path: string) => new URL(path, 'http://x').searchParams.get('key')!;

it('opens only the answer that it was made for, in every process that shares the records', async () => {
  const [here, there] = await Promise.all([openAnswerLinks(stores.keyValues), openAnswerLinks(stores.keyValues)]);
  const key = keyIn(here.pathTo('turn-1'));
  expect(there.opens('turn-1', key)).toBe(true);
  expect(there.opens('turn-2', key)).toBe(false);
});

it('is refused when it was changed or forged', async () => {
  const links = await openAnswerLinks(stores.keyValues);
  const [day, mac] = keyIn(links.pathTo('turn-1')).split('.') as [string, string];
  const other = mac.startsWith('A') ? `B${mac.slice(1)}` : `A${mac.slice(1)}`;
  for (const key of ['', '.', `${day}.`, `${Number(day) + 1}.${mac}`, `${day}.${other}`, `${day}.${mac}x`]) {
    expect(links.opens('turn-1', key), key).toBe(false);
  }
});

it('expires', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  const links = await openAnswerLinks(stores.keyValues, { ...systemClock, now: () => now });
  const key = keyIn(links.pathTo('turn-1'));
  now += 30 * 24 * 3600 * 1000;
  expect(links.opens('turn-1', key)).toBe(true);
  now += 24 * 3600 * 1000;
  expect(links.opens('turn-1', key)).toBe(false);
});
