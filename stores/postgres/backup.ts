import { spawn } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { ParleyError } from '../../core/errors.ts';

/**
 * Copies Parley's schema with Postgres' own `pg_dump`, as it was at one moment, while Parley runs.
 * @throws PACKAGE_MISSING with the command to run where there is no pg_dump, BAD_USAGE, STORE_UNAVAILABLE
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
 * Puts a copy of the schema back with `pg_restore`, in one transaction: all of it or nothing.
 * @throws PACKAGE_MISSING, STORE_UNAVAILABLE: with what Postgres said, such as that the schema is there already
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
  const { code, said } = await new Promise<{ code: number | null; said: string }>((resolve, reject) => {
    // The account goes by the environment: command lines can be read by every user of the machine.
    const child = spawn(tool, options, {
      env: { ...process.env, ...accountOf(url) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (text: Buffer) => {
      said = (said + text).slice(-2_000);
    });
    child.once('error', (cause: NodeJS.ErrnoException) =>
      reject(cause.code === 'ENOENT' ? missing(tool, options) : cause),
    );
    child.once('close', (code) => resolve({ code, said }));
  });
  if (code === 0) return;
  throw new ParleyError('STORE_UNAVAILABLE', {
    message: `${tool} failed: ${said.trim().split('\n')[0] ?? `code ${code}`}.`,
    remedy:
      tool === 'pg_dump'
        ? 'Its version must be at least the server’s; run it where that is so.'
        : 'Restore into a database where the schema is not there, or drop the schema first.',
    details: { reason: said },
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
