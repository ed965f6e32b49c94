import { systemClock } from '../../core/clock.ts';
import { asParleyError, ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { JobKind, JobQueue, LeasedJob } from '../../stores/index.ts';

/** How one attempt at a job ended. */
export interface JobRecord {
  kind: string;
  /** `again` and `dead` failed; of a `lost` one the lease ran out or the job was removed; `released`: this process goes down. */
  outcome: 'done' | 'again' | 'dead' | 'lost' | 'released';
  attempt: number;
  seconds: number;
  /** From when it was handed in. */
  waitedSeconds: number;
}

/** Hears of every attempt at a job, such as metrics. */
export interface JobObserver {
  jobEnded(record: JobRecord): void;
}

/** Does jobs of one kind. */
export interface JobHandler {
  kind: JobKind;
  /** Jobs of this kind that this process works on at once. Kinds have room of their own: no crawl takes a person's. */
  atOnce: number;
  /** How often a lease is renewed, and so how soon a removed job ends; a third of the lease by default. */
  renewMs?: number;
  /** A job that takes longer hangs: it fails, and its room and its lease are free again. An hour by default. */
  maxMs?: number;
  /** How often an empty queue is looked at. */
  pollMs?: number;
  /** False while other processes are to do the jobs. */
  may?(): boolean;
  /** Does the job; ends soon after the signal aborts. @throws what is to be tried again */
  run(job: LeasedJob, signal: AbortSignal): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** The pause after the queue itself failed. */
const QUEUE_DOWN_MS = 2000;

/** Why a job was ended from outside. */
class Ended extends Error {
  readonly outcome: 'lost' | 'released';
  constructor(outcome: 'lost' | 'released') {
    super(outcome === 'lost' ? 'The job was taken over or removed.' : 'This process goes down.');
    this.outcome = outcome;
  }
}

/**
 * Takes jobs and does them until it is closed. Leases are renewed while their jobs run; `close` gives unfinished ones back,
 * and the next process begins them at once.
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

  const keepLease = (job: LeasedJob, everyMs: number, end: AbortController) => {
    let renewing = false;
    return setInterval(async () => {
      if (renewing || end.signal.aborted) return;
      renewing = true;
      try {
        if (!(await queue.renew(job))) end.abort(new Ended('lost'));
      } catch (error) {
        // Nobody else can reach the queue either; the lease holds or is seen to be lost at the next try.
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
    const { messageForOperators } = asParleyError(failure);
    return queue.fail(job, messageForOperators);
  };

  const work = async (handler: JobHandler, job: LeasedJob): Promise<void> => {
    const { kind, key, attempt } = job;
    const startedAt = performance.now();
    const waitedSeconds = Math.max(0, (Date.now() - Date.parse(job.enqueuedAt)) / 1000);
    if (attempt > 1) log.warn({ kind, key, attempt }, 'took a job over, or tries it again');
    const end = new AbortController();
    const release = () => end.abort(new Ended('released'));
    closing.signal.addEventListener('abort', release, { once: true });
    if (closing.signal.aborted) release();
    const beat = keepLease(job, handler.renewMs ?? (handler.kind.leaseSeconds * 1000) / 3, end);
    let failure: unknown;
    try {
      if (!end.signal.aborted) await withinTime(handler, job, end);
    } catch (error) {
      failure = error ?? new Error('a job failed without a reason');
    } finally {
      clearInterval(beat);
      closing.signal.removeEventListener('abort', release);
    }
    try {
      const outcome = await settle(job, end.signal, failure);
      const record = { kind, outcome, attempt, seconds: (performance.now() - startedAt) / 1000, waitedSeconds };
      observer?.jobEnded(record);
      say(log, record, key, failure);
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
        const jobs = free > 0 && may() ? await queue.lease(kind, free) : [];
        for (const job of jobs) {
          const done = work(handler, job).finally(() => running.delete(done));
          running.add(done);
        }
        // A full batch may have left more behind.
        if (jobs.length > 0 && jobs.length === free) pause = 0;
      } catch (error) {
        log.warn({ err: error, kind: kind.name }, 'the queue cannot be reached; it is tried again');
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

/** Runs a job for as long as its kind may take. @throws JOB_HUNG when it hangs, also when it does not hear the signal */
const withinTime = async (handler: JobHandler, job: LeasedJob, end: AbortController): Promise<void> => {
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

const say = (log: Log, record: JobRecord, key: string, failure: unknown): void => {
  const said = { ...record, key, seconds: round(record.seconds), waitedSeconds: round(record.waitedSeconds) };
  if (record.outcome === 'done') log.info(said, 'a job is done');
  else if (record.outcome === 'again') log.warn({ ...said, err: failure }, 'a job failed; it is tried again');
  else if (record.outcome === 'dead')
    log.error(
      { ...said, err: failure },
      'a job failed for good: `parley status` lists it, `parley jobs retry` tries it',
    );
  else if (record.outcome === 'lost') log.warn(said, 'a job was taken over or removed');
  else log.info(said, 'a job was given back, because this process goes down');
};

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
