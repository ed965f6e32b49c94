import Sqlite from 'better-sqlite3';

/** The methods with which a prepared statement runs. */
const RUNS = ['run', 'get', 'all', 'iterate'] as const;
type Run = (this: Sqlite.Statement, ...values: unknown[]) => unknown;

/** From when on nothing can be written: at once, or from the end of a transaction on, when its pages go to the disk. */
let full: 'now' | 'at commit' | undefined;
let replaced = false;

const diskFull = () => new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');

/** Makes what SQLite writes fail while the disk is full. Reading works, as on a real disk. */
const replaceRuns = (): void => {
  if (replaced) return;
  replaced = true;
  const db = new Sqlite(':memory:');
  const statements = Object.getPrototypeOf(db.prepare('SELECT 1')) as Record<(typeof RUNS)[number], Run>;
  db.close();
  for (const name of RUNS) {
    const run = statements[name];
    statements[name] = function (this: Sqlite.Statement, ...values: unknown[]) {
      // Outside of a transaction a statement is one by itself.
      const isFull = full === 'now' || (full === 'at commit' && !this.database.inTransaction);
      if (isFull && !this.readonly) throw diskFull();
      return run.apply(this, values);
    };
  }
  const { exec } = Sqlite.prototype;
  Sqlite.prototype.exec = function (this: Sqlite.Database, sql: string) {
    if (full === 'at commit' && sql === 'COMMIT') throw diskFull();
    return exec.call(this, sql);
  };
};

const whileFull = <T>(from: NonNullable<typeof full>, call: () => T): T => {
  replaceRuns();
  full = from;
  try {
    return call();
  } finally {
    full = undefined;
  }
};

/** Makes a call of the data file's while its disk is full. The file's calls are synchronous inside. */
export const onFullDisk = <T>(call: () => T): T => whileFull('now', call);

/** Makes a call of the data file's whose disk is full once it commits. */
export const fullAtCommit = <T>(call: () => T): T => whileFull('at commit', call);
