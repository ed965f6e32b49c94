import { join } from 'node:path';
import { type BackupContents, backupDataFile, restoreDataFile } from './embedded/backup.ts';
import type { StoreSettings } from './open.ts';

/** What a backup holds, or what was restored. */
export interface BackupReceipt {
  /** Which program keeps the records, and so what kind of file it is. */
  records: 'the data file' | 'Postgres';
  /** Of a data file. */
  contents?: BackupContents;
  /** The data file from before a restore, under its new name. */
  kept?: string;
  /** What is on servers with backups of their own, or can be made anew. */
  leftOut: string[];
}

/**
 * Copies what Parley keeps into one file, while it runs: the data file by SQLite's backup, a Postgres schema by `pg_dump`.
 * Vectors in Chroma and facts in Neo4j are not in it, and are named in the receipt.
 * @throws BAD_USAGE, INPUT_NOT_FOUND, PACKAGE_MISSING, STORE_UNAVAILABLE, DISK_FULL
 */
export const backup = async (settings: StoreSettings, file: string): Promise<BackupReceipt> => {
  const { POSTGRES_URL, PARLEY_NAMESPACE = 'parley', PARLEY_DATA } = settings;
  if (POSTGRES_URL) {
    const { backupSchema } = await import('./postgres/backup.ts');
    await backupSchema(POSTGRES_URL, PARLEY_NAMESPACE, file);
    return { records: 'Postgres', leftOut: leftOut(settings) };
  }
  const contents = await backupDataFile(join(PARLEY_DATA, 'parley.db'), file);
  return { records: 'the data file', contents, leftOut: leftOut(settings) };
};

/**
 * Puts a backup back where `backup` took it from. Parley must not run on it.
 * @throws as `backup`, and DATA_NEWER, DATA_LOCKED
 */
export const restore = async (
  settings: StoreSettings,
  file: string,
  options: { replace?: boolean } = {},
): Promise<BackupReceipt> => {
  const { POSTGRES_URL, PARLEY_DATA } = settings;
  if (POSTGRES_URL) {
    const { restoreSchema } = await import('./postgres/backup.ts');
    await restoreSchema(POSTGRES_URL, file);
    return { records: 'Postgres', leftOut: leftOut(settings) };
  }
  const { kept, ...contents } = await restoreDataFile(file, join(PARLEY_DATA, 'parley.db'), options);
  return { records: 'the data file', contents, ...(kept !== undefined && { kept }), leftOut: leftOut(settings) };
};

const leftOut = ({ CHROMA_URL, NEO4J_URL }: StoreSettings): string[] => [
  ...(CHROMA_URL ? ['the vectors in Chroma (parley reindex makes them again)'] : []),
  ...(NEO4J_URL ? ['the facts in Neo4j (neo4j-admin database dump; or ingest again)'] : []),
];
