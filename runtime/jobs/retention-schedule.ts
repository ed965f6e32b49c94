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

/** Hands the job in at the start and every hour; whichever process does it first on a day (UTC) does it for all. */
export const scheduleRetention = ({ settings, stores, log }: RetentionParley): { close(): void } => {
  if (!hasRetention(settings)) return { close() {} };
  const handIn = () =>
    void stores.jobs
      .enqueue({ kind: RETENTION, key: 'daily', data: {} })
      .catch((error: unknown) => log.warn({ err: error }, 'retention could not be handed in; it is tried again'));
  handIn();
  const timer = setInterval(handIn, LOOK_EVERY_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
};

/** Applies retention once a day, and writes into the trail of changes what it deleted. */
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
