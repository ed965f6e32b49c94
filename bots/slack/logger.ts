import { LogLevel } from '@slack/bolt';
import type { Log } from '../../core/log.ts';

/** Adapts Parley's log for Bolt. Bolt's `info` and `warn` messages are logged as `debug`, its `error` messages as `warn`. */
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
