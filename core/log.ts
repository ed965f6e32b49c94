import { pino } from 'pino';

/** A structured log on stderr; results go to stdout and never through here. Secrets are redacted by name. */
export type Log = Pick<import('pino').Logger, 'debug' | 'info' | 'warn' | 'error'>;

/**
 * Opens the log.
 * @param level `debug`, `info`, `warn` (the default), `error` or `silent`; from PARLEY_LOG.
 */
export const createLog = (level: string = 'warn'): Log =>
  pino(
    { level, redact: ['*.apiKey', '*.token', '*.password', 'apiKey', 'token', 'password'] },
    pino.destination({ fd: 2, sync: true }),
  );

/** A log that says nothing, for tests and for callers that bring none. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
