import pg from 'pg';
import type { Clock, Db, PgBoss } from 'pg-boss';
import { ParleyError } from '../../core/errors.ts';
import type { JobKind } from '../jobs.ts';
import type { Connections } from './pool.ts';
import { serverError, wasCutOff } from './server-error.ts';

/** The name of the dead-letter queue of all kinds. */
export const DEAD = 'dead';
/** pg-boss expires and deletes jobs by age; these are its largest limits. Here leases expire, and people delete dead jobs. */
const MAX_AGES = { expireInSeconds: 24 * 3600 - 1, retentionSeconds: 365 * 24 * 3600 };

/** pg-boss's words for tables from before the oldest version that it can bring up to date. */
const TOO_OLD = /Cannot migrate pg-boss schema/;
const tooOld = (schema: string, cause: unknown) =>
  new ParleyError('STORE_UNAVAILABLE', {
    message: `The job queue in the schema ${schema} is too old for this Parley to bring up to date.`,
    remedy: `Stop every Parley, then put it aside: ALTER SCHEMA "${schema}" RENAME TO "${schema}_old". Questions and sources that wait are found again from the records.`,
    cause,
  });

/** Claims on jobs and their renewal, which every process needs to go on, go before other statements. */
const PRIORITY = 1;

/** pg-boss on the connections of the process. Its statements name their schema. */
const databaseOf = ({ use, patiently, prepareWith }: Connections): Db => ({
  // Repeated where its answer was lost, a call of pg-boss finds done what it wanted to do: each attempt at a job has a fence.
  executeSql: (text, values) =>
    patiently(
      () =>
        use(
          (client) =>
            client.query({ text, values, types: pg.types } as pg.QueryConfig).catch(async (error: unknown) => {
              // A text of several statements may have begun a transaction.
              if (error instanceof pg.DatabaseError) await client.query('ROLLBACK').catch(() => {});
              throw error;
            }),
          { priority: PRIORITY },
        ),
      wasCutOff,
    ),
  async setSessionStatements(statements) {
    prepareWith(statements);
  },
});

/** pg-boss in a separate schema. @throws from every call: STORE_UNAVAILABLE and other errors of `serverError` */
export const connectJobs = (connections: Connections, namespace: string, clock: Clock | undefined) => {
  const schema = `${namespace}_jobs`;
  let started: Promise<PgBoss> | undefined;
  const queues = new Map<string, Promise<void>>();

  const start = async (): Promise<PgBoss> => {
    // Imported at the first use, because a single question needs no jobs.
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
      db: databaseOf(connections),
      schema,
      // No timers: `lease` supervises expired leases, and no job here has a schedule.
      supervise: false,
      schedule: false,
      registerInstance: false,
      monitorIntervalSeconds: 1,
      ...(clock && { clock }),
    });
    // Failed calls throw. Without a listener, the error event of a broken idle connection would end the process.
    boss.on('error', () => {});
    await boss.start().catch((error: unknown) => {
      throw TOO_OLD.test(String(error)) ? tooOld(schema, error) : error;
    });
    await boss.createQueue(DEAD, { ...MAX_AGES, retryLimit: 0 });
    return boss;
  };
  const ensureStarted = () => {
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
        ...MAX_AGES,
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
    /** SQL for pg-boss's current time. */
    clockNow: `"${schema}".job_now()`,
    /** Creates or updates the queue of a kind with its rules, once per process. */
    queueOf,
    /** Runs `work` on pg-boss, which the first call starts. */
    async run<T>(work: (boss: PgBoss) => Promise<T>): Promise<T> {
      try {
        return await work(await ensureStarted());
      } catch (error) {
        throw serverError(error, connections.server);
      }
    },
    async close() {
      const boss = await started?.catch(() => undefined);
      started = undefined;
      await boss?.stop({ graceful: false });
    },
  };
};

export type JobServer = ReturnType<typeof connectJobs>;

/** Runs an SQL statement on pg-boss's connection and returns its rows. */
export const rows = async <Row>(boss: PgBoss, sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await boss.getDb().executeSql(sql, [...values])).rows as Row[];
