import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../core/log.ts';

/** Container platforms kill 10 s (Docker) to 30 s (Kubernetes) after SIGTERM; the stores are closed after this. */
const CLOSE_MS = 6_000;

/** Something that `start` runs. */
export interface Service {
  name: string;
  close(): Promise<void>;
}

/**
 * Closes services side by side, and waits for none longer than the bound: a platform that cannot be reached must not keep
 * the process. What they leave unanswered stays in the records, and the next process takes it up.
 * @returns the names of those that did not end in time, which the log says too
 */
export const closeServices = async (
  services: readonly Service[],
  log: Log,
  withinMs: number = CLOSE_MS,
): Promise<string[]> => {
  const open = new Set(services.map(({ name }) => name));
  const closing = services.map(async ({ name, close }) => {
    try {
      await close();
    } catch (error) {
      log.warn({ err: error, service: name }, 'a service did not close well');
    }
    open.delete(name);
  });
  const late = new AbortController();
  await Promise.race([Promise.all(closing), sleep(withinMs, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
  if (open.size > 0)
    log.warn(
      { services: [...open] },
      'these did not close in time; what they left unanswered is kept for the next start',
    );
  return [...open];
};
