import {
  type CaseStatus,
  caseStatuses,
  type EvalCase,
  peopleIn,
  withoutPerson,
  withoutTurn,
} from '../../core/eval-case.ts';
import type { CaseCursor, EvalCaseStore } from '../eval-cases.ts';
import { paged, type SyncCalls, toAsync } from './async-calls.ts';
import type { Database } from './database.ts';

interface Row {
  value: string;
}

const read = ({ value }: Row): EvalCase => JSON.parse(value) as EvalCase;

/** Eval cases in the data file. */
export const embeddedEvalCases = (db: Database): EvalCaseStore => {
  /**
   * Writes a case and its links if the stored version is `expected` (0: none is stored). Call it in a transaction.
   * @returns whether it wrote
   */
  const write = (next: EvalCase, expected = next.version - 1): boolean => {
    const { id, version, status, key, updatedAt } = next;
    const values = [version, status, key, updatedAt, JSON.stringify(next)];
    const written =
      expected === 0
        ? db
            .query(
              `INSERT INTO eval_cases (version, status, question_key, updated_at, value, id) VALUES (?, ?, ?, ?, ?, ?)
               ON CONFLICT (id) DO NOTHING`,
            )
            .run(...values, id)
        : db
            .query(
              `UPDATE eval_cases SET version = ?, status = ?, question_key = ?, updated_at = ?, value = ?
               WHERE id = ? AND version = ?`,
            )
            .run(...values, id, expected);
    if (written.changes === 0) return false;
    db.query('DELETE FROM eval_case_links WHERE case_id = ?').run(id);
    const link = db.query('INSERT INTO eval_case_links (kind, key, case_id) VALUES (?, ?, ?)');
    for (const person of peopleIn(next)) link.run('person', person, id);
    for (const turnId of new Set(next.origins.map((origin) => origin.turnId))) link.run('turn', turnId, id);
    return true;
  };
  const linked = (kind: 'person' | 'turn', key: string): EvalCase[] =>
    db
      .query<Row>(
        `SELECT c.value FROM eval_case_links l JOIN eval_cases c ON c.id = l.case_id
         WHERE l.kind = ? AND l.key = ? ORDER BY l.case_id`,
      )
      .all(kind, key)
      .map(read);

  const erase = (kind: 'person' | 'turn', key: string, without: typeof withoutTurn, undo = false): number =>
    db.write(
      () => {
        const found = linked(kind, key);
        for (const one of found) {
          const left = without(one, key);
          if (left) write({ ...left, version: one.version + 1, updatedAt: new Date().toISOString() });
          else {
            db.query('DELETE FROM eval_case_links WHERE case_id = ?').run(one.id);
            db.query('DELETE FROM eval_cases WHERE id = ?').run(one.id);
          }
        }
        return found.length;
      },
      { undo },
    );

  const calls: SyncCalls<EvalCaseStore, Exclude<keyof EvalCaseStore, 'all'>> = {
    get(id) {
      const row = db.query<Row>('SELECT value FROM eval_cases WHERE id = ?').get(id);
      return row && read(row);
    },
    put: (next) => db.write(() => write(next)),
    restore: (one) =>
      db.write(() => {
        const stored = db.query<{ version: number }>('SELECT version FROM eval_cases WHERE id = ?').get(one.id);
        write(one, stored?.version ?? 0);
      }),
    list: ({ status, before = LAST, limit }) =>
      (status === undefined
        ? db
            .query<Row>(
              'SELECT value FROM eval_cases WHERE (updated_at, id) < (?, ?) ORDER BY updated_at DESC, id DESC LIMIT ?',
            )
            .all(before.updatedAt, before.id, limit)
        : db
            .query<Row>(
              `SELECT value FROM eval_cases WHERE status = ? AND (updated_at, id) < (?, ?)
               ORDER BY updated_at DESC, id DESC LIMIT ?`,
            )
            .all(status, before.updatedAt, before.id, limit)
      ).map(read),
    withKey: (key) =>
      db.query<Row>('SELECT value FROM eval_cases WHERE question_key = ? ORDER BY id').all(key).map(read),
    ofTurn: (turnId) => linked('turn', turnId),
    counts() {
      const count = db.query<{ n: number }>('SELECT count(*) AS n FROM eval_cases WHERE status = ?');
      return Object.fromEntries(caseStatuses.map((status) => [status, count.get(status)?.n ?? 0])) as Record<
        CaseStatus,
        number
      >;
    },
    forgetTurn: (turnId) => erase('turn', turnId, withoutTurn),
    forgetPerson: (personId, { dryRun = false } = {}) => erase('person', personId, withoutPerson, dryRun),
  };
  async function* all() {
    const page = (last: (Row & { id: string }) | undefined) =>
      db
        .query<Row & { id: string }>('SELECT id, value FROM eval_cases WHERE id > ? ORDER BY id LIMIT 200')
        .all(last?.id ?? '');
    for await (const row of paged(page)) yield read(row);
  }
  return { ...toAsync(calls), all };
};

/** Greater than the cursor of every case. */
const LAST: CaseCursor = { updatedAt: '\u{10ffff}', id: '' };
