import { join } from 'node:path';
import { SERVERS, type ServerFacts, serversIn } from '../core/servers.ts';
import { type BackupContents, backupDataFile, restoreDataFile } from './embedded/backup.ts';
import type { StoreSettings } from './open.ts';

/** What was backed up or restored. */
export interface BackupReceipt {
  /** Where the records are kept, which decides the backup's file format. */
  records: 'the data file' | 'Postgres';
  /** Only for a data file. */
  contents?: BackupContents;
  /** Where a restore put what was there: the path of the previous data file, or the new name of the schema. */
  kept?: string;
  /** Data on other servers, which the backup does not contain. Sentences for the user. */
  leftOut: string[];
}

/**
 * Copies Parley's data into one file while Parley runs: the data file with SQLite's backup API, a Postgres schema with
 * `pg_dump`. Vectors in Chroma and facts in Neo4j are not included; the receipt says so.
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
 * Restores a backup to where the settings say that Parley keeps its data. Parley must be stopped.
 * @throws the codes of `backup`, and DATA_NEWER, DATA_LOCKED
 */
export const restore = async (
  settings: StoreSettings,
  file: string,
  options: { replace?: boolean } = {},
): Promise<BackupReceipt> => {
  const { POSTGRES_URL, PARLEY_NAMESPACE = 'parley', PARLEY_DATA } = settings;
  if (POSTGRES_URL) {
    const { restoreSchema } = await import('./postgres/backup.ts');
    const { kept } = await restoreSchema(POSTGRES_URL, PARLEY_NAMESPACE, file, options);
    return {
      records: 'Postgres',
      ...(kept !== undefined && { kept: `the schema ${kept}` }),
      leftOut: leftOut(settings),
    };
  }
  const { kept, ...contents } = await restoreDataFile(file, join(PARLEY_DATA, 'parley.db'), options);
  return { records: 'the data file', contents, ...(kept !== undefined && { kept }), leftOut: leftOut(settings) };
};

const leftOut = (settings: StoreSettings): string[] =>
  serversIn(settings).flatMap((setting) => {
    const server: ServerFacts = SERVERS[setting];
    return server.leftOutOfBackup ?? [];
  });
