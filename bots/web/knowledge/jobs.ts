import { randomUUID } from 'node:crypto';
import { asParleyError, ParleyError } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { countFailed, type IngestProgress, type IngestReport } from '../../../ingest/report.ts';
import type { JobView } from '../console-api.ts';

/** Maximum jobs in the list, which is in memory only: each source's records keep what its last run did. */
const MAX_KEPT = 50;
/** Maximum failures, and maximum planned changes, that a job lists. */
const MAX_LISTED = 200;

/** The work of a job: one run of ingest or sync. */
export type Work = (how: { signal: AbortSignal; onProgress(progress: IngestProgress): void }) => Promise<IngestReport>;

/** Runs of ingest and sync that people started in the console, with their progress. */
export interface Jobs {
  /** Starts a job and returns at once. @throws BAD_USAGE while another job reads the same source */
  start(job: Pick<JobView, 'source' | 'what' | 'by'>, work: Work): JobView;
  /** Newest first. */
  list(): JobView[];
  /** Stops a job after the page it is reading; false when the job is not running. */
  stop(id: string): boolean;
  /** Stops all jobs, and resolves when none is running. */
  close(): Promise<void>;
}

/** Creates the list of the ingests and syncs that the console starts. It lives as long as the process. */
export const createJobs = (log: Log): Jobs => {
  const kept: { view: JobView; stop: AbortController; end: Promise<void> }[] = [];

  const run = async (view: JobView, work: Work, signal: AbortSignal): Promise<void> => {
    try {
      const report = await work({ signal, onProgress: (progress) => (view.progress = progress) });
      const { added, updated, unchanged, deleted, failed, seconds, plan } = report;
      view.report = {
        added,
        updated,
        unchanged,
        deleted,
        failedPages: countFailed(failed),
        failed: failed.slice(0, MAX_LISTED),
        seconds,
        ...(plan && { plan: plan.slice(0, MAX_LISTED) }),
      };
      view.state = 'done';
    } catch (error) {
      const { code, message, remedy } = asParleyError(error);
      view.state = signal.aborted ? 'stopped' : 'failed';
      if (!signal.aborted) {
        view.error = { code, message, remedy };
        log.warn({ err: error, source: view.source }, 'a job of the console failed');
      }
    } finally {
      view.endedAt = new Date().toISOString();
    }
  };

  return {
    start(job, work) {
      if (kept.some(({ view }) => view.source === job.source && view.state === 'running')) {
        throw new ParleyError('BAD_USAGE', {
          message: `${job.source} is being read already.`,
          remedy: 'Wait until that run is through, or stop it.',
        });
      }
      const view: JobView = { ...job, id: randomUUID(), startedAt: new Date().toISOString(), state: 'running' };
      const stop = new AbortController();
      kept.unshift({ view, stop, end: run(view, work, stop.signal) });
      kept.splice(MAX_KEPT);
      return view;
    },
    list: () => kept.map(({ view }) => view),
    stop(id) {
      const job = kept.find(({ view }) => view.id === id && view.state === 'running');
      job?.stop.abort();
      return job !== undefined;
    },
    async close() {
      for (const { stop } of kept) stop.abort();
      await Promise.all(kept.map(({ end }) => end));
    },
  };
};
