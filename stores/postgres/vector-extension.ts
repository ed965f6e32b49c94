import pg from 'pg';
import type { Session } from './session.ts';

/** pgvector 0.8 introduced iterative index scans. Older versions may find nothing after the scope filter. */
const MIN_PGVECTOR = { major: 0, minor: 8 };

/** Where the extension is made: not in Parley's schema, since other installations may use it and must not lose it with that. */
const EXTENSION_SCHEMA = 'public';

/**
 * Creates the extension `vector` in the database if the server has it.
 * @param schema where it is made if it is not there
 * @returns why it cannot be used, for the operator; undefined if it can
 * @throws STORE_UNAVAILABLE
 */
export const openVectorExtension = async (db: Session, schema = EXTENSION_SCHEMA): Promise<string | undefined> => {
  const [found] = await db.rows<{ available: string; installed: string | null }>(
    `SELECT default_version AS available, installed_version AS installed FROM pg_available_extensions
     WHERE name = 'vector'`,
  );
  if (!found) return 'the Postgres server has no extension `vector` (pgvector)';
  const version = found.installed ?? found.available;
  if (!isEnough(version))
    return `the Postgres server has pgvector ${version}, and 0.8 or newer is needed (ALTER EXTENSION vector UPDATE)`;
  if (found.installed !== null) return undefined;
  try {
    const place = pg.escapeIdentifier(schema);
    if (schema !== EXTENSION_SCHEMA) await db.run(`CREATE SCHEMA IF NOT EXISTS ${place}`);
    await db.run(`CREATE EXTENSION IF NOT EXISTS vector SCHEMA ${place}`);
  } catch (error) {
    // Another process may have created it in between.
    const [made] = await db.rows("SELECT 1 FROM pg_extension WHERE extname = 'vector'");
    if (made) return undefined;
    const detail = error instanceof Error ? error.message : String(error);
    return `the extension \`vector\` is there but not made in this database (${detail}); its administrator can run CREATE EXTENSION vector`;
  }
  return undefined;
};

const isEnough = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > MIN_PGVECTOR.major || (major === MIN_PGVECTOR.major && minor >= MIN_PGVECTOR.minor);
};
