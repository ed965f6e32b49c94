import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import { ParleyError } from '../../core/errors.ts';
import { makeFolder } from '../../core/make-folder.ts';
import { migrations } from './migrations/index.ts';
import { storageError } from './storage-error.ts';

/** A value that can be bound to a `?`. */
export type Value = string | number | bigint | null | Uint8Array;

/** A prepared statement. `Row` is declared by the caller and not checked. */
export interface Query<Row> {
  all(...values: Value[]): Row[];
  get(...values: Value[]): Row | undefined;
  run(...values: Value[]): { changes: number; lastInsertRowid: number | bigint };
}

/** A connection to the data file. Calls are synchronous and block this thread. */
export interface Database {
  /** Returns the prepared statement of this text; prepares it at the first use. */
  query<Row = unknown>(sql: string): Query<Row>;
  /**
   * Runs `work` in a transaction that takes the write lock at its start, so nothing that it read can change before it
   * writes. A nested `write` joins the outer transaction. `undo` rolls back at the end, for a dry run.
   */
  write<T>(work: () => T, options?: { undo?: boolean }): T;
  exec(sql: string): void;
  readonly open: boolean;
  close(): void;
}

export interface DatabaseOptions {
  /** How long a writer waits for another process's transaction before DATA_LOCKED, in milliseconds. */
  busyMs?: number;
  /** Maximum size of the file in pages of 4 KiB; writes beyond it throw DISK_FULL. No limit by default. */
  maxPages?: number;
}

/** Default of `busyMs`. The longest usual transactions are those of ingest, of tens of milliseconds. */
const BUSY_MS = 15_000;
/** 'PRLY' in ASCII: distinguishes Parley's files from other SQLite files. */
const APPLICATION_ID = 0x50524c59;

/**
 * Opens or creates the data file at `path` and migrates it to this version's schema.
 * Several processes may have it open: readers never wait, and writers wait for each other.
 * @param path a file, or `:memory:` for a database that ends with its connection
 * @throws DATA_NEWER when a newer Parley wrote it, DATA_LOCKED, DISK_FULL; STORE_UNAVAILABLE, also for an empty file
 */
export const openDatabase = (path: string, { busyMs = BUSY_MS, maxPages }: DatabaseOptions = {}): Database => {
  try {
    if (path !== ':memory:') {
      makeFolder(dirname(path));
      if (!existsSync(path)) createFile(path, busyMs);
      else if (statSync(path).size === 0) throw emptyFile(path);
    }
    const connection = connect(path, busyMs);
    if (maxPages !== undefined) connection.pragma(`max_page_count = ${Math.trunc(maxPages)}`);
    return database(connection);
  } catch (error) {
    throw storageError(error);
  }
};

/**
 * Creates the file under a temporary name and hard-links it to `path` once it is complete, so an empty file at `path` always
 * means lost data. If several processes do this at once, the first link wins and the others use that file.
 */
const createFile = (path: string, busyMs: number): void => {
  const draft = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    const made = connect(draft, busyMs);
    try {
      // Closing would checkpoint too, but ignores a full disk, and an incomplete file would be linked.
      made.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      made.close();
    }
    linkSync(draft, path);
  } catch (error) {
    // EEXIST: another process was first. The other codes: the file system has no hard links, so the caller creates the
    // file directly at its path.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EEXIST', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP'].includes(code) || !existsSync(draft)) throw error;
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(draft + ending, { force: true });
  }
};

