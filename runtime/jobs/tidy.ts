import type { Checkpoints } from '../../agent/checkpoints.ts';
import type { Turn } from '../../core/conversation.ts';
import type { Log } from '../../core/log.ts';
import { removeQuestionWork, type Stores } from '../../stores/index.ts';
import { TIDY } from './kinds.ts';
import { questionRecords } from './questions.ts';
import type { JobHandler } from './run-jobs.ts';

const EVERY_MS = 10 * 60_000;
/** How long a question is kept whose process died, because another process may resume it. */
const KEEP_MS = 24 * 3600_000;

type TidyStores = Pick<Stores, 'jobs' | 'keyValues' | 'conversations' | 'relay'>;

/** Enqueues the job now and every ten minutes. The queue deduplicates jobs of several processes. */
export const scheduleTidying = ({ jobs }: Pick<Stores, 'jobs'>, log: Log): { close(): void } => {
  const enqueue = () =>
    void jobs
      .enqueue({ kind: TIDY, key: 'questions', data: {} })
      .catch((error: unknown) => log.warn({ err: error }, 'tidying could not be handed in; it is tried again'));
  enqueue();
  const timer = setInterval(enqueue, EVERY_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
};

/**
 * Removes leftovers of questions: requests and results of turns that ended or were erased, with what their workers sent, and
 * checkpoints of questions that were stopped or abandoned.
 */
export const tidyHandler = (
  { keyValues, conversations, relay }: TidyStores,
  checkpoints: Pick<Checkpoints, 'removeFinished'> | undefined,
): JobHandler => ({
  kind: TIDY,
  atOnce: 1,
  async run() {
    const isEnded = (turn: Turn | undefined) =>
      turn?.status !== 'running' || Date.now() - Date.parse(turn.askedAt) > KEEP_MS;
    const isOver = async (turnId: string) => isEnded(await conversations.turn(turnId));
    const records = questionRecords(keyValues);
    for await (const { turnId, writtenAt } of records.all()) {
      const turn = await conversations.turn(turnId);
      // A turn that is not there was erased. A result of one that ended may still be on its way to whoever asked.
      if (turn && (writtenAt >= Date.now() - EVERY_MS || !isEnded(turn))) continue;
      await removeQuestionWork({ keyValues, relay }, turnId);
    }
    await checkpoints?.removeFinished(isOver);
  },
});
