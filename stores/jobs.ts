/** The rules for jobs of one kind. All processes must use the same rules. */
export interface JobKind {
  name: string;
  /** A job that its holder does not renew for this long goes to another process. At least 10, the minimum of pg-boss. */
  leaseSeconds: number;
  /** Attempts before a job becomes a dead letter. */
  attempts: number;
  /** The pause after the first failure; it doubles with each failure, up to `maxBackoffSeconds`. */
  backoffSeconds: number;
  maxBackoffSeconds: number;
  /** Maximum number of waiting jobs; further ones are refused with QUEUE_FULL. */
  maxWaiting: number;
}

/** A job to enqueue. */
export interface NewJob {
  kind: JobKind;
  /** Deduplicates: a kind has at most one unfinished job with the same key. */
  key: string;
  /** A JSON value of at most a few kB. */
  data: unknown;
  /** Whom the job is for, such as a workspace. Groups are served in turn, so that one with many jobs does not block others. */
  group?: string;
}

/** A job that a process is working on. `id` and `attempt` together identify the lease. */
export interface LeasedJob {
  id: string;
  kind: string;
  key: string;
  data: unknown;
  group?: string;
  /** From 1 on. */
  attempt: number;
  /** ISO 8601, UTC. */
  enqueuedAt: string;
}

/** The numbers of jobs of one kind. */
export interface JobDepth {
  kind: string;
  waiting: number;
  running: number;
  /** Running jobs whose lease has expired and that no process has taken over yet. Included in `running`. */
  overdue: number;
  dead: number;
  /** The earliest time at which one of the waiting jobs may start or could have started; ISO 8601, UTC. */
  oldestWaiting?: string;
}

/** The state of a job. `position` is its place among the waiting jobs, from 1 on. */
export type JobStatus = { state: 'waiting'; position: number } | { state: 'running' | 'dead' };

/** A job whose attempts all failed. It stays until somebody retries or removes it. */
export interface DeadJob {
  id: string;
  kind: string;
  key: string;
  attempts: number;
  error: string;
  /** ISO 8601, UTC. */
  failedAt: string;
}

/**
 * A queue of work that any process may do, once per job. The queue only says what is to be done: it never holds the only
 * copy of what somebody asked or wrote, which is in the other stores.
 */
export interface JobQueue {
  /**
   * Adds a job.
   * @returns false if an unfinished job has the same key; nothing is added then
   * @throws QUEUE_FULL if `kind.maxWaiting` jobs are waiting
   */
  enqueue(job: NewJob): Promise<boolean>;
  /** Takes up to `limit` jobs of a kind: groups in turn, and first in first out within a group. */
  lease(kind: JobKind, limit: number): Promise<LeasedJob[]>;
  /** Extends the lease. @returns false if the lease is lost: another process may have the job, so the caller must stop */
  renew(job: LeasedJob): Promise<boolean>;
  /** Removes a finished job, and a dead letter with the same key. @returns false if the lease was lost */
  complete(job: LeasedJob): Promise<boolean>;
  /** Reports a failed attempt. @returns whether the job is retried after a pause, is now dead, or the lease was lost */
  fail(job: LeasedJob, error: string): Promise<'again' | 'dead' | 'lost'>;
  /**
   * Returns the job to the queue without counting the attempt: this process shuts down, or a store is away, which is no fault
   * of the job.
   * @param pauseSeconds how long nobody takes it; at most `maxBackoffSeconds` of its kind
   * @returns false if the lease was lost
   */
  release(job: LeasedJob, pauseSeconds?: number): Promise<boolean>;
  /** The states of those of the keys that have a job, by key; one that is done has none. */
  find(kind: string, keys: readonly string[]): Promise<Map<string, JobStatus>>;
  /** One entry per kind that has jobs, by name. Kinds without jobs may be left out. */
  depth(): Promise<JobDepth[]>;
  /** Dead letters, newest first. */
  dead(limit: number): Promise<DeadJob[]>;
  /** Enqueues a dead letter again, with a new set of attempts. @returns false if there is no dead letter with this id */
  retry(id: string): Promise<boolean>;
  /** Removes unfinished and dead jobs with this key, such as a deleted source's. Running ones lose their lease. */
  remove(kind: string, key: string): Promise<number>;
  close(): Promise<void>;
}

/**
 * The turn of a new job; jobs are served in order of turns. It is one after the last job of the group and after the first
 * waiting job. A group with few jobs therefore overtakes a group with many, and no job that is first can be overtaken.
 *
 * @param own the highest turn of the group's unfinished jobs
 * @param head the lowest turn of the waiting jobs, or else the highest of the running jobs
 */
export const turnOf = ({ own, head }: { own: number | null; head: number | null }): number =>
  Math.max(own ?? -1, head ?? -1) + 1;
