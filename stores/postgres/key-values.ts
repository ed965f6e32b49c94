import { isAsFound, type KeyValueRecord, type KeyValueStore, type PersonalRow, personalRecord } from '../key-values.ts';
import { paged } from '../paged.ts';
import type { Postgres } from './connection.ts';
import { storableJson } from './storable.ts';

interface Row {
  key: string;
  value: unknown;
  updated_at: string;
}

/** The columns of a `PersonalRow`. */
const PERSONAL = `kind, key, value->'revision' AS revision`;

/** JSON values by kind and key, on a Postgres server. */
export const postgresKeyValues = (db: Postgres): KeyValueStore => {
  const values = (
    kind: string,
    key: string,
    value: unknown,
    personId?: string,
    updatedAt = new Date().toISOString(),
  ) => [kind, key, personId ?? null, updatedAt, storableJson(value)];
  /** @param db the database, or a transaction */
  const put = (db: Pick<Postgres, 'run'>, ...record: Parameters<typeof values>) =>
    db.run(
      `INSERT INTO front_records (kind, key, person_id, updated_at, value) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (kind, key) DO UPDATE SET person_id = excluded.person_id, updated_at = excluded.updated_at,
       value = excluded.value`,
      values(...record),
      { repeatable: true },
    );
  const remove = async (db: Pick<Postgres, 'run'>, kind: string, key: string) =>
    (await db.run('DELETE FROM front_records WHERE kind = $1 AND key = $2', [kind, key])) > 0;
  return {
    async get<Value>(kind: string, key: string) {
      const [row] = await db.rows<Row>('SELECT value FROM front_records WHERE kind = $1 AND key = $2', [kind, key]);
      return row?.value as Value | undefined;
    },
    async getMany<Value>(kind: string, keys: readonly string[]) {
      if (keys.length === 0) return new Map<string, Value>();
      const sql = 'SELECT key, value FROM front_records WHERE kind = $1 AND key = ANY($2)';
      const found = await db.rows<Row>(sql, [kind, keys]);
      return new Map(found.map(({ key, value }) => [key, value as Value]));
    },
    async put(kind, key, value, { personId, updatedAt } = {}) {
      await put(db, kind, key, value, personId, updatedAt);
    },
    change: ({ found, ofTurn, put: wanted = [], delete: gone = [] }) =>
      db.transaction(async (tx) => {
        // The lock makes an erasure of the turn wait until the records are written, which it then finds.
        const turn = 'SELECT 1 FROM turns WHERE id = $1 FOR KEY SHARE';
        if (ofTurn !== undefined && (await tx.rows(turn, [ofTurn])).length === 0) return false;
        for (const place of found) {
          const { kind, key } = place;
          // The row lock protects an existing record, and the advisory lock prevents the insertion of a missing one.
          await tx.run('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${kind}/${key}`]);
          const [row] = await tx.rows<Row>('SELECT value FROM front_records WHERE kind = $1 AND key = $2 FOR UPDATE', [
            kind,
            key,
          ]);
          if (!isAsFound(row?.value, place)) return false;
        }
        for (const { kind, key, value, personId, updatedAt } of wanted)
          await put(tx, kind, key, value, personId, updatedAt);
        for (const { kind, key } of gone) await remove(tx, kind, key);
        return true;
      }),
    add: async (kind, key, value, { personId } = {}) =>
      (await db.run(
        `INSERT INTO front_records (kind, key, person_id, updated_at, value) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (kind, key) DO NOTHING`,
        values(kind, key, value, personId),
      )) > 0,
    delete: (kind, key) => remove(db, kind, key),
    list: async <Value>(
      kind: string,
      { prefix = '', after = '', limit }: { prefix?: string; after?: string; limit: number },
    ) =>
      (
        await db.rows<Row>(
          `SELECT key, value, updated_at FROM front_records
           WHERE kind = $1 AND key > $2 AND key >= $3 AND starts_with(key, $3) ORDER BY key LIMIT $4`,
          [kind, after, prefix, limit],
        )
      ).map((row): KeyValueRecord<Value> => ({ key: row.key, value: row.value as Value, updatedAt: row.updated_at })),
    async *all() {
      const rows = paged<Row & { kind: string; person_id: string | null }>((last) =>
        db.rows('SELECT * FROM front_records WHERE (kind, key) > ($1, $2) ORDER BY kind, key LIMIT 500', [
          last?.kind ?? '',
          last?.key ?? '',
        ]),
      );
      for await (const { kind, key, value, updated_at, person_id } of rows)
        yield { kind, key, value, updatedAt: updated_at, ...(person_id !== null && { personId: person_id }) };
    },
    ofPerson: async (personId) =>
      (await db.rows<PersonalRow>(`SELECT ${PERSONAL} FROM front_records WHERE person_id = $1`, [personId])).map(
        personalRecord,
      ),
    forgetPerson: (personId) =>
      db.transaction(async (tx) => {
        // Waits for concurrent writers, which may be adding a record of this person, and blocks later ones meanwhile.
        await tx.run('LOCK TABLE front_records IN SHARE ROW EXCLUSIVE MODE');
        const gone = `DELETE FROM front_records WHERE person_id = $1 RETURNING ${PERSONAL}`;
        return (await tx.rows<PersonalRow>(gone, [personId])).map(personalRecord);
      }),
  };
};
