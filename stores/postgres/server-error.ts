import { ParleyError } from '../../core/errors.ts';

/** Codes for which the server, not the statement, is at fault: SQLSTATE (connection, shutdown, login) and Node's codes. */
const UNREACHABLE = /^(08|57P|28|3D|ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)/;
/** Codes of Node's for a certificate that is refused. */
const TLS = /CERT|^UNABLE_TO_|^ERR_(TLS|SSL)/;
/** Serialization failure and deadlock: the transaction was rolled back and can be repeated. */
const TRANSIENT = new Set(['40001', '40P01']);

const codeOf = (error: unknown): string =>
  error instanceof Error && typeof (error as { code?: unknown }).code === 'string'
    ? String((error as { code?: unknown }).code)
    : '';

/** Whether repeating the transaction may succeed. */
export const isTransient = (error: unknown): boolean => TRANSIENT.has(codeOf(error));

/** Words of a server or a pooler for whom no connection is left; poolers have no code of their own for it. */
const NO_CONNECTION =
  /^timeout exceeded when trying to connect|^Connection terminated due to connection timeout|query_wait_timeout|no more connections allowed|max(?:imum)? client/i;

/** Whether the server, or a pooler before it, gave no connection, or none in time. Others that are there may still work. */
export const gaveNoConnection = (error: unknown): boolean =>
  codeOf(error) === '53300' || (error instanceof Error && NO_CONNECTION.test(error.message));

/**
 * Codes with which a server says that it has not carried a statement out, though it may do so soon: it takes no connection for
 * now, is just starting, or has ended the session, by an administrator's command or since it was idle.
 */
const NOT_CARRIED_OUT = new Set(['53300', '57P01', '57P03', '57P05', '25P03']);
/** The driver's words for a connection that was known to be lost before anything was sent over it. */
const UNSENT = /is not queryable/;
/** The driver's words and codes for a connection that was lost on the way: the statement may have been carried out. */
const LOST = /^(?:Connection terminated|(?:read|write) (?:ECONNRESET|EPIPE))/;

/** Node's codes of a connection that was not made. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
]);

/** Whether there was no server to connect to, so that nothing was sent. */
export const couldNotConnect = (error: unknown): boolean => {
  if (!NOT_CONNECTED.has(codeOf(error))) return false;
  // A connection that was made can break with some of these codes too. An error for several addresses names no call.
  const { syscall = 'connect' } = error as { syscall?: string };
  return syscall === 'connect' || syscall === 'getaddrinfo';
};

/** Whether a statement can be given to another connection, as the server has not carried it out. */
export const wasNotCarriedOut = (error: unknown): boolean =>
  NOT_CARRIED_OUT.has(codeOf(error)) || (error instanceof Error && UNSENT.test(error.message));

/**
 * Whether a connection broke that did nothing which must not be done twice: a read, a transaction that was not committed, or a
 * write that is the same when it is repeated.
 */
export const wasCutOff = (error: unknown): boolean =>
  wasNotCarriedOut(error) || (error instanceof Error && !('severity' in error) && LOST.test(error.message));

/** Whether a statement failed because its table does not exist. */
export const isMissingTable = (error: unknown): boolean => codeOf(error) === '42P01';

/**
 * Converts errors of the driver to a `ParleyError` with a remedy. Returns other errors, such as a wrong statement,
 * unchanged. The message may be shown to anybody who asks, so the address is only in `details` and the cause.
 * @param server the server's address
 */
export const serverError = (error: unknown, server: string): unknown => {
  if (error instanceof ParleyError || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const failed = (kind: 'DISK_FULL' | 'STORE_UNAVAILABLE', message: string, remedy: string) =>
    new ParleyError(kind, { message, remedy, cause: error, details: { server, reason: error.message || code } });
  if (code.startsWith('53100') || code === '53200')
    return failed(
      'DISK_FULL',
      'The Postgres server has no space left; the change was taken back.',
      'Give it space and run the same again: what was done before is kept.',
    );
  if (code === '25006')
    return failed(
      'STORE_UNAVAILABLE',
      'The Postgres server is read-only; nothing was written.',
      'Let POSTGRES_URL name the primary server, not a replica, and look at its default_transaction_read_only.',
    );
  if (code === '42501')
    return failed(
      'STORE_UNAVAILABLE',
      'The Postgres server does not let the user of POSTGRES_URL do that.',
      'Let that user own the database, or give it the right: GRANT CREATE ON DATABASE … TO …, and the schemas that Parley made there.',
    );
  if (code === '57014')
    return failed('STORE_UNAVAILABLE', 'The Postgres server took too long.', 'Look at its load, then try again.');
  if (code === '53300')
    return failed(
      'STORE_UNAVAILABLE',
      'The Postgres server has no connection left.',
      'Raise max_connections of the server that POSTGRES_URL names or the CONNECTION LIMIT of its user, run fewer processes, or let each take fewer: PARLEY_POSTGRES_CONNECTIONS.',
    );
  if (TLS.test(code) || /does not support SSL|SSL required|no encryption/i.test(error.message))
    return failed(
      'STORE_UNAVAILABLE',
      'The Postgres server and POSTGRES_URL do not agree on encryption.',
      'Check sslmode in POSTGRES_URL: `disable` for a server without TLS, `verify-full` for one whose certificate names its host (NODE_EXTRA_CA_CERTS names the authority of your own), `no-verify` to encrypt without checking whose server it is.',
    );
  // The driver's words. A pooler whose connections are all in use keeps whoever connects waiting, and says nothing.
  if (gaveNoConnection(error))
    return failed(
      'STORE_UNAVAILABLE',
      'The Postgres server gave no connection in time.',
      'Check that it runs and that POSTGRES_URL names it. A pooler before it needs at least 2 connections for each process of Parley (PgBouncer: default_pool_size).',
    );
  // What the server itself says has a severity; the driver's own words about a connection have none.
  const lost = !('severity' in error) && /terminated|timeout|ended|closed|not queryable/i.test(error.message);
  if (endsSession(error))
    return failed(
      'STORE_UNAVAILABLE',
      'The Postgres server ended the connection.',
      'Look at its log: its disk may be full or damaged, or its memory used up.',
    );
  if (!UNREACHABLE.test(code) && !lost) return error;
  return failed(
    'STORE_UNAVAILABLE',
    `The Postgres server ${fault(code)}.`,
    'Check that it runs and that POSTGRES_URL names it with the right user, or unset POSTGRES_URL.',
  );
};

/**
 * Whether the server gave up the session and not only a statement, for a reason that has no code of its own. A server with a
 * full disk says "could not write init file" to whoever connects, with the code of an internal error.
 */
const endsSession = (error: Error): boolean =>
  'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC') && !UNREACHABLE.test(codeOf(error));

const fault = (code: string): string => {
  if (code.startsWith('28')) return 'refuses the user';
  if (code.startsWith('3D')) return 'has no database of that name';
  return `cannot be used${code ? ` (${code})` : ''}`;
};

/** Host and database of a URL, without its credentials, for messages. */
export const hostOf = (url: string): string => {
  try {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  } catch {
    return 'POSTGRES_URL';
  }
};
