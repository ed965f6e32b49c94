import { expect, it } from 'vitest';
import { ParleyError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import { createPlatformOpening, listPlatformsAway } from './open-platforms.ts';

it('a process that shuts down is not said to try a platform again, also while an attempt is under way', async () => {
  const { keyValues, close } = openEmbedded(':memory:');
  const closing = new AbortController();
  const clock = { now: Date.now, sleep: async () => {} };
  const platforms = createPlatformOpening({ keyValues, log: silentLog, closing: closing.signal, clock });
  const under = Promise.withResolvers<void>();
  const end = Promise.withResolvers<never>();
  const unreachable = new ParleyError('PLATFORM_UNREACHABLE', { message: 'No answer.', remedy: 'Wait.' });
  let attempts = 0;
  const opened = platforms.open('slack', async () => {
    attempts += 1;
    if (attempts === 1) throw unreachable;
    under.resolve();
    return end.promise;
  });
  await under.promise;
  expect(await listPlatformsAway(keyValues)).toMatchObject([{ platform: 'slack' }]);
  closing.abort();
  await expect.poll(() => listPlatformsAway(keyValues)).toEqual([]);
  end.reject(unreachable);
  expect(await opened).toBeUndefined();
  expect(await listPlatformsAway(keyValues)).toEqual([]);
  await close();
});
