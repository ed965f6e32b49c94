import { type DestinationStream, pino } from 'pino';
import { withoutSecrets } from './secrets/mask-secrets.ts';

/** A structured log on stderr; results go to stdout. Redacts secrets by field name, and by their form anywhere in a line. */
export type Log = Pick<import('pino').Logger, 'debug' | 'info' | 'warn' | 'error'>;

/**
 * Creates the log.
 * @param level `debug`, `info`, `warn` (the default), `error` or `silent`; from PARLEY_LOG
 * @param to where the lines go: stderr by default
 */
export const createLog = (
  level: string = 'warn',
  to: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Log =>
  pino(
    {
      level,
      redact: ['*.apiKey', '*.token', '*.password', 'apiKey', 'token', 'password'],
      hooks: { streamWrite: withoutSecrets },
      serializers: { eventId: withoutCaller },
    },
    to,
  );

/**
 * The id of an event as the log shows it. The id of a question through an API is `CALLER:UUID`, and the caller may be an
 * e-mail address or a network address; the UUID alone tells the event.
 */
const withoutCaller = (eventId: string): string => {
  const end = eventId.lastIndexOf(':');
  const caller = eventId.slice(0, Math.max(0, end));
  return caller.includes('@') || caller.startsWith('public:') ? `api${eventId.slice(end)}` : eventId;
};

/** A log without output, for tests and as a default. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
