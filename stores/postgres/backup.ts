import { spawn } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import pg from 'pg';
import { ParleyError } from '../../core/errors.ts';
import { counted } from '../../core/text/counted.ts';
import { assertNewFile, assertReadableFile, newerBackup } from '../backup-file.ts';
import { sessionName } from './pool.ts';
import { newerVersion, type StoredVersion } from './schema-version.ts';
import { hostOf, serverError } from './server-error.ts';
import { openVectorExtension } from './vector-extension.ts';

/**
 * Copies Parley's schema with `pg_dump`, as a consistent snapshot while Parley may be running.
 * @throws PACKAGE_MISSING, with the command to run elsewhere, if `pg_dump` is not installed; BAD_USAGE if `to` exists;
 *   STORE_UNAVAILABLE
 */
export const backupSchema = async (url: string, schema: string, to: string): Promise<void> => {
  assertNewFile(to);
  const draft = `${to}.part`;
  try {
    await runTool('pg_dump', ['--format=custom', '--no-owner', `--schema=${schema}`, `--file=${draft}`], url);
    renameSync(draft, to);
  } finally {
    rmSync(draft, { force: true });
  }
};

/**
 * Restores a copy of the schema with `pg_restore`, in one transaction. Reads first what the copy holds, because `pg_restore`
 * also restores a schema that these settings do not use, or one that this version cannot read.
 * @param schema the schema that the settings use
 * @param options.replace renames a schema that is there, and back again if the restore fails
 * @returns as `kept` the new name of the schema that was there
 * @throws PACKAGE_MISSING; INPUT_NOT_FOUND; BAD_USAGE for the copy of another schema, or without `replace` if the schema is
 *   there; DATA_NEWER for one of a newer version;
 *   DATA_LOCKED while processes use the schema that is to be replaced; STORE_UNAVAILABLE for a file that is damaged or no
 *   copy, or with the message of `pg_restore`
 */
export const restoreSchema = async (
  url: string,
  schema: string,
  from: string,
  { replace = false }: { replace?: boolean } = {},
): Promise<{ kept?: string }> => {
  assertReadableFile(from);
  const held = await readCopy(['--list', from], url, from);
  const schemas = [...held.matchAll(/^\d+; \d+ \d+ SCHEMA - (\S+)/gm)].map(([, name]) => name);
  if (!schemas.includes(schema))
    throw new ParleyError('BAD_USAGE', {
      message: `${from} holds ${schemas.length > 0 ? `the schema ${schemas.join(', ')}` : 'no schema of Parley'}, and PARLEY_NAMESPACE is ${schema}.`,
      remedy: schemas[0]
        ? `Set PARLEY_NAMESPACE=${schemas[0]} for what is in it.`
        : 'Name the file that `parley backup` wrote.',
    });
  const rows = await readCopy(
    ['--data-only', `--schema=${schema}`, '--table=schema_version', '--file=-', from],
    url,
    from,
  );
  const newer = newerVersion(versionIn(rows), { schema, server: hostOf(url) });
  if (newer) throw newerBackup(from, newer.details);
  await provideVectors(await readCopy(['--schema-only', '--file=-', from], url, from), url, from);
  if (replace) await assertUnused(url, schema);
  const { pathname } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1)) || 'postgres';
  const old = `${schema}_old_${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}`;
  const kept = replace && (await renameSchema(url, schema, old)) ? old : undefined;
  try {
    await runTool(
      'pg_restore',
      ['--single-transaction', '--exit-on-error', '--no-owner', `--dbname=${database}`, from],
      url,
    );
  } catch (error) {
    if (kept !== undefined) await renameSchema(url, kept, schema);
    throw error;
  }
  return kept === undefined ? {} : { kept };
};

/**
 * The extension `vector` belongs to the database and not to the schema, so a copy of the schema only names its types. Creates
 * it in an empty database, in the schema whose name the copy gives its types.
 * @param statements those that make the copy's tables
 * @throws STORE_UNAVAILABLE if the server lacks it, or has it in another schema
 */
