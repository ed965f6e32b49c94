import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { isParleyError } from '../../core/errors.ts';
import { digestStores } from '../digest.ts';
import { page } from '../testing/samples.ts';
import { checkDataFile, openDatabase } from './database.ts';
import { openEmbedded } from './index.ts';
import { migrations } from './migrations/index.ts';
import { storageError } from './storage-error.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-database-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const file = (name = 'parley.db') => join(folder, name);

const failure = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (!isParleyError(error)) throw error;
    return error;
  }
  throw new Error('it did not fail');
};

/** A data file with the schema of an earlier version. */
const atVersion = (version: number, fill = '') => {
  mkdirSync(folder, { recursive: true });
  const raw = new Sqlite(file());
  raw.pragma('journal_mode = MEMORY');
  raw.pragma('synchronous = OFF');
  for (const step of migrations.slice(0, version)) raw.exec(step);
  raw.exec(fill);
  raw.pragma(`user_version = ${version}`);
  raw.close();
};

describe('the data file', () => {
  it('is brought from any earlier version to this one, with what it holds', async () => {
    for (let version = 1; version <= migrations.length; version += 1) {
      atVersion(
        version,
        `INSERT INTO sources (id, kind, location, scopes) VALUES ('old', 'folder', '/srv', '["everyone"]')`,
      );
      const stores = openEmbedded(file());
      expect((await stores.documents.sources()).map(({ id }) => id)).toEqual(['old']);
      await stores.apply({ put: [page('a', ['text'])] });
      await stores.close();
      const raw = new Sqlite(file());
      expect(raw.pragma('user_version', { simple: true })).toBe(migrations.length);
      raw.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('of a newer version is refused and left as it is', () => {
    atVersion(migrations.length);
    const raw = new Sqlite(file());
    raw.pragma(`user_version = ${migrations.length + 1}`);
    raw.close();
    const error = failure(() => openDatabase(file()));
    expect(error.code).toBe('DATA_NEWER');
    expect(error.oneLine).toContain('Update Parley');
  });

  it('that is something else is refused: another program’s SQLite file, or no SQLite file', () => {
    openDatabase(file('x.db')).close();
    const raw = new Sqlite(file('other.db'));
    raw.exec('CREATE TABLE theirs (x)');
    raw.close();
    expect(failure(() => openDatabase(file('other.db'))).oneLine).toContain('something else');
    writeFileSync(file('text.db'), 'this is a text file, and long enough not to pass for an empty database'.repeat(9));
    expect(failure(() => openDatabase(file('text.db'))).code).toBe('STORE_UNAVAILABLE');
    expect(failure(() => openDatabase(join(file('text.db'), 'parley.db'))).code).toBe('STORE_UNAVAILABLE');
  });

  it('that is empty was lost, and is not taken for a new one', () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file(), '');
    const error = failure(() => openDatabase(file()));
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', remedy: expect.stringContaining('Restore it') });
    expect(statSync(file()).size).toBe(0);
    expect(failure(() => checkDataFile(file())).code).toBe('STORE_UNAVAILABLE');
  });

  it('is read through by a check, which names damage and changes nothing', async () => {
    expect(checkDataFile(file())).toBeUndefined();
    const stores = openEmbedded(file());
    await stores.apply({
      space: { encoder: 'test:hash', dimensions: 8 },
      put: Array.from({ length: 200 }, (_, i) => page(`p${i}`, [`passage ${i} `.repeat(40)])),
    });
    expect(checkDataFile(file())).toEqual([]);
    await stores.close();
    const bytes = readFileSync(file());
    bytes.fill(0x5a, 40 * 4096, 60 * 4096);
    writeFileSync(file(), bytes);
    expect(checkDataFile(file())?.length).toBeGreaterThan(0);
    expect(readFileSync(file()).equals(bytes)).toBe(true);
    writeFileSync(file(), 'no database, and long enough not to pass for an empty one'.repeat(20));
    expect(failure(() => checkDataFile(file())).oneLine).toContain('damaged');
  });

  it('is made once when several processes open it first at the same moment', async () => {
    openDatabase(file('x.db')).close();
    const url = new URL('./database.ts', import.meta.url).href;
    const opened = Array.from(
      { length: 6 },
      () =>
        new Promise<string>((resolve, reject) => {
          const code = `import('${url}').then(({ openDatabase }) => { openDatabase(${JSON.stringify(file())}).close(); require('node:worker_threads').parentPort.postMessage('ok'); })`;
          const worker = new Worker(code, { eval: true });
          worker.once('message', resolve).once('error', reject);
        }),
    );
    expect(await Promise.all(opened)).toEqual(Array(6).fill('ok'));
  });

  it('says that it is locked when another process writes for too long', () => {
    const [busy, waiting] = [openDatabase(file()), openDatabase(file(), { busyMs: 30 })];
    busy.exec('BEGIN IMMEDIATE');
    let error: unknown;
    try {
      waiting.write(() => {});
    } catch (thrown) {
      error = storageError(thrown);
    }
    expect(error).toMatchObject({ code: 'DATA_LOCKED' });
    busy.exec('ROLLBACK');
    expect(waiting.write(() => 'through')).toBe('through');
    busy.close();
    waiting.close();
  });

  it('on a full disk takes the change back, whole, and goes on when there is space again', async () => {
    const stores = openEmbedded(file());
    await stores.apply({ put: [page('before', ['kept'])] });
    const kept = await digestStores(stores);
    await stores.close();

    // SQLite's limit of the file size fails with SQLITE_FULL, like a full disk.
    const full = openEmbedded(file(), { maxPages: 200 });
    const big = Array.from({ length: 50 }, (_, i) => page(`big ${i}`, ['long text '.repeat(5000)]));
    await expect(full.apply({ put: big, delete: ['before'] })).rejects.toMatchObject({ code: 'DISK_FULL' });
    expect(await digestStores(full)).toEqual(kept);
    await full.close();

    const roomy = openEmbedded(file());
    await roomy.apply({ put: big });
    expect((await roomy.documents.count()).documents).toBe(51);
    await roomy.close();
  });

  it('keeps nothing of a transaction that failed, or that was a dry run', () => {
    const db = openDatabase(file());
    const insert = () =>
      db.query("INSERT INTO sources (id, kind, location, scopes) VALUES ('x', 'web', '', '[]')").run();
    const count = () => db.query<{ n: number }>('SELECT count(*) AS n FROM sources').get()!.n;
    expect(() =>
      db.write(() => {
        insert();
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(count()).toBe(0);
    expect(
      db.write(
        () => {
          insert();
          return count();
        },
        { undo: true },
      ),
    ).toBe(1);
    expect(count()).toBe(0);
    db.close();
  });
});
