import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { backup, restore } from './backup.ts';
import { digestStores } from './digest.ts';
import { openWritableStores } from './open.ts';
import { SPACE, version } from './testing/changing-world.ts';
import { missing, type TestStores, testStores } from './testing/test-stores.ts';

const places: TestStores[] = [];
afterEach(async () => {
  for (const place of places.splice(0)) await place.dispose();
});
const placeOn = (...servers: Parameters<typeof testStores>) => {
  const place = testStores(...servers);
  places.push(place);
  return place;
};
const versions = (from: number, to: number, v = 1) => Array.from({ length: to - from }, (_, i) => version(from + i, v));

describe('a backup of the data file', () => {
  it('taken while another process writes holds one moment, and is restored elsewhere byte for byte', async () => {
    const [place, elsewhere] = [placeOn(), placeOn()];
    const stores = await place.open();
    await stores.apply({ space: SPACE, put: versions(0, 300) });
    const file = join(elsewhere.settings.PARLEY_DATA, 'copy.parley');
    let writing = true;
    const writer = (async () => {
      for (let n = 300; writing; n += 20) {
        await stores.apply({ space: SPACE, put: versions(n, n + 20) });
        await nextRound(); // the embedded stores are synchronous and would otherwise never let the backup run
      }
    })();
    const receipt = await backup(place.settings, file);
    writing = false;
    await writer;
    expect(receipt).toMatchObject({ records: 'the data file', leftOut: [] });
    expect(receipt.contents!.documents).toBeGreaterThanOrEqual(300);
    // Each change has twenty documents, which are all in the backup or none.
    expect(receipt.contents!.documents % 20).toBe(0);

    await restore(elsewhere.settings, file);
    const restored = await elsewhere.open();
    const same = placeOn();
    const expected = await same.open();
    await expected.apply({ space: SPACE, put: versions(0, receipt.contents!.documents) });
    expect(await digestStores(restored)).toEqual(await digestStores(expected));
    expect(readdirSync(elsewhere.settings.PARLEY_DATA).filter((name) => /part|restoring/.test(name))).toEqual([]);
  });

  it('is restored on a new machine, where the data folder is not there yet', async () => {
    const place = placeOn();
    const stores = await place.open();
    await stores.apply({ space: SPACE, put: versions(0, 3) });
    const file = join(place.settings.PARLEY_DATA, 'copy.parley');
    await backup(place.settings, file);
    const settings = { ...place.settings, PARLEY_DATA: join(place.settings.PARLEY_DATA, 'a', 'new', 'place') };
    expect(await restore(settings, file)).toMatchObject({ contents: { documents: 3 } });
    expect(existsSync(join(settings.PARLEY_DATA, 'parley.db'))).toBe(true);
  });

  it('is restored over data only when told to, which is then kept, and never while Parley runs', async () => {
    const place = placeOn();
    const stores = await place.open();
    await stores.apply({ space: SPACE, put: versions(0, 3) });
    const file = join(place.settings.PARLEY_DATA, 'copy.parley');
    await backup(place.settings, file);
    await expect(backup(place.settings, file)).rejects.toMatchObject({ code: 'BAD_USAGE' });
    await stores.apply({ space: SPACE, put: versions(3, 5) });
    await expect(restore(place.settings, file, { replace: true })).rejects.toMatchObject({ code: 'DATA_LOCKED' });
    await stores.close();
    await expect(restore(place.settings, file)).rejects.toMatchObject({
      code: 'BAD_USAGE',
      message: expect.stringContaining('5 documents'),
    });
    const { kept } = await restore(place.settings, file, { replace: true });
    expect(existsSync(kept!)).toBe(true);
    const again = await place.open();
    expect((await again.documents.count()).documents).toBe(3);
  });

  it('that is damaged, of a newer Parley or no backup at all is refused in one line, and nothing is touched', async () => {
    const place = placeOn();
    const stores = await place.open();
    await stores.apply({ space: SPACE, put: versions(0, 3) });
    const folder = place.settings.PARLEY_DATA;
    const whole = join(folder, 'copy.parley');
    await backup(place.settings, whole);
    await stores.close();
    const newer = join(folder, 'newer.parley');
    writeFileSync(newer, readFileSync(whole));
    const connection = new Sqlite(newer);
    connection.pragma('user_version = 9999');
    connection.close();
    const cut = join(folder, 'cut.parley');
    writeFileSync(cut, readFileSync(whole).subarray(0, 60_000));
    const text = join(folder, 'text.parley');
    writeFileSync(text, 'this is no database, '.repeat(500));
    const empty = join(folder, 'empty.parley');
    writeFileSync(empty, '');
    const bare = join(folder, 'bare.parley');
    new Sqlite(bare).exec('VACUUM').close();
    for (const [file, code] of [
      [newer, 'DATA_NEWER'],
      [cut, 'STORE_UNAVAILABLE'],
      [text, 'STORE_UNAVAILABLE'],
      [empty, 'STORE_UNAVAILABLE'],
      [bare, 'STORE_UNAVAILABLE'],
      [folder, 'INPUT_NOT_FOUND'],
      [join(folder, 'nowhere.parley'), 'INPUT_NOT_FOUND'],
    ] as const)
      await expect(restore(place.settings, file, { replace: true }), file).rejects.toMatchObject({ code });
    await expect(restore(place.settings, cut)).rejects.toThrow(`${cut} is damaged, or not a backup of a data file.`);
    await expect(restore(place.settings, newer)).rejects.toThrow(`${newer} was written by a newer Parley (`);
    const again = await place.open();
    expect((await again.documents.count()).documents).toBe(3);
  });

  it('is not changed by a restore, and nothing is written beside it', async () => {
    const [place, elsewhere] = [placeOn(), placeOn()];
    const stores = await place.open();
    await stores.apply({ space: SPACE, put: versions(0, 3) });
    const shelf = join(place.settings.PARLEY_DATA, 'shelf');
    mkdirSync(shelf);
    const file = join(shelf, 'copy.parley');
    await backup(place.settings, file);
    const before = readFileSync(file);
    chmodSync(file, 0o444);
    expect(await restore(elsewhere.settings, file)).toMatchObject({ contents: { documents: 3 } });
    expect(readdirSync(shelf)).toEqual(['copy.parley']);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(statSync(join(elsewhere.settings.PARLEY_DATA, 'parley.db')).mode & 0o200).toBe(0o200);
  });

  it('is refused at once where its folder is not there', async () => {
    const place = placeOn();
    await place.open();
    const folder = join(place.settings.PARLEY_DATA, 'nowhere');
    await expect(backup(place.settings, join(folder, 'copy.parley'))).rejects.toMatchObject({
      code: 'BAD_USAGE',
      message: `There is no folder ${folder}.`,
    });
  });
});

