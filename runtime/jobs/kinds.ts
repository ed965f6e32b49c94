import type { JobKind } from '../../stores/index.ts';

/**
 * A question that a worker answers. Failures of the agent are results too, so an attempt fails only if its process dies or the
 * stores fail. Workers also die for other reasons than their question, so it has more attempts than other jobs. A question that
 * always kills its worker is given up after about three minutes.
 */
export const QUESTION: JobKind = {
  name: 'question',
  leaseSeconds: 10,
  attempts: 10,
  backoffSeconds: 1,
  maxBackoffSeconds: 10,
  maxWaiting: 2000,
};

/** A sync of one source. A site that is down longer than all attempts is tried again after its next interval. */
export const SYNC: JobKind = {
  name: 'sync',
  leaseSeconds: 60,
  attempts: 3,
  backoffSeconds: 60,
  maxBackoffSeconds: 900,
  maxWaiting: 10_000,
};

/** The daily deletion of data that is older than the settings allow. */
export const RETENTION: JobKind = {
  name: 'retention',
  leaseSeconds: 300,
  attempts: 3,
  backoffSeconds: 60,
  maxBackoffSeconds: 3600,
  maxWaiting: 10,
};

/** The removal of records and checkpoints that questions left behind. */
export const TIDY: JobKind = {
  name: 'tidy',
  leaseSeconds: 60,
  attempts: 3,
  backoffSeconds: 60,
  maxBackoffSeconds: 3600,
  maxWaiting: 10,
};

/** The comparison of unanswered questions by a model, for the console's gaps. The next one continues what failed. */
export const JUDGE_GAPS: JobKind = {
  name: 'judge-gaps',
  leaseSeconds: 60,
  attempts: 1,
  backoffSeconds: 60,
  maxBackoffSeconds: 60,
  maxWaiting: 10,
};
