import { expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { testStores } from '../../stores/testing/test-stores.ts';
import { announceWorker, listWorkers } from './presence.ts';

it('takes a worker for gone that was not heard of for a while, also when the clock was set back', async () => {
  const place = testStores();
  const { keyValues } = await place.open();
  const worker = announceWorker(keyValues, silentLog);
  const alive = async (laterMs: number) => (await listWorkers(keyValues, Date.now() + laterMs)).map((one) => one.alive);
  try {
    await expect.poll(() => alive(0)).toEqual([true]);
    expect(await alive(60_000)).toEqual([false]);
    expect(await alive(-3_600_000)).toEqual([false]);
  } finally {
    await worker.close();
    await place.dispose();
  }
});
