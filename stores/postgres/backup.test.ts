import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { backupSchema } from './backup.ts';

const URL_OF_SERVER = 'postgres://parley@127.0.0.1:1/parley';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-dump-'));
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env.PATH}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Puts a program in place of `pg_dump`. */
const pgDump = (script: string) => {
  const file = path.join(folder, 'pg_dump');
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
  pgDump(script);
  const file = path.join(folder, 'backup.dump');
  await expect(backupSchema(URL_OF_SERVER, 'parley', file)).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message,
  });
  expect(existsSync(file)).toBe(false);
});