const pgDump = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
const reason = missing(['POSTGRES_URL']) ?? (pgDump.error ? 'pg_dump is not here' : undefined);
describe.skipIf(reason !== undefined)(`a backup of Postgres${reason ? ` (${reason})` : ''}`, () => {
  it('is restored after the schema is lost, and refused where it is there', async () => {
    const place = placeOn(['POSTGRES_URL']);
    const stores = await place.open();
    await stores.apply({ space: SPACE, put: versions(0, 30) });
    await stores.graph.put([version(1, 1).knowledge!]);
    const before = await digestStores(stores);
    await stores.close();
    const file = join(place.settings.PARLEY_DATA, 'schema.dump');
    expect(await backup(place.settings, file)).toMatchObject({ records: 'Postgres' });
    await expect(restore(place.settings, file)).rejects.toMatchObject({ code: 'BAD_USAGE' });
    const copy = readFileSync(file);
    await place.dispose();
    const again = placeOn(['POSTGRES_URL']);
    const kept = join(again.settings.PARLEY_DATA, 'schema.dump');
    writeFileSync(kept, copy);
    const settings = { ...again.settings, PARLEY_NAMESPACE: place.settings.PARLEY_NAMESPACE };
    await restore(settings, kept);
    const restored = await openWritableStores(settings);
    const { vectors: _, ...records } = await digestStores(restored);
    const { vectors: __, ...expected } = before;
    expect(records).toEqual(expected);
    await restored.close();
    await place.dispose();
  });

  it('is restored over a schema only when told to; that is kept, and comes back if the restore fails', async () => {
    const place = placeOn(['POSTGRES_URL']);
    const { POSTGRES_URL, PARLEY_NAMESPACE } = place.settings;
    const stores = await place.open();
    await stores.apply({ space: SPACE, put: versions(0, 3) });
    await stores.close();
    const file = join(place.settings.PARLEY_DATA, 'schema.dump');
    await backup(place.settings, file);
    const more = await openWritableStores(place.settings);
    await more.apply({ space: SPACE, put: versions(3, 5) });
    await more.close();
    const documents = async (schema: string) =>
      Number((await sql(POSTGRES_URL!, `SELECT count(*) AS n FROM "${schema}".documents`))[0]?.n);
    await expect(restore(place.settings, file)).rejects.toMatchObject({
      code: 'BAD_USAGE',
      message: `The schema ${PARLEY_NAMESPACE} is there already, with data that may be newer than the backup.`,
      remedy: expect.stringContaining('--replace'),
    });
    expect(await documents(PARLEY_NAMESPACE!)).toBe(5);

    const { kept } = await restore(place.settings, file, { replace: true });
    expect(await documents(PARLEY_NAMESPACE!)).toBe(3);
    const old = kept!.replace('the schema ', '');
    expect(await documents(old)).toBe(5);
    await sql(POSTGRES_URL!, `DROP SCHEMA "${old}" CASCADE`);

    const cut = join(place.settings.PARLEY_DATA, 'cut.dump');
    writeFileSync(cut, readFileSync(file).subarray(0, statSync(file).size - 2_000));
    await expect(restore(place.settings, cut, { replace: true })).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await documents(PARLEY_NAMESPACE!)).toBe(3);
  });

  it('that is damaged, of another schema, of a newer Parley or none at all is refused, and says which', async () => {
    const place = placeOn(['POSTGRES_URL']);
    const stores = await place.open();
    await stores.apply({ space: SPACE, put: versions(0, 3) });
    await stores.close();
    const file = (name: string) => join(place.settings.PARLEY_DATA, name);
    const { POSTGRES_URL, PARLEY_NAMESPACE } = place.settings;
    const whole = file('whole.dump');
    await backup(place.settings, whole);
    await sql(POSTGRES_URL!, `UPDATE "${PARLEY_NAMESPACE}".schema_version SET version = 9999, works_since = 9999`);
    const newer = file('newer.dump');
    await backup(place.settings, newer);
    const added = file('added.dump');
    await sql(POSTGRES_URL!, `UPDATE "${PARLEY_NAMESPACE}".schema_version SET works_since = 1`);
    await backup(place.settings, added);
    await sql(POSTGRES_URL!, `DROP SCHEMA "${PARLEY_NAMESPACE}" CASCADE`);

    const text = file('text.dump');
    writeFileSync(text, 'this is no dump');
    const cut = file('cut.dump');
    writeFileSync(cut, readFileSync(whole).subarray(0, 5_000));
    for (const [from, code, message] of [
      [file('nowhere.dump'), 'INPUT_NOT_FOUND', 'There is no file'],
      [text, 'STORE_UNAVAILABLE', 'is damaged, or not a backup'],
      [cut, 'STORE_UNAVAILABLE', 'is damaged, or not a backup'],
      [newer, 'DATA_NEWER', 'newer.dump was written by a newer Parley (9999'],
    ] as const)
      await expect(restore(place.settings, from), from).rejects.toMatchObject({
        code,
        message: expect.stringContaining(message),
      });
    const other = { ...place.settings, PARLEY_NAMESPACE: 'another_namespace' };
    await expect(restore(other, whole)).rejects.toMatchObject({
      code: 'BAD_USAGE',
      message: expect.stringContaining(
        `holds the schema ${PARLEY_NAMESPACE}, and PARLEY_NAMESPACE is another_namespace`,
      ),
      remedy: expect.stringContaining(`PARLEY_NAMESPACE=${PARLEY_NAMESPACE}`),
    });
    await restore(place.settings, added); // a newer one that this version can use
    await expect(restore(place.settings, whole)).rejects.toMatchObject({
      remedy: expect.stringContaining('--replace'),
    });
  });
});

const sql = async (url: string, statement: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query(statement).finally(() => client.end());
  return rows;
};
