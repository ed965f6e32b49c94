import {
  type CaseStatus,
  caseStatuses,
  type EvalCase,
  peopleIn,
  withoutPerson,
  withoutTurn,
} from '../../core/eval-case.ts';
import { storable } from '../../core/text/storable.ts';
import type { CaseCursor, EvalCaseStore } from '../eval-cases.ts';
import { paged } from '../paged.ts';
import type { Postgres } from './connection.ts';
import type { Session } from './session.ts';
import { storableJson } from './storable.ts';

interface Row {
  value: EvalCase;
}

/** Eval cases on a Postgres server. */
export const postgresEvalCases = (db: Postgres): EvalCaseStore => {
  const read = (rows: Row[]) => rows.map(({ value }) => value);
  const linked = async (session: Session, kind: 'person' | 'turn', key: string, lock = ''): Promise<EvalCase[]> =>
    read(
      await session.rows<Row>(
        `SELECT c.value FROM eval_case_links l JOIN eval_cases c ON c.id = l.case_id
         WHERE l.kind = $1 AND l.key = $2 ORDER BY l.case_id ${lock}`,
        [kind, key],
      ),
    );
  const erase = (kind: 'person' | 'turn', key: string, without: typeof withoutTurn, undo = false): Promise<number> =>
    db.transaction(
      async (tx) => {
        const found = await linked(tx, kind, key, 'FOR UPDATE OF c');
        for (const one of found) {
          const left = without(one, key);
          if (left) await write(tx, { ...left, version: one.version + 1, updatedAt: new Date().toISOString() });
          else {
            await tx.run('DELETE FROM eval_case_links WHERE case_id = $1', [one.id]);
            await tx.run('DELETE FROM eval_cases WHERE id = $1', [one.id]);
          }
        }
        return found.length;
      },
      { undo },
    );
  return {
    async get(id) {
      const [row] = await db.rows<Row>('SELECT value FROM eval_cases WHERE id = $1', [id]);
      return row?.value;
    },
    put: (next) => db.transaction((tx) => write(tx, next)),
    restore: (one) =>
      db.transaction(async (tx) => {
        const [stored] = await tx.rows<{ version: number }>('SELECT version FROM eval_cases WHERE id = $1 FOR UPDATE', [
          one.id,
        ]);
        await write(tx, one, stored?.version ?? 0);
      }),
    list: async ({ status, before = LAST, limit }) =>
      read(
        status === undefined
          ? await db.rows<Row>(
              `SELECT value FROM eval_cases WHERE (updated_at, id) < ($1, $2)
               ORDER BY updated_at DESC, id DESC LIMIT $3`,
              [before.updatedAt, before.id, limit],
            )
          : await db.rows<Row>(
              `SELECT value FROM eval_cases WHERE status = $4 AND (updated_at, id) < ($1, $2)
               ORDER BY updated_at DESC, id DESC LIMIT $3`,
              [before.updatedAt, before.id, limit, status],
            ),
      ),
    withKey: async (key) =>
      read(
        await db.rows<Row>(
          'SELECT value FROM eval_cases WHERE md5(question_key) = md5($1) AND question_key = $1 ORDER BY id',
          [key],
        ),
      ),
    ofTurn: (turnId) => linked(db, 'turn', turnId),
    async counts() {
      const counted = await Promise.all(
        caseStatuses.map(async (status): Promise<[CaseStatus, number]> => {
          const [row] = await db.rows<{ n: number }>('SELECT count(*) AS n FROM eval_cases WHERE status = $1', [
            status,
          ]);
          return [status, row?.n ?? 0];
        }),
      );
      return Object.fromEntries(counted) as Record<CaseStatus, number>;
    },
    all: () =>
      paged(async (last) =>
        read(await db.rows<Row>('SELECT value FROM eval_cases WHERE id > $1 ORDER BY id LIMIT 200', [last?.id ?? ''])),
      ),
    forgetTurn: (turnId) => erase('turn', turnId, withoutTurn),
    forgetPerson: (personId, { dryRun = false } = {}) => erase('person', personId, withoutPerson, dryRun),
  };
};

/**
 * Writes a case and its links if the stored version is `expected` (0: none is stored). Call it in a transaction.
 * @returns whether it wrote
 */
const write = async (tx: Session, next: EvalCase, expected = next.version - 1): Promise<boolean> => {
  const { id, version, status, key, updatedAt } = next;
  const values = [version, status, storable(key), updatedAt, storableJson(next), id];
  const written =
    expected === 0
      ? await tx.run(
          `INSERT INTO eval_cases (version, status, question_key, updated_at, value, id) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (id) DO NOTHING`,
          values,
        )
      : await tx.run(
          `UPDATE eval_cases SET version = $1, status = $2, question_key = $3, updated_at = $4, value = $5
           WHERE id = $6 AND version = $7`,
          [...values, expected],
        );
  if (written === 0) return false;
  await tx.run('DELETE FROM eval_case_links WHERE case_id = $1', [id]);
  await tx.run(
    `INSERT INTO eval_case_links (kind, key, case_id)
     SELECT kind, key, $3 FROM unnest($1::text[], $2::text[]) AS link (kind, key)`,
    linksOf(next),
  );
  return true;
};

const linksOf = (next: EvalCase): [string[], string[], string] => {
  const links = [
    ...peopleIn(next).map((person) => ['person', person] as const),
    ...[...new Set(next.origins.map(({ turnId }) => turnId))].map((turnId) => ['turn', turnId] as const),
  ];
  return [links.map(([kind]) => kind), links.map(([, key]) => key), next.id];
};

/** Greater than the cursor of every case. */
const LAST: CaseCursor = { updatedAt: '\u{10ffff}', id: '' };
