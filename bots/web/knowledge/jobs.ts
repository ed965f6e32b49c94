import { randomUUID } from 'node:crypto';
import { asParleyError, ParleyError } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { IngestProgress, IngestReport } from '../../../ingest/report.ts';
import type { JobView } from '../console-api.ts';

/** Jobs that are remembered, of this process alone: what they did is in the records of their sources. */
const MAX_KEPT = 50;
/** Failures and planned changes that a job lists; the source's own page lists all. */
const MAX_LISTED = 200;

/** What a job does, given its signal and where to say how far it is. */
export type Work = (how: { signal: AbortSignal; onProgress(progress: IngestProgress): void }) => Promise<IngestReport>;

/** Runs of ingest and sync that people started at the console, with their progress. */
export interface Jobs {
  /** @throws BAD_USAGE while the same source is being read */
  start(job: Pick<JobView, 'source' | 'what' | 'by'>, work: Work): JobView;
  /** Newest first. */
  list(): JobView[];
  /** Stops a job after the page at hand; false when it does not run. */
  stop(id: string): boolean;
  /** Stops all, and resolves when nothing runs any more. */
  close(): Promise<void>;
}

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
