import { migrations, WORKS_SINCE } from './migrations/index.ts';
import { newerVersion, type StoredVersion } from './schema-version.ts';
import type { Session } from './session.ts';

/**
 * Migrates the schema to this version. A lock makes concurrent processes wait. The schema of a newer version is left
 * unchanged, and accepted if its `works_since` says that this version can use it.
 * @throws DATA_NEWER
 */
export const migrateSchema = async (tx: Session, schema: string, server: string) => {
  await tx.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`parley schema ${schema}`]);
  await tx.run(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
  await tx.run('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
  // Reads `works_since` through JSON, because the table of an older version lacks the column.
  const [held] = await tx.rows<StoredVersion>(
    `SELECT version, (to_jsonb(held)->>'works_since')::integer AS "worksSince" FROM schema_version held`,
  );
  const newer = newerVersion(held, { schema, server });
  if (newer) throw newer;
  const version = held?.version ?? 0;
  const known = migrations.length;
  if (version > known) return;
  if (version === known && held?.worksSince === WORKS_SINCE) return;
  for (const step of migrations.slice(version)) await tx.run(step);
  await tx.run('ALTER TABLE schema_version ADD COLUMN IF NOT EXISTS works_since integer');
  await tx.run(
    held
      ? 'UPDATE schema_version SET version = $1, works_since = $2'
      : 'INSERT INTO schema_version (version, works_since) VALUES ($1, $2)',
    [known, WORKS_SINCE],
  );
};
