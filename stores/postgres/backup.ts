import { spawn } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { ParleyError } from '../../core/errors.ts';

/**
 * Copies Parley's schema with `pg_dump`, as a consistent snapshot while Parley may be running.
 * @throws PACKAGE_MISSING, with the command to run elsewhere, if `pg_dump` is not installed; BAD_USAGE if `to` exists;
 *   STORE_UNAVAILABLE
 */
export const backupSchema = async (url: string, schema: string, to: string): Promise<void> => {
  if (existsSync(to))
    throw new ParleyError('BAD_USAGE', {
      message: `${to} is there already.`,
      remedy: 'Give the backup another name: a backup never writes over one.',
    });
  const draft = `${to}.part`;
  try {
    await runTool('pg_dump', ['--format=custom', '--no-owner', `--schema=${schema}`, `--file=${draft}`], url);
    renameSync(draft, to);
  } finally {
    rmSync(draft, { force: true });
  }
};

/**
 * Restores a copy of the schema with `pg_restore`, in one transaction.
 * @throws PACKAGE_MISSING; STORE_UNAVAILABLE with the message of `pg_restore`, such as that the schema exists
 */
export const restoreSchema = (url: string, from: string): Promise<void> => {
  const { pathname } = new URL(url);
  const database = decodeURIComponent(pathname.slice(1)) || 'postgres';
  return runTool(
    'pg_restore',
    ['--single-transaction', '--exit-on-error', '--no-owner', `--dbname=${database}`, from],
    url,
  );
};

const runTool = async (tool: 'pg_dump' | 'pg_restore', options: readonly string[], url: string): Promise<void> => {
  const { ending, stderr } = await new Promise<{ ending: string; stderr: string }>((resolve, reject) => {
    // The credentials are passed in the environment, because every user of the machine can read command lines.
    const child = spawn(tool, options, {
      env: { ...process.env, ...accountOf(url) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => {
      stderr = (stderr + text).slice(-2_000);
    });
    child.once('error', (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'ENOENT' ? missing(tool, options) : cause),
    );
    child.once('close', (code, signal) => resolve({ ending: signal ?? `code ${code}`, stderr }));
  });
  if (ending === 'code 0') return;
  throw new ParleyError('STORE_UNAVAILABLE', {
    message: `${tool} failed: ${stderr.trim().split('\n')[0] || ending}.`,
    remedy:
      tool === 'pg_dump'
        ? 'Its version must be at least the server’s; run it where that is so.'
        : 'Restore into a database where the schema is not there, or drop the schema first.',
    details: { reason: stderr },
  });
};

const accountOf = (url: string): Record<string, string> => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  return {
    PGHOST: hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    ...(password && { PGPASSWORD: decodeURIComponent(password) }),
    PGDATABASE: decodeURIComponent(pathname.slice(1)) || 'postgres',
    ...(searchParams.get('sslmode') && { PGSSLMODE: searchParams.get('sslmode') as string }),
  };
};

const missing = (tool: string, options: readonly string[]) =>
  new ParleyError('PACKAGE_MISSING', {
    message: `${tool} is not on this machine.`,
    remedy: `Install Postgres' client programs, or run where they are: ${tool} ${options.join(' ')} "$POSTGRES_URL".`,
  });
