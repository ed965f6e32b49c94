import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { JobObserver } from '../../runtime/jobs/run-jobs.ts';
import type { JobQueue, SharedConnections } from '../../stores/index.ts';
import type { TurnObserver } from '../conversation/turn-record.ts';

/** Prometheus metrics. Labels have a small, fixed set of values, and never name a person, channel, page or question. */
export interface Metrics extends TurnObserver, JobObserver {
  /** All metrics in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
  /** Adds gauges for the numbers of jobs, which are read from the queue at each scrape. */
  queue(jobs: Pick<JobQueue, 'depth'>): void;
  /** Adds a gauge for this process's connections to Postgres. */
  connections(connections: Pick<SharedConnections, 'state'>): void;
  /** Sets whether each part of the stores (`records`, `vectors`, `graph`) answered the last check. */
  stores(up: Readonly<Record<string, boolean>>): void;
}

/** Buckets in seconds: quoting takes hundredths of a second, a model up to tens of seconds. */
const ANSWER_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160];

/** Buckets in seconds: a question takes tens of seconds, ingesting a source up to hours. */
const JOB_BUCKETS = [0.1, 0.5, 1, 5, 20, 60, 300, 1200, 3600];

/** Creates metrics with their own registry, so that several instances in one process do not share counters. */
export const createMetrics = (): Metrics => {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const questions = new Counter({
    name: 'parley_questions_total',
    help: 'Attempts at questions by how they ended; verdict and mode of those answered, the code of those that failed.',
    labelNames: ['platform', 'outcome', 'verdict', 'mode', 'code'],
    registers,
  });
  const seconds = new Histogram({
    name: 'parley_answer_seconds',
    help: 'From the claim on a question to its answer, without the time in the line.',
    labelNames: ['mode'],
    buckets: ANSWER_BUCKETS,
    registers,
  });
  const waited = new Histogram({
    name: 'parley_waiting_seconds',
    help: 'Time in the waiting line.',
    buckets: ANSWER_BUCKETS,
    registers,
  });
  const tokens = new Counter({
    name: 'parley_tokens_total',
    help: 'Tokens that models took for answers.',
    labelNames: ['direction'],
    registers,
  });
  const calls = new Counter({ name: 'parley_model_calls_total', help: 'Calls of models for answers.', registers });
  const takeovers = new Counter({
    name: 'parley_takeovers_total',
    help: 'Questions taken over from a process that fell silent.',
    registers,
  });
  const jobs = new Counter({
    name: 'parley_jobs_total',
    help: 'Attempts at jobs by how they ended; those that are dead wait for a person (parley jobs).',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const jobSeconds = new Histogram({
    name: 'parley_job_seconds',
    help: 'Attempts at jobs, without their time in the queue.',
    labelNames: ['kind'],
    buckets: JOB_BUCKETS,
    registers,
  });
  const jobTakeovers = new Counter({
    name: 'parley_job_retries_total',
    help: 'Attempts after the first: the one before failed, or its process fell silent.',
    labelNames: ['kind'],
    registers,
  });
  const up = new Gauge({
    name: 'parley_store_up',
    help: '1 where a part of the stores answered at the last look at readiness.',
    labelNames: ['part'],
    registers,
  });
  return {
    ended(record) {
      const { platform, outcome, answer, code = '', takenOver } = record;
      questions.inc({ platform, outcome, verdict: answer?.verdict ?? '', mode: answer?.mode ?? '', code });
      if (takenOver) takeovers.inc();
      if (!answer) return;
      seconds.observe({ mode: answer.mode }, record.seconds - record.waitedSeconds);
      waited.observe(record.waitedSeconds);
      calls.inc(answer.usage.calls);
      tokens.inc({ direction: 'input' }, answer.usage.inputTokens);
      tokens.inc({ direction: 'output' }, answer.usage.outputTokens);
    },
    line(line) {
      const states = ['running', 'waiting'] as const;
      new Gauge({
        name: 'parley_line_questions',
        help: 'Questions that this process works on, and that wait in its line.',
        labelNames: ['state'],
        registers,
        collect() {
          for (const state of states) this.set({ state }, line[state]);
        },
      });
    },
    jobEnded({ kind, outcome, seconds, attempt }) {
      jobs.inc({ kind, outcome });
      jobSeconds.observe({ kind }, seconds);
      if (attempt > 1) jobTakeovers.inc({ kind });
    },
    queue(queue) {
      const states = ['waiting', 'running', 'dead'] as const;
      // Without the queue there are no figures; `parley_store_up` and the log show why.
      const depths = () => queue.depth().catch(() => []);
      new Gauge({
        name: 'parley_queue_jobs',
        help: 'Jobs that wait, that some process works on, and that failed for good.',
        labelNames: ['kind', 'state'],
        registers,
        async collect() {
          const found = await depths();
          this.reset();
          for (const depth of found) for (const state of states) this.set({ kind: depth.kind, state }, depth[state]);
        },
      });
      new Gauge({
        name: 'parley_queue_oldest_seconds',
        help: 'How long the first waiting job could have begun.',
        labelNames: ['kind'],
        registers,
        async collect() {
          const found = await depths();
          this.reset();
          for (const { kind, oldestWaiting } of found) {
            if (oldestWaiting) this.set({ kind }, Math.max(0, (Date.now() - Date.parse(oldestWaiting)) / 1000));
          }
        },
      });
    },
    connections(connections) {
      new Gauge({
        name: 'parley_postgres_connections',
        help: 'Connections to Postgres that this process has, and the most that it may have.',
        labelNames: ['which'],
        registers,
        collect() {
          const { open, most } = connections.state();
          this.set({ which: 'open' }, open);
          this.set({ which: 'most' }, most);
        },
      });
    },
    stores(parts) {
      for (const [part, answers] of Object.entries(parts)) up.set({ part }, answers ? 1 : 0);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
