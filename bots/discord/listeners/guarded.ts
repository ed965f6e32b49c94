import type { Log } from '../../../core/log.ts';

/** A listener whose failure goes to the log: discord.js would end the process with it. */
export const guarded =
  <Values extends unknown[]>(log: Log, what: string, listener: (...values: Values) => Promise<unknown>) =>
  (...values: Values): void => {
    listener(...values).catch((error: unknown) => log.error({ err: error }, `${what} could not be handled`));
  };
