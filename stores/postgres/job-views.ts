import type { DeadJob, JobDepth, JobQueue, JobStatus } from '../jobs.ts';
import { DEAD, type JobServer, rows } from './job-server.ts';

/** The states of jobs, for callers that wait for one and for operators. */
export const jobViews = ({ table, run, clockNow }: JobServer): Pick<JobQueue, 'find' | 'depth' | 'dead'> => ({
  find: (kind, keys) =>
    run(async (boss) => {
      if (keys.length === 0) return new Map();
      // The places in the line are counted once for all keys, and only if one of them stands in it.
      const found = await rows<{ key: string; name: string; state: string; position: number }>(
        boss,
        `WITH asked AS MATERIALIZED (SELECT id, singleton_key AS key, name, state FROM ${table}
           WHERE singleton_key = ANY($2) AND state <= 'active' AND (name = $1 OR (name = $3 AND source_name = $1))),
         line AS (SELECT id, row_number() OVER (ORDER BY -priority, created_on, id)::int AS position FROM ${table}
           WHERE name = $1 AND state < 'active' AND EXISTS (SELECT 1 FROM asked WHERE name = $1 AND state < 'active'))
         SELECT key, name, state, position FROM asked LEFT JOIN line USING (id) ORDER BY name = $3 DESC`,
        [kind, keys, DEAD],
      );
      // A job that lives comes after a dead letter of its key, and takes its place.
      return new Map(found.map((row) => [row.key, statusOf(row)]));
    }),
  depth: () =>
    run(async (boss) =>
      (
        await rows<JobDepth & { oldest: Date | null }>(
          boss,
          `SELECT kind, count(*) FILTER (WHERE alive AND state < 'active')::int AS waiting,
           count(*) FILTER (WHERE alive AND state = 'active')::int AS running,
           count(*) FILTER (WHERE alive AND state = 'active' AND silent)::int AS overdue,
           count(*) FILTER (WHERE NOT alive)::int AS dead,
           min(start_after) FILTER (WHERE alive AND state < 'active') AS oldest
           FROM (SELECT name <> $1 AS alive, CASE WHEN name = $1 THEN source_name ELSE name END AS kind, state, start_after,
                   heartbeat_on < ${clockNow} - heartbeat_seconds * interval '1 s' AS silent
                 FROM ${table} WHERE state <= 'active') AS jobs GROUP BY kind ORDER BY kind`,
          [DEAD],
        )
      ).map(({ oldest, ...depth }) => ({ ...depth, ...(oldest && { oldestWaiting: oldest.toISOString() }) })),
    ),
  dead: (limit) =>
    run(async (boss) =>
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
});

const statusOf = ({ name, state, position }: { name: string; state: string; position: number }): JobStatus => {
  if (name === DEAD) return { state: 'dead' };
  return state === 'active' ? { state: 'running' } : { state: 'waiting', position };
};
