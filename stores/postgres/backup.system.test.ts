import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { missing } from '../testing/test-stores.ts';
import { restoreSchema } from './backup.ts';
import { connectPostgres } from './connection.ts';

const reason = missing(['PGVECTOR_URL']);

// pg_restore itself must be as new as the server, which CI's need not be: a program that prints what it prints stands in.
describe.skipIf(reason !== undefined)(`restoring vectors into a database${reason ? ` (${reason})` : ''}`, () => {
  let folder: string;
  let url: string;
  let database: string;

  const onServer = async <Row>(sql: string, server = process.env.PGVECTOR_URL): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    const { rows } = await client.query(sql).finally(() => client.end());
    return rows as Row[];
  };
  const extension = () =>
    onServer<{ schema: string }>(
      "SELECT nspname AS schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'vector'",
      url,
    );
  /** A copy whose vectors have this type. */
  const copyWith = (type: string, schema = 'parley') => {
    const file = path.join(folder, 'pg_restore');
    const table = `CREATE TABLE parley.vectors_1 (\n    passage_id text NOT NULL,\n    vector ${type} NOT NULL\n);`;
    writeFileSync(
      file,
      `#!/bin/sh\ncase "$*" in *--list*) echo '7; 2615 16385 SCHEMA - ${schema} parley';; *--schema-only*) cat <<'END'\n${table}\nEND\n;; esac\n`,
    );
    chmodSync(file, 0o755);
    const copy = path.join(folder, 'backup.dump');
    writeFileSync(copy, 'a copy');
    return copy;
  };

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'parley-restore-'));
    vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env.PATH}`);
    database = `parley_test_${randomBytes(4).toString('hex')}`;
    await onServer(`CREATE DATABASE ${database}`);
    const own = new URL(process.env.PGVECTOR_URL!);
    own.pathname = `/${database}`;
    url = own.href;
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await onServer(`DROP DATABASE ${database} WITH (FORCE)`);
  });

  it.each([
    ['public.vector(384)', 'public'],
    ['public.halfvec(3072)', 'public'],
    ['extensions.vector(384)', 'extensions'],
    ['"My Extensions".halfvec(384)', 'My Extensions'],
  ])('makes the extension where the copy expects %s', async (type, schema) => {
    await restoreSchema(url, 'parley', copyWith(type));
    expect(await extension()).toEqual([{ schema }]);
  });

  it('makes none for a copy without vectors', async () => {
    await restoreSchema(url, 'parley', copyWith('text'));
    expect(await extension()).toEqual([]);
  });

  it('refuses a database that has the extension elsewhere, and says how to move it', async () => {
    await onServer('CREATE EXTENSION vector SCHEMA public', url);
    await expect(restoreSchema(url, 'parley', copyWith('extensions.vector(384)'))).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('in the schema extensions, and this database has it in public'),
      remedy: expect.stringContaining('ALTER EXTENSION vector SET SCHEMA "extensions"'),
    });
  });

  it('replaces no schema that a running process uses, and changes nothing', async () => {
    const copy = copyWith('public.vector(384)');
    const running = connectPostgres(url, 'parley');
    try {
      await running.run('CREATE TABLE asked (id int)');
      await expect(restoreSchema(url, 'parley', copy, { replace: true })).rejects.toMatchObject({
        code: 'DATA_LOCKED',
        remedy: expect.stringContaining('Stop every process'),
      });
      expect(await running.rows('SELECT count(*) FROM asked')).toEqual([{ count: 0 }]);
      // Who uses another schema of the same database is not asked to stop.
      expect(await restoreSchema(url, 'other', copyWith('public.vector(384)', 'other'), { replace: true })).toEqual({});
    } finally {
      await running.close();
    }
    expect(await restoreSchema(url, 'parley', copyWith('public.vector(384)'), { replace: true })).toMatchObject({
      kept: expect.stringMatching(/^parley_old_/),
    });
  });
});
