import { randomUUID } from 'node:crypto';
import { queueFull } from '../job-errors.ts';
import { type JobKind, type JobQueue, type LeasedJob, turnOf } from '../jobs.ts';
import { type SyncCalls, toAsync } from './async-calls.ts';
import type { Database } from './database.ts';
import { type JobRow, jobViews } from './job-views.ts';

const LEASE_EXPIRED = 'its process fell silent';

/** A job queue in the data file, for the processes of one machine. `now` is the wall-clock time in milliseconds. */
export const embeddedJobs = (db: Database, { now = Date.now }: { now?: () => number } = {}): JobQueue => {
  const leasedRow = ({ id, attempt }: LeasedJob) =>
    db.query<JobRow>("SELECT * FROM jobs WHERE id = ? AND attempt = ? AND state = 'running'").get(id, attempt);

  const markDead = (row: JobRow, error: string) =>
    db.query("UPDATE jobs SET state = 'dead', due_at = ?, error = ? WHERE id = ?").run(now(), error, row.id);

  /** Schedules a failed job's next attempt, or marks it dead after the last one. */
  const afterFailure = (row: JobRow, error: string): 'again' | 'dead' => {
    const { attempts, backoffSeconds, maxBackoffSeconds } = JSON.parse(row.rules) as JobKind;
    if (row.attempt >= attempts) {
      markDead(row, error);
      return 'dead';
    }
    const pause = Math.min(maxBackoffSeconds, backoffSeconds * 2 ** (row.attempt - 1));
    db.query("UPDATE jobs SET state = 'waiting', due_at = ?, error = ? WHERE id = ?").run(
      now() + pause * 1000,
      error,
      row.id,
    );
    return 'again';
  };

  /** Limits waits to the longest that the kind allows: after the clock was set back, due times may be far in the future. */
  const limitWaits = ({ name, leaseSeconds, maxBackoffSeconds }: JobKind) => {
    const at = now();
    const bound = db.query('UPDATE jobs SET due_at = ? WHERE kind = ? AND state = ? AND due_at > ?');
    bound.run(at + leaseSeconds * 1000, name, 'running', at + leaseSeconds * 1000);
    bound.run(at, name, 'waiting', at + maxBackoffSeconds * 1000);
  };

  const calls: SyncCalls<JobQueue, Exclude<keyof JobQueue, 'close'>> = {
    ...jobViews(db, now),
    enqueue: ({ kind, key, data, group = '' }) =>
      db.write(() => {
        if (db.query("SELECT 1 FROM jobs WHERE kind = ? AND key = ? AND state <> 'dead'").get(kind.name, key))
          return false;
        const { waiting } = db
          .query<{ waiting: number }>("SELECT count(*) AS waiting FROM jobs WHERE kind = ? AND state = 'waiting'")
          .get(kind.name)!;
        if (waiting >= kind.maxWaiting) throw queueFull(kind.name, waiting);
        const place = db
          .query<{ own: number | null; head: number | null }>(
            `SELECT max(turn) FILTER (WHERE served = ?) AS own,
             coalesce(min(turn) FILTER (WHERE state = 'waiting'), max(turn)) AS head
             FROM jobs WHERE kind = ? AND state <> 'dead'`,
          )
          .get(group, kind.name)!;
        db.query(
          `INSERT INTO jobs (id, kind, key, served, data, state, turn, attempt, rules, enqueued_at, due_at)
           VALUES (?, ?, ?, ?, ?, 'waiting', ?, 0, ?, ?, ?)`,
        ).run(
          randomUUID(),
          kind.name,
          key,
          group,
          JSON.stringify(data),
          turnOf(place),
          JSON.stringify(kind),
          now(),
          now(),
        );
        return true;
      }),
    lease: (kind, limit) =>
      db.write(() => {
        limitWaits(kind);
        const expired = db.query<JobRow>("SELECT * FROM jobs WHERE kind = ? AND state = 'running' AND due_at < ?");
        for (const row of expired.all(kind.name, now())) afterFailure(row, LEASE_EXPIRED);
        const next = db.query<JobRow>(
          "SELECT * FROM jobs WHERE kind = ? AND state = 'waiting' AND due_at <= ? ORDER BY turn, enqueued_at, id LIMIT ?",
        );
        const leaseEnd = now() + kind.leaseSeconds * 1000;
        const start = db.query("UPDATE jobs SET state = 'running', attempt = attempt + 1, due_at = ? WHERE id = ?");
        return next.all(kind.name, now(), limit).map((row): LeasedJob => {
          start.run(leaseEnd, row.id);
          return leased(row);
        });
      }),
    renew: (job) =>
      db.write(() => {
        const row = leasedRow(job);
        if (!row) return false;
        const { leaseSeconds } = JSON.parse(row.rules) as JobKind;
        return db.query('UPDATE jobs SET due_at = ? WHERE id = ?').run(now() + leaseSeconds * 1000, row.id).changes > 0;
      }),
    complete: (job) =>
      db.write(() => {
        if (!leasedRow(job)) return false;
        db.query("DELETE FROM jobs WHERE id = ? OR (kind = ? AND key = ? AND state = 'dead')").run(
          job.id,
          job.kind,
          job.key,
        );
        return true;
      }),
    fail: (job, error) =>
      db.write(() => {
        const row = leasedRow(job);
        return row ? afterFailure(row, error) : 'lost';
      }),
    release: (job, pauseSeconds = 0) =>
      db.write(() => {
        const row = leasedRow(job);
        if (!row) return false;
        const { maxBackoffSeconds } = JSON.parse(row.rules) as JobKind;
        const dueAt = now() + Math.min(pauseSeconds, maxBackoffSeconds) * 1000;
        db.query("UPDATE jobs SET state = 'waiting', attempt = attempt - 1, due_at = ? WHERE id = ?").run(
          dueAt,
          row.id,
        );
        return true;
      }),
    retry: (id) =>
      db.write(() => {
        const row = db.query<JobRow>("SELECT * FROM jobs WHERE id = ? AND state = 'dead'").get(id);
        if (!row) return false;
        // If a newer job with the same key exists, `enqueue` adds nothing: that job does the work of the dead one.
        db.query('DELETE FROM jobs WHERE id = ?').run(id);
        calls.enqueue({
          kind: JSON.parse(row.rules) as JobKind,
          key: row.key,
          data: JSON.parse(row.data),
          group: row.served,
        });
        return true;
      }),
    remove: (kind, key) =>
      db.write(() => db.query('DELETE FROM jobs WHERE kind = ? AND key = ?').run(kind, key).changes),
  };
  return { ...toAsync(calls), async close() {} };
};

/** A waiting job as its next attempt. */
const leased = (row: JobRow): LeasedJob => ({
  id: row.id,
  kind: row.kind,
  key: row.key,
  data: JSON.parse(row.data) as unknown,
  ...(row.served && { group: row.served }),
  attempt: row.attempt + 1,
  enqueuedAt: new Date(row.enqueued_at).toISOString(),
});
