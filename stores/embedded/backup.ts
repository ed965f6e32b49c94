import { chmodSync, copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { isParleyError, ParleyError } from '../../core/errors.ts';
import { makeFolder } from '../../core/make-folder.ts';
import { assertNewFile, assertReadableFile, newerBackup } from '../backup-file.ts';
import { checkDataFile, openDatabase } from './database.ts';
import { storageError } from './storage-error.ts';

/** The contents of a data file: its size in bytes and numbers of rows. */
export interface BackupContents {
  bytes: number;
  documents: number;
  passages: number;
  turns: number;
}

/**
 * Copies all pages in one step. A copy in several steps restarts at every write of another process and would never end
 * during an ingest. One long step blocks nobody, because readers and writers do not block each other in WAL mode.
 */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the data file with SQLite's online backup, while Parley may be running. The copy is a consistent snapshot, and its
 * integrity is checked before it is renamed to `to`.
 * @throws INPUT_NOT_FOUND if there is no data file, BAD_USAGE if `to` exists or its folder does not, DISK_FULL,
 *   STORE_UNAVAILABLE if damaged
 */
export const backupDataFile = async (from: string, to: string): Promise<BackupContents> => {
  if (!existsSync(from))
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: 'There is no data file yet.',
      remedy: 'Ingest something first, or check PARLEY_DATA.',
      details: { reason: from },
    });
  assertNewFile(to);
  const draft = `${resolve(to)}.part`;
  try {
    const source = new Sqlite(from, { readonly: true, fileMustExist: true, timeout: 15_000 });
    try {
      await source.backup(draft, { progress: () => ALL_PAGES });
    } finally {
      source.close();
    }
    const contents = contentsOf(draft);
    renameSync(draft, to);
    return contents;
  } catch (error) {
    throw storageError(error);
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(draft + ending, { force: true });
  }
};

/**
 * Replaces the data file, which no process may have open, by a backup. A previous data file with contents is kept under
 * another name. A backup of an older version of Parley is migrated.
 * @returns what was restored, and as `kept` the path of the previous data file
 * @throws DATA_NEWER for a backup of a newer version; STORE_UNAVAILABLE for a damaged backup or another program's file;
 *   DATA_LOCKED while Parley runs; BAD_USAGE if data would be replaced and `replace` is not set; INPUT_NOT_FOUND
 */
export const restoreDataFile = async (
  from: string,
  to: string,
  { replace = false }: { replace?: boolean } = {},
): Promise<BackupContents & { kept?: string }> => {
  assertReadableFile(from);
  const draft = `${to}.restoring`;
  const remove = () => {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(draft + ending, { force: true });
  };
  remove();
  try {
    makeFolder(dirname(to)); // a new machine has no data folder yet
    await copyBackup(from, draft);
    const contents = migratedContents(draft, from);
    const kept = existsSync(to) ? moveAway(to, replace) : undefined;
    renameSync(draft, to);
    return { ...contents, ...(kept !== undefined && { kept }) };
  } catch (error) {
    throw storageError(error);
  } finally {
    remove();
  }
};

/**
 * Copies a backup, so that it stays unchanged when the copy is migrated. A file without a log is copied as bytes: SQLite would
 * write a log beside it, which a folder that is read-only, as those of backups often are, does not allow.
 */
const copyBackup = async (from: string, draft: string): Promise<void> => {
  if (!existsSync(`${from}-wal`)) {
    copyFileSync(from, draft);
    chmodSync(draft, statSync(draft).mode | 0o600); // the copy of a read-only file is read-only too
    return;
  }
  const backup = new Sqlite(from, { readonly: true, fileMustExist: true });
  try {
    await backup.backup(draft, { progress: () => ALL_PAGES });
  } finally {
    backup.close();
  }
};

/** Migrates the copy of a backup and counts what is in it. @throws STORE_UNAVAILABLE, naming the backup; DATA_NEWER */
const migratedContents = (draft: string, from: string): BackupContents => {
  try {
    // `openDatabase` takes a file without a schema for a new one, and would restore nothing at all.
    if (schemaVersion(draft) === 0) throw notBackup(from);
    openDatabase(draft).close();
    return contentsOf(draft);
  } catch (error) {
    const known = storageError(error);
    if (isParleyError(known, 'STORE_UNAVAILABLE')) throw notBackup(from, error);
    if (isParleyError(known, 'DATA_NEWER')) throw newerBackup(from, known.details);
    throw known;
  }
};

const schemaVersion = (path: string): number => {
  if (statSync(path).size === 0) return 0;
  const connection = new Sqlite(path, { readonly: true });
  try {
    return Number(connection.pragma('user_version', { simple: true }));
  } finally {
    connection.close();
  }
};

const notBackup = (from: string, cause?: unknown) =>
  new ParleyError('STORE_UNAVAILABLE', {
    message: `${from} is damaged, or not a backup of a data file.`,
    remedy: 'Restore another backup; nothing was changed.',
    cause,
  });

/** Renames the data file, or deletes it if it is empty. @returns the new path @throws DATA_LOCKED, BAD_USAGE */
const moveAway = (path: string, replace: boolean): string | undefined => {
  closeLog(path);
  const { documents, turns } = contentsOf(path);
  if (documents === 0 && turns === 0) {
    rmSync(path);
    return undefined;
  }
  if (!replace)
    throw new ParleyError('BAD_USAGE', {
      message: `The data folder holds ${documents} documents and ${turns} questions, which may be newer than the backup.`,
      remedy: 'Add --replace to put the backup in their place: they are kept beside it under another name.',
    });
  const kept = `${path}.before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  renameSync(path, kept);
  return kept;
};

/** Checkpoints the log and leaves WAL mode. SQLite refuses that while another connection is open, hence DATA_LOCKED. */
const closeLog = (path: string): void => {
  const connection = new Sqlite(path, { fileMustExist: true, timeout: 200 });
  try {
    connection.pragma('journal_mode = DELETE');
  } catch (cause) {
    throw new ParleyError('DATA_LOCKED', {
      message: 'The data file is in use: Parley runs on it.',
      remedy: 'Stop Parley, then restore.',
      cause,
    });
  } finally {
    connection.close();
  }
};

const contentsOf = (path: string): BackupContents => {
  const damage = checkDataFile(path) ?? [];
  if (damage.length > 0)
    throw new ParleyError('STORE_UNAVAILABLE', {
      message: `The file is damaged: ${damage.join('; ')}.`,
      remedy: 'Take another backup.',
      details: { reason: path },
    });
  const connection = new Sqlite(path, { readonly: true });
  try {
    sqliteVec.load(connection);
    const count = (table: string) =>
      (connection.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count;
    return {
      bytes: statSync(path).size,
      documents: count('documents'),
      passages: count('passages'),
      turns: count('turns'),
    };
  } finally {
    connection.close();
  }
};
