import Sqlite from 'better-sqlite3';
import { ParleyError } from '../../core/errors.ts';

/** Converts errors of SQLite and the file system to a `ParleyError` with a remedy. Returns other errors unchanged. */
export const storageError = (error: unknown): unknown => {
  const code = codeOf(error);
  if (code === undefined) return error;
  if (code === 'SQLITE_FULL' || code === 'ENOSPC')
    return new ParleyError('DISK_FULL', {
      message: 'The disk that holds the data folder is full; the change was taken back.',
      remedy: 'Free some space and run the same again: what was done before is kept.',
      cause: error,
    });
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new ParleyError('DATA_LOCKED', {
      message: 'Another process kept the data file locked for too long.',
      remedy: 'Wait for it to end (or stop it) and try again.',
      cause: error,
    });
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB')
    return new ParleyError('STORE_UNAVAILABLE', {
      message: 'The data file is damaged.',
      remedy: 'Restore it from a copy, or move it away and ingest again.',
      cause: error,
    });
  return new ParleyError('STORE_UNAVAILABLE', {
    message: `The data file cannot be used (${code}).`,
    remedy: 'Check that the folder PARLEY_DATA exists and may be written.',
    cause: error,
    // The system's words begin with the code that the message names.
    details: { reason: (error as Error).message.replace(`${code}: `, '') },
  });
};

const UNUSABLE = /^SQLITE_(FULL|BUSY|LOCKED|CORRUPT|NOTADB|IOERR|CANTOPEN|READONLY|PERM)/;
const FILE_SYSTEM = new Set(['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'EIO']);

const codeOf = (error: unknown): string | undefined => {
  if (error instanceof ParleyError || !(error instanceof Error)) return undefined;
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return undefined;
  if (error instanceof Sqlite.SqliteError) return UNUSABLE.test(code) ? code : undefined;
  return FILE_SYSTEM.has(code) ? code : undefined;
};
