import { hostname } from 'node:os';
import { distanceMs } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { createOutageLog } from '../../core/log-outage.ts';
import type { KeyValueStore } from '../../stores/index.ts';

const ROWS = 'worker';
const ANNOUNCE_MS = 5000;
/** A worker without an announcement for this long counts as gone. */
const GONE_MS = 15_000;

/** A worker process. */
export interface WorkerView {
  id: string;
  host: string;
  pid: number;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** The time of its last announcement; ISO 8601, UTC. */
  seenAt: string;
  alive: boolean;
}

/** Announces every few seconds that this process is a worker, until `close`. */
export const announceWorker = (keyValues: KeyValueStore, log: Log): { close(): Promise<void> } => {
  const id = `${hostname()}-${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
  const about = { host: hostname(), pid: process.pid, startedAt: new Date().toISOString() };
  const saying = createOutageLog(log, {
    fails: 'this worker cannot say that it is there; it is tried again until it can',
    works: 'this worker can say again that it is there',
  });
  const announce = () => keyValues.put(ROWS, id, about).then(saying.worked, saying.failed);
  const first = announce();
  const timer = setInterval(announce, ANNOUNCE_MS);
  return {
    async close() {
      clearInterval(timer);
      await first;
      await keyValues
        .delete(ROWS, id)
        .catch((error: unknown) => log.warn({ err: error }, 'this worker could not say that it goes'));
    },
  };
};

/** Workers with an announcement in the last 24 hours. Deletes older rows. */
export const listWorkers = async (keyValues: KeyValueStore, now = Date.now()): Promise<WorkerView[]> => {
  const rows = await keyValues.list<Pick<WorkerView, 'host' | 'pid' | 'startedAt'>>(ROWS, { limit: 1000 });
  const seen: WorkerView[] = [];
  for (const { key, value, updatedAt } of rows) {
    const silentMs = distanceMs(now, updatedAt);
    if (silentMs > 24 * 3600_000) await keyValues.delete(ROWS, key);
    else seen.push({ id: key, ...value, seenAt: updatedAt, alive: silentMs < GONE_MS });
  }
  return seen;
};

/** Watches whether there is a worker. `some()` is a few seconds old, and true before the first check. */
export const watchWorkers = (keyValues: KeyValueStore, log: Log): { some(): boolean; close(): void } => {
  let some = true;
  let isFirst = true;
  const seeing = createOutageLog(log, {
    fails: 'it cannot be seen whether workers are there; it is tried again until it can',
    works: 'it can be seen again whether workers are there',
  });
  const look = async () => {
    try {
      const alive = (await listWorkers(keyValues)).some((worker) => worker.alive);
      seeing.worked();
      const news = alive
        ? 'a worker is there: it answers questions'
        : 'no worker is there: this process answers by itself';
      // The first result is not a change, so it is only worth an info.
      if (isFirst) log.info(news);
      else if (some !== alive) log.warn(news);
      isFirst = false;
      some = alive;
    } catch (error) {
      seeing.failed(error);
    }
  };
  void look();
  const timer = setInterval(look, ANNOUNCE_MS);
  timer.unref();
  return { some: () => some, close: () => clearInterval(timer) };
};
