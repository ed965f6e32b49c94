import type { Log } from './log.ts';

/** What is tried again and again, as far as the log is concerned. */
export interface OutageLog {
  /** Called after each try that failed. */
  failed(error: unknown, about?: object): void;
  /** Called after each try that succeeded. */
  worked(): void;
}

/**
 * Logs one line when something begins to fail and one when it works again, however often it is tried in between: a server that
 * is away for a minute is not a line for each try of each process.
 * @param fails said with the first error
 */
export const createOutageLog = (
  log: Pick<Log, 'warn'>,
  { fails, works }: { fails: string; works: string },
): OutageLog => {
  let isFailing = false;
  return {
    failed(error, about = {}) {
      if (!isFailing) log.warn({ err: error, ...about }, fails);
      isFailing = true;
    },
    worked() {
      if (isFailing) log.warn(works);
      isFailing = false;
    },
  };
};
