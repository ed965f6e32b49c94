import { setTimeout as sleep } from 'node:timers/promises';

/** Polls a condition every 5 ms until it holds. @throws an error that names `what` after `ms` milliseconds */
export const until = async (holds: () => boolean | Promise<boolean>, what = 'that', ms = 120_000): Promise<void> => {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`waited ${ms} ms for ${what}`);
    await sleep(5);
  }
};
