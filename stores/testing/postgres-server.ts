import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Runs SQL as the user of POSTGRES_URL. */
export const inServer = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: process.env.POSTGRES_URL });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

/** A user on the server of POSTGRES_URL, created for one test. */
export interface TestRole {
  name: string;
  /** POSTGRES_URL with this user. */
  url: string;
  /** Grants the right to create schemas in the database, which Parley needs. */
  grant(): Promise<void>;
  /** Drops the user and everything that it owns. */
  drop(): Promise<void>;
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
    grant: () => inServer(`GRANT CREATE ON DATABASE "${database}" TO ${name}`),
    drop: () => inServer(`DROP OWNED BY ${name} CASCADE; DROP ROLE ${name}`),
  };
};
