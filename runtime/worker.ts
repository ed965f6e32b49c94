import type { Stores } from '../stores/index.ts';
import { gapJudgingHandler, scheduleGapJudging } from './jobs/judge-gaps.ts';
import { announceWorker } from './jobs/presence.ts';
import { questionHandler } from './jobs/questions.ts';
import { retentionHandler, scheduleRetention } from './jobs/retention-schedule.ts';
import { type JobObserver, runJobs } from './jobs/run-jobs.ts';
import { scheduleSyncs, syncHandler } from './jobs/sync-schedule.ts';
import { scheduleTidying, tidyHandler } from './jobs/tidy.ts';
import type { Parley } from './parley.ts';
import { WEBHOOK } from './webhooks/webhooks.ts';

/** The parts of Parley that a worker needs. */
export type WorkerParley = Pick<
  Parley,
  'settings' | 'log' | 'sync' | 'agent' | 'webhooks' | 'checkpoints' | 'models' | 'encoder'
> & {
  stores: Pick<Stores, 'documents' | 'jobs' | 'keyValues' | 'relay' | 'conversations'>;
};

/** Concurrent syncs per worker; one uses a core or two. */
const SYNCS_AT_ONCE = 1;
/** Concurrent deliveries per worker, which mostly wait for receivers. */
const WEBHOOKS_AT_ONCE = 8;

/**
 * Starts a worker, which syncs due sources, answers questions of processes without a worker, and processes all other jobs. Any
 * number of workers may run, on any machine that can reach the stores.
 */
export const startWorker = (
  parley: WorkerParley,
  { observer }: { observer?: JobObserver } = {},
): { close(): Promise<void> } => {
  const { settings, log, stores, agent, webhooks } = parley;
  const presence = announceWorker(stores.keyValues, log);
  const syncs = scheduleSyncs(parley);
  const tidying = scheduleTidying(stores, log);
  const retention = scheduleRetention(parley);
  const gaps = scheduleGapJudging(parley);
  const jobs = runJobs({
    queue: stores.jobs,
    handlers: [
      questionHandler({ agent, stores, atOnce: settings.PARLEY_AT_ONCE }),
      syncHandler(parley, SYNCS_AT_ONCE),
      tidyHandler(stores, parley.checkpoints),
      retentionHandler(parley),
      gapJudgingHandler(parley),
      { kind: WEBHOOK, atOnce: WEBHOOKS_AT_ONCE, run: webhooks.deliver },
    ],
    log,
    observer,
  });
  return {
    async close() {
      tidying.close();
      retention.close();
      gaps.close();
      await Promise.all([presence.close(), syncs.close(), jobs.close()]);
    },
  };
};