/** Connects to a file, creates it if it does not exist, and migrates it to this version's schema. */
const connect = (path: string, busyMs: number): Sqlite.Database => {
  const connection = new Sqlite(path, { timeout: busyMs });
  try {
    sqliteVec.load(connection);
    enableWriteAheadLog(connection, busyMs);
    connection.pragma('synchronous = NORMAL');
    // An ingest batch writes some thousand pages. With SQLite's default of 1,000, the same pages would be checkpointed often.
    connection.pragma('wal_autocheckpoint = 8000');
    connection.pragma('foreign_keys = ON');
    connection.pragma('cache_size = -65536');
    connection.pragma('temp_store = MEMORY');
    connection.pragma('secure_delete = FAST');
    migrate(connection, path);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

/** Up to this size `integrity_check` runs; larger files get `quick_check`, which does not compare indexes with tables. */
const FULL_CHECK_BYTES = 2 ** 30;

/**
 * Checks a data file for damage, read-only.
 * @returns up to ten findings, an empty list for a sound file, undefined if there is no file
 * @throws STORE_UNAVAILABLE if the file is empty or not a database, DATA_LOCKED
 */
export const checkDataFile = (path: string): string[] | undefined => {
  if (!existsSync(path)) return undefined;
  const { size } = statSync(path);
  if (size === 0) throw emptyFile(path);
  try {
    const connection = new Sqlite(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
    try {
      sqliteVec.load(connection);
      const rows = connection.pragma(`${size > FULL_CHECK_BYTES ? 'quick_check' : 'integrity_check'}(10)`) as object[];
      const found = rows.map((row) => String(Object.values(row)[0]).split('\n')[0] ?? '');
      return found.length === 1 && found[0] === 'ok' ? [] : found;
    } finally {
      connection.close();
    }
  } catch (error) {
    // The check itself throws if a full-text or vector table is damaged.
    if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_CORRUPT')) return [error.message];
    throw storageError(error);
  }
};

const database = (connection: Sqlite.Database): Database => {
  const prepared = new Map<string, Query<unknown>>();
  return {
    query<Row>(sql: string) {
      let statement = prepared.get(sql);
      if (!statement) {
        statement = connection.prepare(sql) as Query<unknown>;
        prepared.set(sql, statement);
      }
      return statement as Query<Row>;
    },
    write(work, { undo = false } = {}) {
      if (connection.inTransaction) return work();
      connection.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        connection.exec(undo ? 'ROLLBACK' : 'COMMIT');
        return result;
      } catch (error) {
        // On a full disk SQLite has rolled back already, and a second ROLLBACK would hide the first error.
        if (connection.inTransaction) connection.exec('ROLLBACK');
        throw error;
      }
    },
    exec: (sql) => void connection.exec(sql),
    get open() {
      return connection.open;
    },
    close: () => void connection.close(),
  };
};

/** The switch to WAL needs an exclusive lock and ignores the busy timeout, so two first starts would collide: retries. */
const enableWriteAheadLog = (connection: Sqlite.Database, busyMs: number) => {
  const deadline = Date.now() + busyMs;
  for (;;) {
    try {
      connection.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError) || !error.code.startsWith('SQLITE_BUSY') || Date.now() > deadline)
        throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
};

const versionOf = (connection: Sqlite.Database) => connection.pragma('user_version', { simple: true }) as number;

const migrate = (connection: Sqlite.Database, path: string) => {
  if (versionOf(connection) === migrations.length) return;
  connection.exec('BEGIN IMMEDIATE');
  try {
    const version = versionOf(connection);
    if (version > migrations.length) throw newerData(path, version);
    if (version === 0 && hasForeignTables(connection)) throw foreignFile(path);
    for (const step of migrations.slice(version)) connection.exec(step);
    connection.pragma(`application_id = ${APPLICATION_ID}`);
    connection.pragma(`user_version = ${migrations.length}`);
    connection.exec('COMMIT');
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
};

const hasForeignTables = (connection: Sqlite.Database) =>
  connection.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' LIMIT 1").get() !== undefined;

const newerData = (path: string, version: number) =>
  new ParleyError('DATA_NEWER', {
    message: `The data file was written by a newer Parley (schema ${version}, this one knows ${migrations.length}).`,
    remedy: 'Update Parley, or point PARLEY_DATA at another folder.',
    details: { version, known: migrations.length, reason: path },
  });

const emptyFile = (path: string) =>
  new ParleyError('STORE_UNAVAILABLE', {
    message: 'The data file is empty: what it held is lost.',
    remedy: 'Restore it from a copy. To start over, delete it and ingest again.',
    details: { reason: path },
  });

const foreignFile = (path: string) =>
  new ParleyError('STORE_UNAVAILABLE', {
    message: 'The data file is an SQLite file of something else.',
    remedy: 'Point PARLEY_DATA at a folder of its own.',
    details: { reason: path },
  });
