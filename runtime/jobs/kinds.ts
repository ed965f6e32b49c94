import type { JobKind } from '../../stores/index.ts';

/**
 * A question whose agent runs in a worker; somebody waits for it. The agent's own failures are answers, so that an attempt
 * fails only with its process or with the stores.
 */
export const QUESTION: JobKind = {
  name: 'question',
  leaseSeconds: 10,
  attempts: 5,
  backoffSeconds: 1,
  maxBackoffSeconds: 10,
  maxWaiting: 2000,
};

/** A source to be read again. A site that is down for an afternoon is tried again with its next interval. */
export const SYNC: JobKind = {
  name: 'sync',
  leaseSeconds: 60,
  attempts: 3,
  backoffSeconds: 60,
  maxBackoffSeconds: 900,
  maxWaiting: 10_000,
};

/** What was kept as long as the settings say is deleted, once a day. */
export const RETENTION: JobKind = {
  name: 'retention',
  leaseSeconds: 300,
  attempts: 3,
  backoffSeconds: 60,
  maxBackoffSeconds: 3600,
  maxWaiting: 10,
};

/** What answered questions left behind on their way is removed. */
export const TIDY: JobKind = {
  name: 'tidy',
  leaseSeconds: 60,
  attempts: 3,
  backoffSeconds: 60,
  maxBackoffSeconds: 3600,
  maxWaiting: 10,
};
