import type { Checkpoints } from '../../agent/checkpoints.ts';
import type { Log } from '../../core/log.ts';
import { questionChannel, type Stores } from '../../stores/index.ts';
import { TIDY } from './kinds.ts';
import { questionRecords } from './questions.ts';
import type { JobHandler } from './run-jobs.ts';

const EVERY_MS = 10 * 60_000;
/** How long a question is kept whose process died, because another process may resume it. */
const KEEP_MS = 24 * 3600_000;

type TidyStores = Pick<Stores, 'jobs' | 'keyValues' | 'conversations' | 'relay'>;

/** Enqueues the job every ten minutes. The queue deduplicates jobs of several processes. */
export const scheduleTidying = ({ jobs }: Pick<Stores, 'jobs'>, log: Log): { close(): void } => {
  const timer = setInterval(() => {
    jobs
      .enqueue({ kind: TIDY, key: 'questions', data: {} })
      .catch((error: unknown) => log.warn({ err: error }, 'tidying could not be handed in; it is tried again'));
  }, EVERY_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
};

/**
 * Removes leftovers of questions: requests and results of turns that ended with what their workers sent, and checkpoints of
 * questions that were stopped or abandoned.
 */
export const tidyHandler = (
  { keyValues, conversations, relay }: TidyStores,
  checkpoints: Pick<Checkpoints, 'removeFinished'> | undefined,
  now: () => number = Date.now,
): JobHandler => ({
  kind: TIDY,
  atOnce: 1,
  async run() {
    const isOver = async (turnId: string) => {
      const turn = await conversations.turn(turnId);
      return turn?.status !== 'running' || now() - Date.parse(turn.askedAt) > KEEP_MS;
    };
    const records = questionRecords(keyValues);
    for await (const turnId of records.olderThan(now() - EVERY_MS))
      if (await isOver(turnId)) {
        await records.remove(turnId);
        await relay.drop(questionChannel(turnId));
      }
    await checkpoints?.removeFinished(isOver);
  },
});
