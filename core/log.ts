import { pino } from 'pino';

/** A structured log on stderr; results go to stdout. Redacts secrets by field name. */
export type Log = Pick<import('pino').Logger, 'debug' | 'info' | 'warn' | 'error'>;

/**
 * Creates the log.
 * @param level `debug`, `info`, `warn` (the default), `error` or `silent`; from PARLEY_LOG
 */
export const createLog = (level: string = 'warn'): Log =>
  pino(
    { level, redact: ['*.apiKey', '*.token', '*.password', 'apiKey', 'token', 'password'] },
    pino.destination({ fd: 2, sync: true }),
  );

/** A log without output, for tests and as a default. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
