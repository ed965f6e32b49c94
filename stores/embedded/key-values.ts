import {
  isAsFound,
  type KeyValueId,
  type KeyValueRecord,
  type KeyValueStore,
  type PersonalRow,
  personalRecord,
} from '../key-values.ts';
import { paged, type SyncCalls, toAsync } from './async-calls.ts';
import type { Database } from './database.ts';

interface Row {
  key: string;
  value: string;
  updated_at: string;
}

interface StreamedRow extends Row {
  kind: string;
  person_id: string | null;
}

/** The columns of a `PersonalRow`. */
const PERSONAL = `kind, key, json_extract(value, '$.revision') AS revision`;

/** JSON values by kind and key in the data file. */
export const embeddedKeyValues = (db: Database): KeyValueStore => {
  const timestamp = () => new Date().toISOString();
  const read = ({ kind, key }: KeyValueId): unknown => {
    const row = db.query<Row>('SELECT value FROM front_records WHERE kind = ? AND key = ?').get(kind, key);
    return row && JSON.parse(row.value);
  };
  const isStored = (turnId: string) => db.query('SELECT 1 FROM turns WHERE id = ?').get(turnId) !== undefined;
  const calls: SyncCalls<KeyValueStore, 'put' | 'add' | 'change' | 'delete' | 'forgetPerson'> = {
    change: ({ found, ofTurn, put = [], delete: gone = [] }) =>
      db.write(() => {
        if (ofTurn !== undefined && !isStored(ofTurn)) return false;
        if (!found.every((place) => isAsFound(read(place), place))) return false;
        for (const { kind, key, value, ...of } of put) calls.put(kind, key, value, of);
        for (const { kind, key } of gone) calls.delete(kind, key);
        return true;
      }),
    put: (kind, key, value, { personId, updatedAt = timestamp() } = {}) =>
      db.write(() => {
        db.query(
          `INSERT INTO front_records (kind, key, person_id, updated_at, value) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (kind, key) DO UPDATE SET person_id = excluded.person_id, updated_at = excluded.updated_at,
           value = excluded.value`,
        ).run(kind, key, personId ?? null, updatedAt, JSON.stringify(value));
      }),
    add: (kind, key, value, { personId } = {}) =>
      db.write(
        () =>
          db
            .query(
              `INSERT INTO front_records (kind, key, person_id, updated_at, value) VALUES (?, ?, ?, ?, ?)
               ON CONFLICT (kind, key) DO NOTHING`,
            )
            .run(kind, key, personId ?? null, timestamp(), JSON.stringify(value)).changes > 0,
      ),
    delete: (kind, key) =>
      db.write(() => db.query('DELETE FROM front_records WHERE kind = ? AND key = ?').run(kind, key).changes > 0),
    forgetPerson: (personId) =>
      db.write(() =>
        db
          .query<PersonalRow>(`DELETE FROM front_records WHERE person_id = ? RETURNING ${PERSONAL}`)
          .all(personId)
          .map(personalRecord),
      ),
  };
  const reads = toAsync({
    get: (kind: string, key: string): unknown => read({ kind, key }),
    getMany: (kind: string, keys: readonly string[]): Map<string, unknown> =>
      new Map(keys.map((key) => [key, read({ kind, key })] as const).filter(([, value]) => value !== undefined)),
    list: (
      kind: string,
      { prefix = '', after = '', limit }: { prefix?: string; after?: string; limit: number },
    ): KeyValueRecord[] =>
      db
        .query<Row>(
          `SELECT key, value, updated_at FROM front_records
           WHERE kind = ? AND key > ? AND key >= ? AND key < ? ORDER BY key LIMIT ?`,
        )
        .all(kind, after, prefix, `${prefix}\u{10ffff}`, limit)
        .map((row) => ({ key: row.key, value: JSON.parse(row.value) as unknown, updatedAt: row.updated_at })),
  });
  const ofPerson = async (personId: string) =>
    db
      .query<PersonalRow>(`SELECT ${PERSONAL} FROM front_records WHERE person_id = ?`)
      .all(personId)
      .map(personalRecord);
  const page = (last: StreamedRow | undefined) =>
    db
      .query<StreamedRow>('SELECT * FROM front_records WHERE (kind, key) > (?, ?) ORDER BY kind, key LIMIT 500')
      .all(last?.kind ?? '', last?.key ?? '');
  async function* all(): ReturnType<KeyValueStore['all']> {
    for await (const row of paged(page))
      yield {
        kind: row.kind,
        key: row.key,
        value: JSON.parse(row.value) as unknown,
        updatedAt: row.updated_at,
        ...(row.person_id !== null && { personId: row.person_id }),
      };
  }
  return { ...toAsync(calls), ...reads, ofPerson, all } as KeyValueStore;
};
