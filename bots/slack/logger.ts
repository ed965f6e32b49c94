import { LogLevel } from '@slack/bolt';
import type { Log } from '../../core/log.ts';

/** Bolt's logger on Parley's. What Bolt says at `info` is for the person who debugs. */
export const boltLogger = (log: Log) => {
  const words = (values: unknown[]) =>
    values
      .map((value) =>
        typeof value === 'string' ? value : value instanceof Error ? value.message : JSON.stringify(value),
      )
      .join(' ');
  return {
    debug() {},
    info: (...values: unknown[]) => log.debug(words(values)),
    warn: (...values: unknown[]) => log.debug(words(values)),
    error: (...values: unknown[]) => log.warn(words(values)),
    setLevel() {},
    getLevel: () => LogLevel.INFO,
    setName() {},
  };
};
