import { hostname } from 'node:os';
import { distanceMs } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';

const ROWS = 'few-connections';
const LOOK_MS = 10_000;
/** Every look rewrites the record, so a record this old belongs to a dead process. */
const GONE_MS = 60_000;

/** A process that wanted a further connection to Postgres and was given none. */
export interface FewConnections {
  host: string;
  pid: number;
  open: number;
  most: number;
}

/** Notes for `parley status`, until `close`, while this process is given fewer connections to Postgres than it wants. */
export const noteFewConnections = (
  { keyValues, connections }: Pick<Stores, 'keyValues' | 'connections'>,
  log: Log,
  lookMs = LOOK_MS,
): { close(): Promise<void> } => {
  if (!connections) return { close: async () => {} };
  const here = { host: hostname(), pid: process.pid };
  const key = `${here.host}/${here.pid}`;
  let isNoted = false;
  const look = async () => {
    const { open, most, isRefusedMore } = connections.state();
    if (!isRefusedMore && !isNoted) return;
    isNoted = isRefusedMore;
    const done = isRefusedMore
      ? keyValues.put(ROWS, key, { ...here, open, most } satisfies FewConnections)
      : keyValues.delete(ROWS, key);
    await done.catch((err: unknown) => log.debug({ err }, 'not noted'));
  };
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(look);
  }, lookMs);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await last;
      if (isNoted) await keyValues.delete(ROWS, key).catch((err: unknown) => log.debug({ err }, 'not noted'));
    },
  };
};

/** The processes that are given fewer connections to Postgres than they want. Also deletes the records of dead processes. */
export const listFewConnections = async (
  keyValues: Stores['keyValues'],
  now = Date.now(),
): Promise<FewConnections[]> => {
  const found: FewConnections[] = [];
  for (const { key, value, updatedAt } of await keyValues.list<FewConnections>(ROWS, { limit: 1000 })) {
    if (distanceMs(now, updatedAt) > GONE_MS) await keyValues.delete(ROWS, key);
    else found.push(value);
  }
  return found;
};
