import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Runs SQL as the user of POSTGRES_URL. */
export const inServer = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: process.env.POSTGRES_URL });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

/** A user of the server of POSTGRES_URL, made for one test. */
export interface TestRole {
  name: string;
  /** POSTGRES_URL with this user. */
  url: string;
  /** Lets it make schemas in the database, as a Parley's user has to. */
  grant(): Promise<void>;
  /** Removes the user and all that it owns. */
  drop(): Promise<void>;
}

/** @param rights as `CREATE ROLE` takes them, such as `SUPERUSER`; none by default */
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
