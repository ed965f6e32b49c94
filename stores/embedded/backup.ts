import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { ParleyError } from '../../core/errors.ts';
import { makeFolder } from '../../core/make-folder.ts';
import { checkDataFile, openDatabase } from './database.ts';
import { storageError } from './storage-error.ts';

/** What a data file holds, for a receipt. */
export interface BackupContents {
  bytes: number;
  documents: number;
  passages: number;
  turns: number;
}

/**
 * All pages in one step: a copy in several begins anew at every write of another process, and would never end beside an
 * ingest. Nobody waits for it: in the write-ahead mode readers and writers do not block each other.
 */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the data file while Parley runs on it, by SQLite's own backup: the copy is the file as it was at one moment. It is
 * read through before it gets its name.
 * @throws INPUT_NOT_FOUND where there is no data file, BAD_USAGE where the copy's name is taken, DISK_FULL
 */
export const backupDataFile = async (from: string, to: string): Promise<BackupContents> => {
  if (!existsSync(from))
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: 'There is no data file yet.',
      remedy: 'Ingest something first, or check PARLEY_DATA.',
      details: { reason: from },
    });
  if (existsSync(to))
    throw new ParleyError('BAD_USAGE', {
      message: `${to} is there already.`,
      remedy: 'Give the backup another name: a backup never writes over one.',
    });
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
 * Puts a backup in the place of the data file, which nobody may have open. A data file that holds something is kept beside
 * it under another name. A backup of an older Parley is brought up to date when it is next opened.
 * @returns what was restored, and where the data file from before is now
 * @throws DATA_NEWER for a backup of a newer Parley; STORE_UNAVAILABLE for a damaged one, or another program's file;
 *   DATA_LOCKED while Parley runs; BAD_USAGE where data would be replaced and `replace` is not set
 */
export const restoreDataFile = async (
  from: string,
  to: string,
  { replace = false }: { replace?: boolean } = {},
): Promise<BackupContents & { kept?: string }> => {
  if (!existsSync(from))
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `There is no file ${from}.`,
      remedy: 'Name the file that `parley backup` wrote.',
    });
  const draft = `${to}.restoring`;
  const remove = () => {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(draft + ending, { force: true });
  };
  remove();
  try {
    makeFolder(dirname(to)); // a new machine has no data folder yet
    // Into a copy of its own: what is in the backup stays as it is, also where it is older and is brought up to date.
    const backup = new Sqlite(from, { readonly: true, fileMustExist: true });
    try {
      await backup.backup(draft, { progress: () => ALL_PAGES });
    } finally {
      backup.close();
    }
    openDatabase(draft).close();
    const contents = contentsOf(draft);
    const kept = existsSync(to) ? moveAway(to, replace) : undefined;
    renameSync(draft, to);
    return { ...contents, ...(kept !== undefined && { kept }) };
  } catch (error) {
    throw storageError(error);
  } finally {
    remove();
  }
};

/** Names the data file differently, once nobody has it open. */
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

/** Writes the log into the file and leaves the write-ahead mode, which SQLite allows to the only user of a file. */
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
