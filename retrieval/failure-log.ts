import { isAbort, isParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';

/** Logs the failures of one optional part of searches. */
export interface FailureLog {
  /**
   * @param message what happened, as a sentence
   * @param cause identifies repeated failures whose messages differ, such as "late" for timeouts; the message by default
   */
  failed(error: unknown, message: string, cause?: string): void;
  /** Call after a success: the next failure is then logged again. */
  served(): void;
}

/**
 * Logs one warning per cause until the part works again, because every search meets a part that is down. With
 * PARLEY_LOG=debug, every failure is logged with its stack.
 *
 * @param consequence a sentence that says what searches do meanwhile
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
