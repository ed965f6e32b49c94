import { isAbort, isParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';

/** Logs the failures of one part that searches go on without. */
export interface FailureLog {
  /**
   * @param message what happened, in a sentence
   * @param cause what tells it from other failures where the message does not: "late", of waits that differ
   */
  failed(error: unknown, message: string, cause?: string): void;
  /** It serves again: the next failure is news. */
  served(): void;
}

/**
 * One line a cause until the part serves again, since every search meets a part that is down. The stack is for those who set
 * PARLEY_LOG=debug, and there of every failure.
 *
 * @param consequence what searches do meanwhile: "searching by words"
 */
export const createFailureLog = (log: Log, consequence: string): FailureLog => {
  const said = new Set<string>();
  return {
    failed(error, message, cause = message) {
      log.debug({ err: error }, message);
      if (said.has(cause)) return;
      said.add(cause);
      log.warn({ ...(isParleyError(error) && !isAbort(error) && { code: error.code }) }, `${message} ${consequence}`);
    },
    served: () => said.clear(),
  };
};