const provideVectors = async (statements: string, url: string, from: string): Promise<void> => {
  const [, quoted, plain] = VECTOR_TYPE.exec(statements) ?? [];
  const schema = quoted?.replaceAll('""', '"') ?? plain;
  if (schema === undefined) return;
  await withClient(url, async (client) => {
    const rows = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
    const reason = await openVectorExtension(
      { rows, run: async (sql) => (await client.query(sql)).rowCount ?? 0 },
      schema,
    );
    if (reason !== undefined)
      throw new ParleyError('STORE_UNAVAILABLE', {
        message: `${from} holds vectors, and ${reason}.`,
        remedy: 'Make pgvector 0.8 or newer usable in this database, then run the same again; nothing was changed.',
      });
    const [found] = await rows<{ schema: string }>(
      "SELECT nspname AS schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'vector'",
    );
    if (found?.schema === schema) return;
    throw new ParleyError('STORE_UNAVAILABLE', {
      message: `${from} expects the extension vector in the schema ${schema}, and this database has it in ${found?.schema}.`,
      remedy: `Restore into a database without the extension, or run ALTER EXTENSION vector SET SCHEMA ${pg.escapeIdentifier(schema)}; nothing was changed.`,
    });
  });
};

/** A column of one of the extension's types in a CREATE TABLE that `pg_dump` wrote, with the schema of the type. */
const VECTOR_TYPE = /^ {4}\S+ (?:"((?:[^"]|"")+)"|([\w$]+))\.(?:vector|halfvec)\(\d+\)/m;

/**
 * A process that goes on while its schema is renamed would make an empty one under the same name and write into that.
 * @throws DATA_LOCKED, STORE_UNAVAILABLE
 */
const assertUnused = (url: string, schema: string): Promise<void> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ machines: number; sessions: number }>(
      `SELECT count(DISTINCT client_addr)::int AS machines, count(*)::int AS sessions FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1`,
      [sessionName(schema)],
    );
    const [{ machines, sessions } = { machines: 0, sessions: 0 }] = rows;
    if (sessions === 0) return;
    throw new ParleyError('DATA_LOCKED', {
      message: `Parley is running on the schema ${schema}: ${counted(sessions, 'connection')} from ${counted(Math.max(1, machines), 'machine')}.`,
      remedy:
        'Stop every process of it (`parley status` lists the workers), then run the same again; nothing was changed.',
    });
  });

/** @returns false if there is no schema of that name @throws STORE_UNAVAILABLE */
const renameSchema = (url: string, from: string, to: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [from]);
    if (rowCount === 0) return false;
    await client.query(`ALTER SCHEMA ${pg.escapeIdentifier(from)} RENAME TO ${pg.escapeIdentifier(to)}`);
    return true;
  });

/** @throws STORE_UNAVAILABLE */
const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, application_name: 'parley' });
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw serverError(error, hostOf(url));
  } finally {
    await client.end().catch(() => {});
  }
};

/** What `pg_restore` prints of a copy without restoring it. @throws STORE_UNAVAILABLE if it cannot read the copy */
const readCopy = (options: readonly string[], url: string, from: string): Promise<string> =>
  runTool('pg_restore', options, url).catch((error: unknown) => {
    if (!(error instanceof ParleyError) || error.code !== 'STORE_UNAVAILABLE') throw error;
    throw new ParleyError('STORE_UNAVAILABLE', {
      message: `${from} is damaged, or not a backup of a Postgres schema that this pg_restore can read.`,
      remedy: 'Restore another backup, or use the pg_restore of the version that wrote it; nothing was changed.',
      details: error.details,
      cause: error,
    });
  });

/** The row of `schema_version` in the statements that `pg_restore` prints: a COPY with its columns, then the values. */
const versionIn = (statements: string): StoredVersion | undefined => {
  const [, columns = '', values = ''] = /^COPY \S+ \(([^)]*)\) FROM stdin;\n(.*)$/m.exec(statements) ?? [];
  const row = new Map(columns.split(', ').map((column, n) => [column, Number(values.split('\t')[n])]));
  const [version, worksSince] = [row.get('version'), row.get('works_since')];
  if (version === undefined || Number.isNaN(version)) return undefined;
  return { version, worksSince: worksSince === undefined || Number.isNaN(worksSince) ? null : worksSince };
};

