import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something holds, looking every few milliseconds; the limit only ends what will never hold. */
export const until = async (holds: () => boolean | Promise<boolean>, what = 'that', ms = 120_000): Promise<void> => {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited ${ms} ms for ${what}`);
    await sleep(5);
  }
};
