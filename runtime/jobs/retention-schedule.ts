import type { Log } from '../../core/log.ts';
import { createAuditTrail, PARLEY_ITSELF, type Stores } from '../../stores/index.ts';
import { applyRetention, hasRetention, keepRetentionRun, lastRetention, type RetentionSettings } from '../retention.ts';
import { RETENTION } from './kinds.ts';
import type { JobHandler } from './run-jobs.ts';

const LOOK_EVERY_MS = 3_600_000;

interface RetentionParley {
  settings: RetentionSettings;
  stores: Pick<Stores, 'jobs' | 'keyValues' | 'conversations'>;
  log: Log;
}

/** Enqueues the job at the start and every hour. The first run of a day (UTC) does the work; later ones do nothing. */
export const scheduleRetention = ({ settings, stores, log }: RetentionParley): { close(): void } => {
  if (!hasRetention(settings)) return { close() {} };
  const enqueue = () =>
    void stores.jobs
      .enqueue({ kind: RETENTION, key: 'daily', data: {} })
      .catch((error: unknown) => log.warn({ err: error }, 'retention could not be handed in; it is tried again'));
  enqueue();
  const timer = setInterval(enqueue, LOOK_EVERY_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
};

/** Applies retention once a day, and writes what it deleted into the audit trail. */
export const retentionHandler = (
  { settings, stores }: Pick<RetentionParley, 'settings' | 'stores'>,
  now: () => number = Date.now,
): JobHandler => ({
  kind: RETENTION,
  atOnce: 1,
  async run() {
    const at = new Date(now()).toISOString();
    const day = at.slice(0, 10);
    if (!hasRetention(settings) || (await lastRetention(stores))?.day === day) return;
    const removed = await applyRetention(stores, settings, { now: now() });
    if (removed.threads + removed.changes > 0)
      await createAuditTrail(stores.keyValues).write(PARLEY_ITSELF, 'retention.apply', 'what was kept long enough', {
        ...removed,
        PARLEY_RETENTION_DAYS: settings.PARLEY_RETENTION_DAYS ?? 'for good',
        PARLEY_AUDIT_RETENTION_DAYS: settings.PARLEY_AUDIT_RETENTION_DAYS ?? 'for good',
      });
    await keepRetentionRun(stores, { ...removed, day, at });
  },
});
