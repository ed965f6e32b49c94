import { systemClock } from '../../core/clock.ts';
import { asParleyError, isStoreFailure, ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { createOutageLog } from '../../core/log-outage.ts';
import type { JobKind, JobQueue, LeasedJob } from '../../stores/index.ts';

/** The result of one attempt at a job. */
export interface JobRecord {
  kind: string;
  /**
   * `again`, `dead`: failed. `lost`: the lease expired or the job was removed. `released`: this process shuts down.
   * `postponed`: a store was away.
   */
  outcome: 'done' | 'again' | 'dead' | 'lost' | 'released' | 'postponed';
  attempt: number;
  seconds: number;
  /** Since it was enqueued. */
  waitedSeconds: number;
}

/** Receives the result of every attempt, for metrics. */
export interface JobObserver {
  jobEnded(record: JobRecord): void;
}

/** Processes jobs of one kind. */
export interface JobHandler {
  kind: JobKind;
  /** Maximum number of concurrent jobs of this kind in this process. Separate per kind, so that syncs do not block questions. */
  atOnce: number;
  /** How often leases are renewed, which also notices removed jobs; a third of the lease by default. */
  renewMs?: number;
  /** A job that takes longer fails with JOB_HUNG. An hour by default. */
  maxMs?: number;
  /** How often an empty queue is polled. */
  pollMs?: number;
  /** False while other processes are to do the jobs. */
  may?(): boolean;
  /** Processes a job. Must end soon after the signal aborts. @throws errors after which the job is retried */
  run(job: LeasedJob, signal: AbortSignal): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** The pause after an error of the queue itself. */
const QUEUE_DOWN_MS = 2000;
/** How long nobody takes a job that could not be done because a store was away. */
const STORE_DOWN_SECONDS = 5;
/**
 * A job that is older fails where a store is away, as by any other error: what fails at a store again and again may be the fault
 * of the job, such as a statement of its that always takes too long.
 */
const STORE_DOWN_MAX_SECONDS = 3600;

/** The abort reason of a job that lost its lease or was released. */
class Ended extends Error {
  readonly outcome: 'lost' | 'released';
  constructor(outcome: 'lost' | 'released') {
    super(outcome === 'lost' ? 'The job was taken over or removed.' : 'This process goes down.');
    this.outcome = outcome;
  }
}

/**
 * Leases and processes jobs until `close`. Renews leases while jobs run. `close` returns unfinished jobs to the queue, where
 * other processes can take them at once.
 */
export const runJobs = ({
  queue,
  handlers,
  log,
  observer,
}: {
  queue: JobQueue;
  handlers: readonly JobHandler[];
  log: Log;
  observer?: JobObserver;
}): { close(): Promise<void> } => {
  const closing = new AbortController();
  const reach = createOutageLog(log, {
    fails: 'the queue cannot be reached; it is tried again until it can',
    works: 'the queue can be reached again',
  });

  const keepLease = (job: LeasedJob, everyMs: number, end: AbortController) => {
    let renewing = false;
    return setInterval(async () => {
      if (renewing || end.signal.aborted) return;
      renewing = true;
      try {
        if (!(await queue.renew(job))) end.abort(new Ended('lost'));
      } catch (error) {
        // Tries again later, because the queue is probably unreachable for all processes.
        log.warn({ err: error, kind: job.kind, key: job.key }, 'a lease could not be renewed');
      } finally {
        renewing = false;
      }
    }, everyMs);
  };

  const settle = async (job: LeasedJob, signal: AbortSignal, failure: unknown): Promise<JobRecord['outcome']> => {
    if (signal.reason instanceof Ended) {
      if (signal.reason.outcome === 'released') await queue.release(job);
      return signal.reason.outcome;
    }
    if (failure === undefined) return (await queue.complete(job)) ? 'done' : 'lost';
    if (isStoreFailure(failure) && ageInSeconds(job) < STORE_DOWN_MAX_SECONDS)
      return (await queue.release(job, STORE_DOWN_SECONDS)) ? 'postponed' : 'lost';
    const { messageForOperators } = asParleyError(failure);
    return queue.fail(job, messageForOperators);
  };

  const work = async (handler: JobHandler, job: LeasedJob): Promise<void> => {
    const { kind, key, attempt } = job;
    const startedAt = performance.now();
    const waitedSeconds = ageInSeconds(job);
    if (attempt > 1) log.warn({ kind, key, attempt }, 'took a job over, or tries it again');
    const end = new AbortController();
    const release = () => end.abort(new Ended('released'));
    closing.signal.addEventListener('abort', release, { once: true });
    if (closing.signal.aborted) release();
    const renewal = keepLease(job, handler.renewMs ?? (handler.kind.leaseSeconds * 1000) / 3, end);
    let failure: unknown;
    try {
      if (!end.signal.aborted) await withTimeLimit(handler, job, end);
    } catch (error) {
      failure = error ?? new Error('a job failed without a reason');
    } finally {
      clearInterval(renewal);
      closing.signal.removeEventListener('abort', release);
    }
    try {
      const outcome = await settle(job, end.signal, failure);
      const record = { kind, outcome, attempt, seconds: (performance.now() - startedAt) / 1000, waitedSeconds };
      observer?.jobEnded(record);
      logOutcome(log, record, key, failure);
    } catch (error) {
      log.error({ err: error, kind, key }, 'a job could not be settled; it is done again when its lease has run out');
    }
  };

  const loop = async (handler: JobHandler): Promise<void> => {
    const running = new Set<Promise<void>>();
    const { kind, atOnce, pollMs = 1000, may = () => true } = handler;
    while (!closing.signal.aborted) {
      let pause = pollMs;
      try {
        const free = atOnce - running.size;
        const asks = free > 0 && may();
        const jobs = asks ? await queue.lease(kind, free) : [];
        if (asks) reach.worked();
        for (const job of jobs) {
          const done = work(handler, job).finally(() => running.delete(done));
          running.add(done);
        }
        // If the batch was full, there may be more jobs, so does not pause.
        if (jobs.length > 0 && jobs.length === free) pause = 0;
      } catch (error) {
        reach.failed(error, { kind: kind.name });
        pause = QUEUE_DOWN_MS;
      }

      if (running.size >= atOnce) await Promise.race(running);
      else await systemClock.sleep(pause, closing.signal).catch(() => {});
    }
    await Promise.all(running);
  };

  const loops = handlers.map(loop);
  return {
    async close() {
      closing.abort();
      await Promise.all(loops);
    },
  };
};

/** Runs a job with a time limit. @throws JOB_HUNG after the limit, even if the job ignores the signal */
const withTimeLimit = async (handler: JobHandler, job: LeasedJob, end: AbortController): Promise<void> => {
  const { maxMs = HOUR_MS } = handler;
  const hung = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new ParleyError('JOB_HUNG', {
      message: `It was not done after ${Math.round(maxMs / 1000)} s and was given up.`,
      remedy: 'Look at what it waits for, such as a site that answers nothing.',
    });
    end.abort(error);
    hung.reject(error);
  }, maxMs);
  try {
    await Promise.race([handler.run(job, end.signal), hung.promise]);
  } finally {
    clearTimeout(timer);
  }
};

const ageInSeconds = ({ enqueuedAt }: LeasedJob): number => Math.max(0, (Date.now() - Date.parse(enqueuedAt)) / 1000);

const logOutcome = (log: Log, record: JobRecord, key: string, failure: unknown): void => {
  const said = { ...record, key, seconds: round(record.seconds), waitedSeconds: round(record.waitedSeconds) };
  if (record.outcome === 'done') log.info(said, 'a job is done');
  else if (record.outcome === 'again') log.warn({ ...said, err: failure }, 'a job failed; it is tried again');
  else if (record.outcome === 'postponed')
    log.warn({ ...said, err: failure }, 'a job waits for a store that is away; it is tried again');
  else if (record.outcome === 'dead')
    log.error(
      { ...said, err: failure },
      'a job failed for good: `parley status` lists it, `parley jobs retry` tries it',
    );
  else if (record.outcome === 'lost') log.warn(said, 'a job was taken over or removed');
  else log.info(said, 'a job was given back, because this process goes down');
};

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
