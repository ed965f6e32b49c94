import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { TurnObserver } from '../conversation/turn-record.ts';

/** What Prometheus scrapes. Labels are few and closed: no person, channel, page or question is ever one. */
export interface Metrics extends TurnObserver {
  /** Everything in Prometheus' text format. */
  text(): Promise<string>;
  readonly contentType: string;
  /** Whether each part of the stores answered at the last look: `records`, `vectors`, `graph`. */
  stores(up: Readonly<Record<string, boolean>>): void;
}

/** Seconds: quotes take hundredths, models tens. */
const ANSWER_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160];

/** Opens a registry of its own, so that several Parleys in one process do not count into each other. */
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
    stores(parts) {
      for (const [part, answers] of Object.entries(parts)) up.set({ part }, answers ? 1 : 0);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
};
