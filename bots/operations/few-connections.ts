import { hostname } from 'node:os';
import type { Log } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';
import { createProcessNotes, listProcessNotes } from './process-notes.ts';

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
  const { note } = createProcessNotes<FewConnections>(keyValues, log, ROWS);
  let isNoted = false;
  const look = async () => {
    const { open, most, isRefusedMore } = connections.state();
    if (!isRefusedMore && !isNoted) return;
    isNoted = isRefusedMore;
    await note(key, isRefusedMore ? { ...here, open, most } : undefined);
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
      if (isNoted) await note(key, undefined);
    },
  };
};

/** The processes that are given fewer connections to Postgres than they want. Also deletes the records of dead processes. */
export const listFewConnections = (keyValues: Stores['keyValues'], now = Date.now()): Promise<FewConnections[]> =>
  listProcessNotes(keyValues, ROWS, { goneMs: GONE_MS, now });
