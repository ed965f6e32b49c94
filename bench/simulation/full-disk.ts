import Sqlite from 'better-sqlite3';

/** The methods with which a prepared statement runs. */
const RUNS = ['run', 'get', 'all', 'iterate'] as const;
type Run = (this: Sqlite.Statement, ...values: unknown[]) => unknown;

let full = false;
let replaced = false;

/** Makes every statement of SQLite's fail while the disk is full, if it writes. Reading works, as on a real disk. */
const replaceRuns = (): void => {
  if (replaced) return;
  replaced = true;
  const db = new Sqlite(':memory:');
  const prototype = Object.getPrototypeOf(db.prepare('SELECT 1')) as Record<(typeof RUNS)[number], Run>;
  db.close();
  for (const name of RUNS) {
    const run = prototype[name];
    prototype[name] = function (this: Sqlite.Statement, ...values: unknown[]) {
      if (full && !this.readonly) throw new Sqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
      return run.apply(this, values);
    };
  }
};

/** Makes a call of the data file's while its disk is full. The file's calls are synchronous inside. */
export const onFullDisk = <T>(call: () => T): T => {
  replaceRuns();
  full = true;
  try {
    return call();
  } finally {
    full = false;
  }
};
