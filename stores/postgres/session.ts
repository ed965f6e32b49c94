import type pg from 'pg';
import { storableValue } from './storable.ts';

/** Runs statements, in one transaction or each in its own. */
export interface Session {
  /**
   * Returns a statement's rows. `Row` is declared by the caller and not checked.
   * @param prepared a name, with which each connection parses and plans the statement only once. Worth it for statements of
   *   a search, which take the server less time than planning
   */
  rows<Row>(sql: string, values?: readonly unknown[], prepared?: string): Promise<Row[]>;
  /**
   * Runs a statement and returns the number of changed rows.
   * @param options `urgent`: goes first in the queue for a connection, such as a claim's renewal. `repeatable`: done twice it
   *   changes no more than done once, and nobody needs the number, so it is repeated when its answer was lost
   */
  run(sql: string, values?: readonly unknown[], options?: { urgent?: boolean; repeatable?: boolean }): Promise<number>;
}

/** Statements on one connection. */
export const session = (client: pg.ClientBase): Session => ({
  rows: async <Row>(sql: string, values: readonly unknown[] = [], prepared?: string) =>
    (await client.query({ text: sql, values: values.map(storableValue), ...(prepared && { name: prepared }) }))
      .rows as Row[],
  run: async (sql, values = []) => (await client.query(sql, values.map(storableValue))).rowCount ?? 0,
});

/** The row of a statement that always returns one, such as a count. */
export const singleRow = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('A statement that always gives a row gave none.');
  return row;
};
