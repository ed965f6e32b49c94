import type { DeadJob, JobDepth, JobQueue, JobStatus } from '../jobs.ts';
import type { SyncCalls } from './async-calls.ts';
import type { Database } from './database.ts';

type State = 'waiting' | 'running' | 'dead';

/** A row of the table `jobs`. `rules` is the JSON of its `JobKind`; `served` is its group. */
export interface JobRow {
  id: string;
  kind: string;
  key: string;
  served: string;
  data: string;
  state: State;
  turn: number;
  attempt: number;
  rules: string;
  enqueued_at: number;
  /** When a waiting job may start, a running job's lease ends, or a dead job failed; milliseconds since 1970. */
  due_at: number;
  error: string | null;
}

/** The states of jobs, for callers that wait for one and for operators. */
export const jobViews = (db: Database, now: () => number): SyncCalls<JobQueue, 'find' | 'depth' | 'dead'> => ({
  find(kind, keys) {
    const one = db.query<JobRow>("SELECT * FROM jobs WHERE kind = ? AND key = ? ORDER BY state = 'dead' LIMIT 1");
    const rows = keys.map((key) => one.get(kind, key)).filter((row) => row !== undefined);
    // The line is read once, and only if one of the keys stands in it.
    const line = rows.some(({ state }) => state === 'waiting') ? keysInLine(db, kind) : [];
    const positions = new Map(line.map((key, at) => [key, at + 1]));
    return new Map(
      rows.map(({ key, state }): [string, JobStatus] => [
        key,
        state === 'waiting' ? { state, position: positions.get(key)! } : { state },
      ]),
    );
  },
  depth: () =>
    db
      .query<Record<State | 'overdue', number> & { kind: string; oldest: number | null }>(
        `SELECT kind, sum(state = 'waiting') AS waiting, sum(state = 'running') AS running,
         sum(state = 'running' AND due_at < ?) AS overdue, sum(state = 'dead') AS dead,
         min(due_at) FILTER (WHERE state = 'waiting') AS oldest FROM jobs GROUP BY kind ORDER BY kind`,
      )
      .all(now())
      .map(
        ({ kind, waiting, running, overdue, dead, oldest }): JobDepth => ({
          kind,
          waiting,
          running,
          overdue,
          dead,
          ...(oldest !== null && { oldestWaiting: new Date(oldest).toISOString() }),
        }),
      ),
  dead: (limit) =>
    db
      .query<JobRow>("SELECT * FROM jobs WHERE state = 'dead' ORDER BY due_at DESC, id LIMIT ?")
      .all(limit)
      .map(
        (row): DeadJob => ({
          id: row.id,
          kind: row.kind,
          key: row.key,
          attempts: row.attempt,
          error: row.error ?? '',
          failedAt: new Date(row.due_at).toISOString(),
        }),
      ),
});

const keysInLine = (db: Database, kind: string): string[] =>
  db
    .query<{ key: string }>("SELECT key FROM jobs WHERE kind = ? AND state = 'waiting' ORDER BY turn, enqueued_at, id")
    .all(kind)
    .map(({ key }) => key);
