import type { Clock, JobWithMetadata, PgBoss } from 'pg-boss';
import { queueFull } from '../job-errors.ts';
import { type JobKind, type JobQueue, type LeasedJob, turnOf } from '../jobs.ts';
import { connectJobs, DEAD, rows } from './job-server.ts';
import { jobViews } from './job-views.ts';
import type { Connections } from './pool.ts';
import { storableJson } from './storable.ts';

/**
 * The minimum pause between two searches of a process for expired leases of a kind: a fifth of the lease, so that a question of a
 * worker that hangs is taken over soon, and kinds with long leases cost little.
 */
const superviseEveryMs = ({ leaseSeconds }: JobKind): number => Math.max(2_000, leaseSeconds * 200);

/** What pg-boss stores of a job. `enqueuedAt` is for workers of older versions; this one reads when the row was made. */
interface Payload {
  data: unknown;
  enqueuedAt: string;
}

/**
 * A job queue on a Postgres server with pg-boss, in the schema `NAMESPACE_jobs`, which is created at the first call. Each kind is a
 * pg-boss queue with the policy `exclusive`, and leases are heartbeats. Finished jobs are deleted.
 * @param connections closed by whoever opened them
 * @param clock replaces the system's clock in tests
 */
export const postgresJobs = (
  connections: Connections,
  namespace: string,
  { clock }: { clock?: Clock } = {},
): JobQueue => {
  const server = connectJobs(connections, namespace, clock);
  const { table, queueTable, clockNow, queueOf, run } = server;
  const now = () => clock?.now() ?? Date.now();
  // Per kind: with one time for all, kinds that are polled in step took each other's turn, some for minutes.
  const supervisedAt = new Map<string, number>();

  const leaseOf = ({ id, attempt }: LeasedJob) => ({ id, retryCount: attempt - 1 });
  const affected = (response: unknown) => ((response as { affected?: number }).affected ?? 0) > 0;

  return {
    ...jobViews(server),
    close: server.close,
    enqueue: ({ kind, key, data, group }) =>
      run(async (boss) => {
        await queueOf(boss, kind);
        const [place] = await rows<{ waiting: number; own: number | null; head: number | null; known: boolean }>(
          boss,
          `SELECT count(*) FILTER (WHERE state < 'active')::int AS waiting, -min(priority) FILTER (WHERE group_id = $2) AS own,
           coalesce(-max(priority) FILTER (WHERE state < 'active'), -min(priority)) AS head,
           coalesce(bool_or(singleton_key = $3), false) AS known FROM ${table} WHERE name = $1 AND state <= 'active'`,
          [kind.name, group ?? '', key],
        );
        if (place?.known) return false;
        if (place && place.waiting >= kind.maxWaiting) throw queueFull(kind.name, place.waiting);
        const payload: Payload = {
          data: JSON.parse(storableJson(data)) as unknown,
          enqueuedAt: new Date(now()).toISOString(),
        };
        const id = await boss.send(kind.name, payload, {
          singletonKey: key,
          priority: -turnOf(place ?? { own: null, head: null }),
          ...(group !== undefined && { group: { id: group } }),
        });
        return id !== null;
      }),
    lease: (kind, limit) =>
      run(async (boss) => {
        await queueOf(boss, kind);
        // A clock that was set back must not keep a kind unsupervised.
        const since = Math.abs(now() - (supervisedAt.get(kind.name) ?? Number.NEGATIVE_INFINITY));
        if (since >= superviseEveryMs(kind)) {
          supervisedAt.set(kind.name, now());
          await limitWaits(boss, kind);
          await boss.supervise(kind.name, { reindex: false });
        }
        const jobs = await boss.fetch<Payload>(kind.name, { batchSize: limit, includeMetadata: true });
        return jobs.sort(byServingOrder).map(leased);
      }),
    renew: (job) => run(async (boss) => affected(await boss.touch(job.kind, leaseOf(job)))),
    complete: (job) =>
      run(async (boss) => {
        if (!affected(await boss.deleteJob(job.kind, leaseOf(job)))) return false;
        await removeDead(boss, job.kind, job.key);
        return true;
      }),
    fail: (job, error) =>
      run(async (boss) => {
        if (!affected(await boss.fail(job.kind, leaseOf(job), { message: error }))) return 'lost';
        const [left] = await rows<{ state: string }>(boss, `SELECT state FROM ${table} WHERE name = $1 AND id = $2`, [
          job.kind,
          job.id,
        ]);
        if (left?.state !== 'failed') return 'again';
        // pg-boss has copied the job to the dead-letter queue; the original is not needed.
        await boss.deleteJob(job.kind, job.id);
        return 'dead';
      }),
    release: (job, pauseSeconds = 0) =>
      run(async (boss) => {
        // pg-boss has no call for this: failing the job would count the attempt.
        const released = await rows(
          boss,
          `UPDATE ${table} SET state = 'created', started_on = NULL, heartbeat_on = NULL,
             start_after = ${clockNow} + least($4, retry_delay_max) * interval '1 s'
           WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3 RETURNING 1 AS one`,
          [job.kind, job.id, job.attempt - 1, pauseSeconds],
        );
        return released.length > 0;
      }),
    retry: (id) =>
      run(async (boss) => {
        const known = await rows<{ source_name: string }>(
          boss,
          `SELECT source_name FROM ${table} WHERE name = $1 AND id::text = $2`,
          [DEAD, id],
        );
        return known.length > 0 && (await boss.redrive(DEAD, { ids: [id] })) > 0;
      }),
    remove: (kind, key) =>
      run(async (boss) => {
        const gone = await rows(
          boss,
          `DELETE FROM ${table} WHERE name = $1 AND singleton_key = $2 RETURNING 1 AS one`,
          [kind, key],
        );
        return gone.length + (await removeDead(boss, kind, key));
      }),
  };

  /**
   * Limits times in the future to what the kind allows, since the server's clock may have been set back, and lets pg-boss
   * supervise the queue again.
   */
  async function limitWaits(boss: PgBoss, { name, maxBackoffSeconds }: JobKind): Promise<void> {
    await rows(
      boss,
      `UPDATE ${table} SET start_after = least(start_after, t.now), heartbeat_on = least(heartbeat_on, t.now)
       FROM (SELECT ${clockNow} AS now) t WHERE name = $1 AND state <= 'active'
       AND (state < 'active' AND start_after > t.now + $2 * interval '1 s' OR state = 'active' AND heartbeat_on > t.now)`,
      [name, maxBackoffSeconds],
    );
    await rows(
      boss,
      `UPDATE ${queueTable} SET monitor_claim_on = NULL, monitor_on = NULL
       WHERE name = $1 AND greatest(monitor_claim_on, monitor_on) > ${clockNow}`,
      [name],
    );
  }

  async function removeDead(boss: PgBoss, kind: string, key: string): Promise<number> {
    const sql = `DELETE FROM ${table} WHERE name = $1 AND source_name = $2 AND singleton_key = $3 RETURNING 1 AS one`;
    return (await rows(boss, sql, [DEAD, kind, key])).length;
  }
};

/** Sorts jobs in the order in which they are served; pg-boss returns a batch unsorted. */
const byServingOrder = (a: JobWithMetadata, b: JobWithMetadata) =>
  b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime();

/** Never throws: a job whose payload somebody has damaged would take the others of its batch with it. */
const leased = (
  job: JobWithMetadata<Payload | null> & { retryCount?: number; groupId?: string | null },
): LeasedJob => ({
  id: job.id,
  kind: job.name,
  key: job.singletonKey ?? '',
  data: job.data?.data,
  ...(job.groupId && { group: job.groupId }),
  attempt: (job.retryCount ?? 0) + 1,
  enqueuedAt: job.createdOn.toISOString(),
});
