import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Runs SQL as the user of POSTGRES_URL. @returns the rows of a single statement */
export const inServer = async <Row>(sql: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: process.env.POSTGRES_URL });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows as Row[];
};

/** Rights on the database are one row, which tests that run beside each other change at the same time. */
const inTurn = async (sql: string): Promise<unknown> => {
  for (let left = 20; ; left -= 1) {
    try {
      return await inServer(sql);
    } catch (error) {
      if (left === 0 || !/tuple concurrently (?:updated|deleted)/.test(String(error))) throw error;
      await sleep(50 * Math.random());
    }
  }
};

/** A user on the server of POSTGRES_URL, created for one test. */
export interface TestRole {
  name: string;
  /** POSTGRES_URL with this user. */
  url: string;
  /** Grants the right to create schemas in the database, which Parley needs. */
  grant(): Promise<unknown>;
  /** Drops the user and everything that it owns. */
  drop(): Promise<unknown>;
}

/** @param rights options of `CREATE ROLE`, such as `SUPERUSER`; none by default */
export const createRole = async (rights = ''): Promise<TestRole> => {
  const name = `test_${randomBytes(4).toString('hex')}`;
  const url = new URL(process.env.POSTGRES_URL!);
  const database = url.pathname.slice(1);
  url.username = name;
  url.password = name;
  await inServer(`CREATE ROLE ${name} LOGIN ${rights} PASSWORD '${name}'`);
  return {
    name,
    url: url.href,
    grant: () => inTurn(`GRANT CREATE ON DATABASE "${database}" TO ${name}`),
    drop: () => inTurn(`DROP OWNED BY ${name} CASCADE; DROP ROLE ${name}`),
  };
};
