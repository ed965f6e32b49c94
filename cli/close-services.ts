import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../core/log.ts';

/** Time limit for closing services. Docker kills 10 s after SIGTERM, Kubernetes after 30 s, and the stores close last. */
const CLOSE_TIMEOUT_MS = 6_000;

/** A part of Parley that `start` runs, such as a bot. */
export interface Service {
  name: string;
  close(): Promise<void>;
}

/**
 * Closes services concurrently with a time limit, because an unreachable platform must not keep the process alive. Unanswered
 * questions stay in the stores, and the next process answers them.
 * @returns the names of services that did not close in time, which are also logged
 */
export const closeServices = async (
  services: readonly Service[],
  log: Log,
  timeoutMs: number = CLOSE_TIMEOUT_MS,
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
  const timer = new AbortController();
  await Promise.race([Promise.all(closing), sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
  if (open.size > 0)
    log.warn(
      { services: [...open] },
      'these did not close in time; what they left unanswered is kept for the next start',
    );
  return [...open];
};
