import { afterAll, describe, expect, it } from 'vitest';
import { missing, testStores } from '../testing/test-stores.ts';
import { connectNeo4j } from './connection.ts';

const reason = missing(['NEO4J_URL']);
describe.skipIf(reason !== undefined)(`a namespace on Neo4j${reason ? ` (${reason})` : ''}`, () => {
  const place = testStores(['NEO4J_URL']);
  const account = { user: process.env.NEO4J_USER, password: process.env.NEO4J_PASSWORD };
  const open = (options = {}) => {
    const db = connectNeo4j(
      process.env.NEO4J_URL!,
      { ...account, namespace: place.settings.PARLEY_NAMESPACE! },
      options,
    );
    opened.push(db);
    return db;
  };
  const opened: ReturnType<typeof connectNeo4j>[] = [];
  afterAll(async () => {
    for (const db of opened) await db.close();
    await place.dispose();
  });

  it('has one node an id, found by it, and names found by their words, before anything is written', async () => {
    const db = open();
    const l = db.labels;
    const own = (names: string[]) => names.filter((name) => Object.values(l).some((label) => name.startsWith(label)));
    const constraints = await db.read((run) =>
      run<{ name: string; type: string }>('SHOW CONSTRAINTS YIELD name, type RETURN name, type ORDER BY name'),
    );
    expect(own(constraints.filter(({ type }) => type === 'UNIQUENESS').map(({ name }) => name))).toEqual(
      [
        `${l.document}_id`,
        `${l.entity}_id`,
        `${l.passage}_id`,
        `${l.schema}_id`,
        `${l.triple}_id`,
        `${l.value}_key`,
      ].sort(),
    );
    const [words] = await db.read((run) =>
      run<{ state: string; type: string }>(
        `SHOW INDEXES YIELD name, state, type WHERE name = '${l.words}' RETURN state, type`,
      ),
    );
    expect(words).toEqual({ state: 'ONLINE', type: 'FULLTEXT' });
    for (const label of [l.document, l.passage, l.entity, l.triple])
      await expect(
        db.write((run) => run(`UNWIND ['a', 'a'] AS id CREATE (n:${label} {id: id})`)),
        label,
      ).rejects.toThrow(/already exists/);
  });

  it('is brought up to date by several first users at once, and refused when a newer Parley wrote it', async () => {
    const several = await Promise.all(
      [open(), open(), open()].map((db) => db.read((run) => run<{ n: number }>('RETURN 1 AS n'))),
    );
    expect(several).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 1 }]]);
    const [db] = opened;
    await db!.write((run) => run(`MATCH (s:${db!.labels.schema}) SET s.version = s.version + 1`));
    await expect(open().read((run) => run('RETURN 1'))).rejects.toMatchObject({ code: 'DATA_NEWER' });
    await db!.write((run) => run(`MATCH (s:${db!.labels.schema}) SET s.version = s.version - 1`));
  });

  it('ends a transaction that takes longer than its bound, with one clear line', async () => {
    const db = open({ transactionMs: 500, retryMs: 500 });
    await expect(
      db.read((run) => run('UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(a + b)')),
    ).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', message: expect.stringContaining('took too long') });
  });
});
