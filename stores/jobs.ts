/** How jobs of one kind are treated; every process gives the same. */
export interface JobKind {
  name: string;
  /** A job whose holder has not renewed it for so long is handed to another; 10 at least, which is pg-boss' bound. */
  leaseSeconds: number;
  /** How often a job is tried before it becomes a dead letter. */
  attempts: number;
  /** The pause after the first failure; it doubles with each, up to the other. */
  backoffSeconds: number;
  maxBackoffSeconds: number;
  /** Jobs that may wait; further ones are refused. */
  maxWaiting: number;
}

/** A job as it is handed in. */
export interface NewJob {
  kind: JobKind;
  /** Of two unfinished jobs of a kind with the same key there is one. */
  key: string;
  /** JSON of a few kB. */
  data: unknown;
  /** Whom it is for, such as a workspace: groups that wait are served in turn, however much one of them handed in. */
  group?: string;
}

/** A job that somebody works on. `id` and `attempt` together name the lease. */
export interface LeasedJob {
  id: string;
  kind: string;
  key: string;
  data: unknown;
  group?: string;
  /** 1 the first time. */
  attempt: number;
  /** ISO 8601, UTC. */
  enqueuedAt: string;
}

/** How much of a kind there is. */
export interface JobDepth {
  kind: string;
  waiting: number;
  running: number;
  /** Of the running ones, those whose lease ran out and that nobody has taken up yet. */
  overdue: number;
  dead: number;
  /** Since when the oldest waiting job could have begun; ISO 8601, UTC. */
  oldestWaiting?: string;
}

/** Where a job stands. */
export type JobPlace = { state: 'waiting'; position: number } | { state: 'running' | 'dead' };

/** A job that failed for good, until a person has it tried again. */
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
 * Work that is to be done once, by whichever process comes to it. What a job stands for is in the records too: the queue says
 * that something is to be done, and never holds the only copy of what somebody asked or wrote.
 */
export interface JobQueue {
  /**
   * Adds a job; false when an unfinished one has its key.
   * @throws QUEUE_FULL when `kind.maxWaiting` wait already
   */
  enqueue(job: NewJob): Promise<boolean>;
  /** Takes up to `limit` jobs of a kind, fair among groups and first come first served within one. */
  lease(kind: JobKind, limit: number): Promise<LeasedJob[]>;
  /** Keeps the lease; false when it is lost: another has the job, and this one must stop. */
  renew(job: LeasedJob): Promise<boolean>;
  /** The job is done; false when the lease was lost. A dead letter with its key goes with it: what failed then, worked now. */
  complete(job: LeasedJob): Promise<boolean>;
  /** The attempt failed: it is tried again after a pause, or is a dead letter. `lost`: another has the job. */
  fail(job: LeasedJob, error: string): Promise<'again' | 'dead' | 'lost'>;
  /** Gives the job back at once, without a failure: this process goes down. */
  release(job: LeasedJob): Promise<void>;
  /** Where a job stands: its place in the queue from 1 on while it waits; undefined when there is none (it is done). */
  find(kind: string, key: string): Promise<JobPlace | undefined>;
  /** Every kind that has, or had, jobs, by name. */
  depth(): Promise<JobDepth[]>;
  /** Dead letters, newest first. */
  dead(limit: number): Promise<DeadJob[]>;
  /** Puts a dead letter back in the queue with all of its attempts; false when there is none with this id. */
  retry(id: string): Promise<boolean>;
  /** Removes unfinished and dead jobs of a kind by key, such as those of a forgotten source. Running ones lose their lease. */
  remove(kind: string, key: string): Promise<number>;
  close(): Promise<void>;
}

/**
 * Where a new job stands in the queue: one turn behind its group's last job, and one behind the first that waits. So a group
 * of few jobs passes one of many, and every job is served before those that come once it is first.
 *
 * @param own the last turn of the group's unfinished jobs
 * @param head the first turn that waits, or the last that runs
 */
export const turnOf = ({ own, head }: { own: number | null; head: number | null }): number =>
  Math.max(own ?? -1, head ?? -1) + 1;
