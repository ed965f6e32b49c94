import { createQuestionGrouper, type Models } from '../../agent/index.ts';
import type { Budget } from '../../core/answer.ts';
import type { Log } from '../../core/log.ts';
import type { Encoder } from '../../retrieval/index.ts';
import type { Stores } from '../../stores/index.ts';
import { judgeQuestions } from '../gaps/judge-questions.ts';
import { createVectorCache } from '../gaps/question-vectors.ts';
import { JUDGE_GAPS } from './kinds.ts';
import type { JobHandler } from './run-jobs.ts';

const EVERY_MS = 10 * 60_000;
/** Of one job. What exceeds it is left for the next one, ten minutes later. */
const BUDGET: Budget = { tokens: 60_000, calls: 40, seconds: 300 };

interface GapJudge {
  models?: Models;
  encoder?: Encoder;
  stores: Pick<Stores, 'jobs' | 'keyValues' | 'conversations'>;
  log: Log;
}

/** With a model, enqueues the job at the start and every ten minutes. Several processes enqueue it once. */
export const scheduleGapJudging = ({ models, stores, log }: GapJudge): { close(): void } => {
  if (!models) return { close() {} };
  const enqueue = () =>
    void stores.jobs
      .enqueue({ kind: JUDGE_GAPS, key: 'gaps', data: {} })
      .catch((error: unknown) => log.warn({ err: error }, 'comparing gaps could not be handed in; it is tried again'));
  enqueue();
  const timer = setInterval(enqueue, EVERY_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
};

/** Has the model say which unanswered questions ask the same, for the console's gaps. Does nothing without a model. */
export const gapJudgingHandler = ({ models, encoder, stores, log }: GapJudge): JobHandler => {
  const vectorsOf = encoder && createVectorCache(encoder);
  return {
    kind: JUDGE_GAPS,
    atOnce: 1,
    async run(_, signal) {
      if (!models) return;
      const groupQuestions = createQuestionGrouper(models, BUDGET);
      await judgeQuestions({ stores, groupQuestions, vectorsOf, log }, signal);
    },
  };
};
