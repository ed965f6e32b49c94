import type { Clock } from '../../../core/clock.ts';
import { asParleyError } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import { ReplyImpossible } from '../platform.ts';

/** Pauses between attempts to post a finished answer. After the last one, the sweep takes over. */
const RETRIES_MS = [500, 2000, 8000];
/** Pauses between attempts to read what became of a question that another process answered: no sweep reads it again. */
const READ_RETRIES_MS = [...RETRIES_MS, 15_000, 15_000, 30_000];

/** Tries again, after pauses, to post an answer or to read what became of a question. */
export const createRetries = ({ log, clock }: { log: Log; clock: Clock }, key: string) => {
  const retry = async <Result>(
    pauses: readonly number[],
    fails: string,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    for (const pause of pauses) {
      try {
        return await work();
      } catch (error) {
        if (error instanceof ReplyImpossible) throw error;
        log.warn({ err: asParleyError(error), key }, fails);
        await clock.sleep(pause);
      }
    }
    return work();
  };
  return {
    withRetries: (work: () => Promise<void>) => retry(RETRIES_MS, 'an answer could not be posted yet', work),
    read: <Result>(work: () => Promise<Result>) =>
      retry(READ_RETRIES_MS, 'what became of a question could not be read yet', work),
  };
};
