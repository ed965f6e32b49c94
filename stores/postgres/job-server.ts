import type { Clock, PgBoss } from 'pg-boss';
import type { JobKind } from '../jobs.ts';
import { serverError } from './server-error.ts';

/** Where jobs lie that failed for good, of every kind. */
export const DEAD = 'dead';
/** pg-boss ends and deletes jobs by age; here a lease and a person decide. Its longest bounds. */
const NEVER = { expireInSeconds: 24 * 3600 - 1, retentionSeconds: 365 * 24 * 3600 };

/** pg-boss over a schema of its own. @throws from every call: STORE_UNAVAILABLE and other errors of the server */
export const connectJobs = (url: string, namespace: string, clock: Clock | undefined) => {
  const schema = `${namespace}_jobs`;
  let started: Promise<PgBoss> | undefined;
  const queues = new Map<string, Promise<void>>();

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

  return {
    table: `"${schema}".job`,
    queueTable: `"${schema}".queue`,
    /** What time it is to pg-boss, in SQL. */
    clockNow: `"${schema}".job_now()`,
    /** The queue of a kind with its rules, made at the first use. */
    queueOf,
    /** Runs on pg-boss, started by the first call. */
    async run<T>(work: (boss: PgBoss) => Promise<T>): Promise<T> {
      try {
        return await work(await opened());
      } catch (error) {
        throw serverError(error, new URL(url).host);
      }
    },
    async close() {
      const boss = await started?.catch(() => undefined);
      started = undefined;
      await boss?.stop({ graceful: false, close: true });
    },
  };
};

export type JobServer = ReturnType<typeof connectJobs>;

/** A statement beside pg-boss' own. */
export const rows = async <Row>(boss: PgBoss, sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await boss.getDb().executeSql(sql, [...values])).rows as Row[];
