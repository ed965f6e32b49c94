import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { storageError } from './storage-error.ts';

const POLL_MS = 20;

/**
 * A lock between processes on a separate SQLite file, because SQLite releases a process's locks however the process ends.
 * `withLock` waits by polling, which does not block this process, and returns undefined if `wait` is false and the lock is
 * taken.
 */
export const fileLock = (path: string) => {
  let connection: Sqlite.Database | undefined;
  return {
    async withLock<T>(work: () => Promise<T>, { wait = true }: { wait?: boolean } = {}): Promise<T | undefined> {
      for (;;) {
        try {
          connection ??= new Sqlite(path, { timeout: 0 });
          connection.exec('BEGIN EXCLUSIVE');
          break;
        } catch (error) {
          if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw storageError(error);
          if (!wait) return undefined;
          await sleep(POLL_MS);
        }
      }
      try {
        return await work();
      } finally {
        connection.exec('ROLLBACK');
      }
    },
    close() {
      connection?.close();
      connection = undefined;
    },
  };
};
