import { hostname } from 'node:os';
import { type Clock, distanceMs, steadyMs, systemClock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { createOutageLog } from '../../core/log-outage.ts';
import type { KeyValueStore } from '../../stores/index.ts';

const ROWS = 'worker';
const ANNOUNCE_MS = 5000;
/** A worker without an announcement for this long counts as gone. */
const GONE_MS = 15_000;
/** An announcement takes its time to the store. */
const SLACK_MS = 1000;

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
  let last = announce();
  const timer = setInterval(() => {
    last = announce();
  }, ANNOUNCE_MS);
  return {
    async close() {
      clearInterval(timer);
      // It must not land after the row is deleted.
      await last;
      await keyValues
        .delete(ROWS, id)
        .catch((error: unknown) => log.warn({ err: error }, 'this worker could not say that it goes'));
    },
  };
};

type WorkerRow = Omit<WorkerView, 'alive'>;

/** Workers with an announcement in the last 24 hours. Deletes older rows. */
const readRows = async (keyValues: KeyValueStore, now: number): Promise<WorkerRow[]> => {
  const rows = await keyValues.list<Pick<WorkerView, 'host' | 'pid' | 'startedAt'>>(ROWS, { limit: 1000 });
  const seen: WorkerRow[] = [];
  for (const { key, value, updatedAt } of rows) {
    if (distanceMs(now, updatedAt) > 24 * 3600_000) await keyValues.delete(ROWS, key);
    else seen.push({ id: key, ...value, seenAt: updatedAt });
  }
  return seen;
};

/**
 * Workers with an announcement in the last 24 hours. When all of them seem to be silent, listens for the time of an announcement:
 * the clocks of their machines may differ from this one's.
 */
export const listWorkers = async (
  keyValues: KeyValueStore,
  clock: Pick<Clock, 'now' | 'sleep'> = systemClock,
): Promise<WorkerView[]> => {
  const first = await readRows(keyValues, clock.now());
  const rated = first.map((row) => ({ ...row, alive: distanceMs(clock.now(), row.seenAt) < GONE_MS }));
  if (rated.length === 0 || rated.some(({ alive }) => alive)) return rated;
  await clock.sleep(ANNOUNCE_MS + SLACK_MS);
  const before = new Map(first.map(({ id, seenAt }) => [id, seenAt]));
  return (await readRows(keyValues, clock.now())).map((row) => ({ ...row, alive: before.get(row.id) !== row.seenAt }));
};

/**
 * Watches whether there is a worker. `some()` is a few seconds old, and true before the first check. Whether a worker is alive
 * is told by its announcements as they come, since the clocks of other machines may differ from this one's.
 */
export const watchWorkers = (
  keyValues: KeyValueStore,
  log: Log,
  clock: Clock = systemClock,
): { some(): boolean; close(): void } => {
  let some = true;
  let isFirst = true;
  /** The last announcement of each worker, and when it was heard, on the steady clock. */
  let heard = new Map<string, { seenAt: string; at: number }>();
  const seeing = createOutageLog(log, {
    fails: 'it cannot be seen whether workers are there; it is tried again until it can',
    works: 'it can be seen again whether workers are there',
  });
  const hear = ({ id, seenAt }: WorkerRow): { seenAt: string; at: number } => {
    const known = heard.get(id);
    if (known?.seenAt === seenAt) return known;
    // Of the first announcement that is read, only its time says how old it is.
    return { seenAt, at: steadyMs(clock) - (known ? 0 : distanceMs(clock.now(), seenAt)) };
  };
  const look = async () => {
    try {
      const rows = await readRows(keyValues, clock.now());
      heard = new Map(rows.map((row) => [row.id, hear(row)]));
      const alive = [...heard.values()].some(({ at }) => steadyMs(clock) - at < GONE_MS);
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
