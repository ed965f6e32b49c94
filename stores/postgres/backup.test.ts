import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { backupSchema, restoreSchema } from './backup.ts';

const URL_OF_SERVER = 'postgres://parley@127.0.0.1:1/parley';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-dump-'));
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env.PATH}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Puts a program in place of one of Postgres' own. */
const place = (program: 'pg_dump' | 'pg_restore', script: string) => {
  const file = path.join(folder, program);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
};

it.each([
  [
    'echo "pg_dump: error: server version mismatch" >&2; exit 1',
    'pg_dump failed: pg_dump: error: server version mismatch.',
  ],
  ['exit 3', 'pg_dump failed: code 3.'],
  ['kill -9 $$', 'pg_dump failed: SIGKILL.'],
])('says why pg_dump failed, and leaves no file: %s', async (script, message) => {
  place('pg_dump', script);
  const file = path.join(folder, 'backup.dump');
  await expect(backupSchema(URL_OF_SERVER, 'parley', file)).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message,
  });
  expect(existsSync(file)).toBe(false);
});

it.each([
  ['', undefined, []],
  ['?sslmode=require', undefined, ['PGSSLMODE=require']],
  ['?sslmode=require', '/own/ca.pem', ['PGSSLMODE=require', 'PGSSLROOTCERT=/own/ca.pem']],
  ['?sslmode=verify-full', '/own/ca.pem', ['PGSSLMODE=verify-full', 'PGSSLROOTCERT=/own/ca.pem']],
  [
    '?sslmode=verify-full&sslrootcert=/in/url.pem&sslcert=/c&sslkey=/k',
    '/own/ca.pem',
    ['PGSSLCERT=/c', 'PGSSLKEY=/k', 'PGSSLMODE=verify-full', 'PGSSLROOTCERT=/in/url.pem'],
  ],
  // The client programs have no such mode: theirs checks nothing where it is given no authorities.
  ['?sslmode=no-verify', '/own/ca.pem', ['PGSSLMODE=require']],
])('lets pg_dump encrypt as %s with the authorities %s does', async (search, authorities, expected) => {
  vi.stubEnv('NODE_EXTRA_CA_CERTS', authorities);
  place(
    'pg_dump',
    `for given in "$@"; do case $given in --file=*) env | grep ^PGSSL | sort > "\${given#--file=}";; esac; done`,
  );
  const file = path.join(folder, 'backup.dump');
  await backupSchema(`${URL_OF_SERVER}${search}`, 'parley', file);
  expect(readFileSync(file, 'utf8').split('\n').filter(Boolean)).toEqual(expected);
});

it.each([
  ['could not uncompress data: invalid distance too far back', 'The backup is damaged'],
  ['could not execute query: ERROR: permission denied for database', 'Check what it says'],
  [
    'could not execute query: ERROR:  unrecognized configuration parameter "transaction_timeout"',
    'run the one of the server’s own version',
  ],
])('says what to do when pg_restore fails, and that nothing was changed: %s', async (reason, remedy) => {
  place(
    'pg_restore',
    `case "$*" in *--list*) echo '7; 2615 16385 SCHEMA - parley parley';; *--data-only*|*--schema-only*) ;; *) echo '${reason}' >&2; exit 1;; esac`,
  );
  const file = path.join(folder, 'backup.dump');
  writeFileSync(file, 'a copy');
  const refusal = await restoreSchema(URL_OF_SERVER, 'parley', file).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'STORE_UNAVAILABLE', message: `pg_restore failed: ${reason}.` });
  expect(refusal).toMatchObject({ remedy: expect.stringContaining(remedy) });
  expect(refusal).toMatchObject({ remedy: expect.stringContaining('nothing was changed') });
});