const runTool = async (tool: 'pg_dump' | 'pg_restore', options: readonly string[], url: string): Promise<string> => {
  const { ending, stdout, stderr } = await new Promise<Record<'ending' | 'stdout' | 'stderr', string>>(
    (resolve, reject) => {
      // The credentials are passed in the environment, because every user of the machine can read command lines.
      const child = spawn(tool, options, {
        env: { ...process.env, ...accountOf(url) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (text: Buffer) => {
        stdout += text;
      });
      child.stderr.on('data', (text: Buffer) => {
        stderr = (stderr + text).slice(-2_000);
      });
      child.once('error', (cause: NodeJS.ErrnoException) =>
        reject(cause.code === 'ENOENT' ? missing(tool, options) : cause),
      );
      child.once('close', (code, signal) => resolve({ ending: signal ?? `code ${code}`, stdout, stderr }));
    },
  );
  if (ending === 'code 0') return stdout;
  const there = /ERROR: {1,2}schema "([^"]+)" already exists/.exec(stderr)?.[1];
  if (there !== undefined)
    throw new ParleyError('BAD_USAGE', {
      message: `The schema ${there} is there already, with data that may be newer than the backup.`,
      remedy: 'Add --replace to put the backup in its place: it is kept beside it under another name.',
    });
  const [first = '', ...more] = stderr.trim().split('\n');
  throw new ParleyError('STORE_UNAVAILABLE', {
    message: `${tool} failed: ${first || ending}.`,
    remedy: remedyFor(tool, stderr),
    ...(more.length > 0 && { details: { reason: more.join(' ') } }),
  });
};

const remedyFor = (tool: 'pg_dump' | 'pg_restore', stderr: string): string => {
  if (/version mismatch/.test(stderr)) return 'Its version must be at least the server’s; run it where that is so.';
  if (/uncompress|input file|unexpected end|corrupt/.test(stderr))
    return 'The backup is damaged: restore another one; nothing was changed.';
  // pg_restore begins with the settings of its own version.
  if (/unrecognized configuration parameter/.test(stderr))
    return `This ${tool} is newer than the server: run the one of the server’s own version; nothing was changed.`;
  return tool === 'pg_dump'
    ? 'Check what it says, then run the same again; no backup was written.'
    : 'Check what it says, then run the same again; nothing was changed.';
};

const accountOf = (url: string): Record<string, string> => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  return {
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    ...(password && { PGPASSWORD: decodeURIComponent(password) }),
    PGDATABASE: decodeURIComponent(pathname.slice(1)) || 'postgres',
    ...encryptionOf(searchParams),
  };
};

/** The driver's settings of encryption as those of the client programs, which know neither `no-verify` nor Node's authorities. */
const encryptionOf = (search: URLSearchParams): Record<string, string> => {
  const mode = search.get('sslmode') ?? (search.get('ssl') ? 'require' : undefined);
  const checks = mode !== undefined && /^(?:require|verify-)/.test(mode);
  const authorities = search.get('sslrootcert') ?? process.env.PGSSLROOTCERT ?? process.env.NODE_EXTRA_CA_CERTS;
  const given = {
    PGSSLMODE: mode === 'no-verify' ? 'require' : mode,
    PGSSLROOTCERT: checks ? authorities : undefined,
    PGSSLCERT: search.get('sslcert'),
    PGSSLKEY: search.get('sslkey'),
  };
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => Boolean(entry[1])));
};

const missing = (tool: string, options: readonly string[]) =>
  new ParleyError('PACKAGE_MISSING', {
    message: `${tool} is not on this machine.`,
    remedy: `Install Postgres' client programs, or run where they are: ${tool} ${options.join(' ')} "$POSTGRES_URL".`,
  });
