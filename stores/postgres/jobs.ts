import type { Clock, JobWithMetadata, PgBoss } from 'pg-boss';
import { queueFull } from '../job-errors.ts';
import { type DeadJob, type JobDepth, type JobKind, type JobQueue, type LeasedJob, turnOf } from '../jobs.ts';
import { serverError } from './server-error.ts';
import { storableJson } from './storable.ts';

/** Where jobs lie that failed for good, of every kind. */
const DEAD = 'dead';
/** pg-boss ends and deletes jobs by age; here a lease and a person decide. Its longest bounds. */
const NEVER = { expireInSeconds: 24 * 3600 - 1, retentionSeconds: 365 * 24 * 3600 };
/** How often silent leases are looked for, by whichever process takes jobs. */
const LOOK_EVERY_MS = 2_000;

/** A job's payload in pg-boss. */
interface Payload {
  data: unknown;
  enqueuedAt: string;
}

/**
 * Jobs on a Postgres server by pg-boss, in a schema of their own (`NAMESPACE_jobs`); nothing is sent before the first call. A
 * kind is a queue of the policy `exclusive`, a lease is a heartbeat, and what is done is deleted: the table holds what is
 * still to be done.
 * @param clock in place of the system's, for tests
 */
export const postgresJobs = (url: string, namespace: string, { clock }: { clock?: Clock } = {}): JobQueue => {
  const schema = `${namespace}_jobs`;
  const table = `"${schema}".job`;
  const now = () => clock?.now() ?? Date.now();
  let started: Promise<PgBoss> | undefined;
  const queues = new Map<string, Promise<void>>();
  let lookedAt = 0;

  const start = async (): Promise<PgBoss> => {
    // Loaded by the first who has jobs: a question by itself needs none.
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      connectionString: url,
      schema,
      application_name: 'parley jobs',
      max: 3,
      // No timers of its own: whoever takes jobs looks for silent leases, and nothing here runs by the calendar.
      supervise: false,
      schedule: false,
      registerInstance: false,
      monitorIntervalSeconds: 1,
      ...(clock && { clock }),
    });
    // A call that fails says so itself; without a listener a broken idle connection would end the process.
    boss.on('error', () => {});
    await boss.start();
    await boss.createQueue(DEAD, { ...NEVER, retryLimit: 0 });
    return boss;
  };
  const opened = () => {
    started ??= start().catch((error: unknown) => {
      started = undefined;
      throw error;
    });
    return started;
  };

  const told = async <T>(work: (boss: PgBoss) => Promise<T>): Promise<T> => {
    try {
      return await work(await opened());
    } catch (error) {
      throw serverError(error, new URL(url).host);
    }
  };
  const rows = async <Row>(boss: PgBoss, sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await boss.getDb().executeSql(sql, [...values])).rows as Row[];

  const queueOf = (boss: PgBoss, kind: JobKind) => {
    let made = queues.get(kind.name);
    if (!made) {
      const rules = {
        ...NEVER,
        retryLimit: kind.attempts - 1,
        retryDelay: kind.backoffSeconds,
        retryBackoff: true,
        retryDelayMax: kind.maxBackoffSeconds,
        heartbeatSeconds: Math.max(10, kind.leaseSeconds),
      };
      made = boss
        .createQueue(kind.name, { ...rules, policy: 'exclusive', deadLetter: DEAD })
        .then(() => boss.updateQueue(kind.name, rules));
      made.catch(() => queues.delete(kind.name));
      queues.set(kind.name, made);
    }
    return made;
  };

  const fence = ({ id, attempt }: LeasedJob) => ({ id, retryCount: attempt - 1 });
  const affected = (response: unknown) => ((response as { affected?: number }).affected ?? 0) > 0;

  return {
    enqueue: ({ kind, key, data, group }) =>
      told(async (boss) => {
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
      told(async (boss) => {
        await queueOf(boss, kind);
        if (now() - lookedAt >= LOOK_EVERY_MS) {
          lookedAt = now();
          await boss.supervise(kind.name, { reindex: false });
        }
        const jobs = await boss.fetch<Payload>(kind.name, { batchSize: limit, includeMetadata: true });
        return jobs.sort(inTurn).map(leased);
      }),
    renew: (job) => told(async (boss) => affected(await boss.touch(job.kind, fence(job)))),
    complete: (job) =>
      told(async (boss) => {
        if (!affected(await boss.deleteJob(job.kind, fence(job)))) return false;
        await removeDead(boss, job.kind, job.key);
        return true;
      }),
    fail: (job, error) =>
      told(async (boss) => {
        if (!affected(await boss.fail(job.kind, fence(job), { message: error }))) return 'lost';
        const [left] = await rows<{ state: string }>(boss, `SELECT state FROM ${table} WHERE name = $1 AND id = $2`, [
          job.kind,
          job.id,
        ]);
        if (left?.state !== 'failed') return 'again';
        // Its copy among the dead letters is the one that stays.
        await boss.deleteJob(job.kind, job.id);
        return 'dead';
      }),
    release: (job) =>
      told(async (boss) => {
        // pg-boss can end a lease only with a failure, which would count and wait.
        await rows(
          boss,
          `UPDATE ${table} SET state = 'created', started_on = NULL, heartbeat_on = NULL
           WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`,
          [job.kind, job.id, job.attempt - 1],
        );
      }),
    find: (kind, key) =>
      told(async (boss) => {
        const [row] = await rows<{ name: string; state: string; ahead: number }>(
          boss,
          `SELECT name, state, (SELECT count(*)::int FROM ${table} b WHERE b.name = j.name AND b.state < 'active'
             AND (-b.priority, b.created_on, b.id) < (-j.priority, j.created_on, j.id)) AS ahead
           FROM ${table} j WHERE singleton_key = $2 AND state <= 'active' AND (name = $1 OR (name = $3 AND source_name = $1))
           ORDER BY name = $3 LIMIT 1`,
          [kind, key, DEAD],
        );
        if (!row) return undefined;
        if (row.name === DEAD) return { state: 'dead' };
        return row.state === 'active' ? { state: 'running' } : { state: 'waiting', position: row.ahead + 1 };
      }),
    depth: () =>
      told(async (boss) =>
        (
          await rows<JobDepth & { oldest: Date | null }>(
            boss,
            `SELECT kind, count(*) FILTER (WHERE alive AND state < 'active')::int AS waiting,
             count(*) FILTER (WHERE alive AND state = 'active')::int AS running,
             count(*) FILTER (WHERE NOT alive)::int AS dead,
             min(start_after) FILTER (WHERE alive AND state < 'active') AS oldest
             FROM (SELECT name <> $1 AS alive, CASE WHEN name = $1 THEN source_name ELSE name END AS kind, state, start_after
                   FROM ${table} WHERE state <= 'active') AS jobs GROUP BY kind ORDER BY kind`,
            [DEAD],
          )
        ).map(({ oldest, ...depth }) => ({ ...depth, ...(oldest && { oldestWaiting: oldest.toISOString() }) })),
      ),
    dead: (limit) =>
      told(async (boss) =>
        (
          await rows<{
            id: string;
            kind: string;
            key: string;
            retries: number;
            output: { message?: string } | null;
            at: Date;
          }>(
            boss,
            `SELECT id, source_name AS kind, singleton_key AS key, source_retry_count AS retries, source_output AS output,
             created_on AS at FROM ${table} WHERE name = $1 ORDER BY created_on DESC, id LIMIT $2`,
            [DEAD, limit],
          )
        ).map(
          ({ id, kind, key, retries, output, at }): DeadJob => ({
            id,
            kind,
            key,
            attempts: retries + 1,
            error: output?.message ?? 'its process fell silent',
            failedAt: at.toISOString(),
          }),
        ),
      ),
    retry: (id) =>
      told(async (boss) => {
        const known = await rows<{ source_name: string }>(
          boss,
          `SELECT source_name FROM ${table} WHERE name = $1 AND id::text = $2`,
          [DEAD, id],
        );
        return known.length > 0 && (await boss.redrive(DEAD, { ids: [id] })) > 0;
      }),
    remove: (kind, key) =>
      told(async (boss) => {
        const gone = await rows(
          boss,
          `DELETE FROM ${table} WHERE name = $1 AND singleton_key = $2 RETURNING 1 AS one`,
          [kind, key],
        );
        return gone.length + (await removeDead(boss, kind, key));
      }),
    async close() {
      const boss = await started?.catch(() => undefined);
      started = undefined;
      await boss?.stop({ graceful: false, close: true });
    },
  };

  async function removeDead(boss: PgBoss, kind: string, key: string): Promise<number> {
    const sql = `DELETE FROM ${table} WHERE name = $1 AND source_name = $2 AND singleton_key = $3 RETURNING 1 AS one`;
    return (await rows(boss, sql, [DEAD, kind, key])).length;
  }
};

/** The order in which jobs are served; a batch comes in any. */
const inTurn = (a: JobWithMetadata, b: JobWithMetadata) =>
  b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime();

const leased = (job: JobWithMetadata<Payload> & { retryCount?: number; groupId?: string | null }): LeasedJob => ({
  id: job.id,
  kind: job.name,
  key: job.singletonKey ?? '',
  data: job.data.data,
  ...(job.groupId && { group: job.groupId }),
  attempt: (job.retryCount ?? 0) + 1,
  enqueuedAt: job.data.enqueuedAt,
});
