import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { missing } from '../../stores/testing/test-stores.ts';
import { openPostgresCheckpoints } from './postgres-checkpoints.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const inServer = async (sql: string) => {
  const client = new pg.Client({ connectionString: process.env.POSTGRES_URL });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`checkpoints on a Postgres server${reason ? ` (${reason})` : ''}`, () => {
  it('say what to do while the server is read-only or gives no rights, and are kept when it takes them', async () => {
    const role = `keeper_${randomBytes(4).toString('hex')}`;
    const database = new URL(process.env.POSTGRES_URL!).pathname.slice(1);
    await inServer(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
    cleanups.push(() => inServer(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`));
    const url = new URL(process.env.POSTGRES_URL!);
    url.username = role;
    url.password = role;
    const open = () => {
      const opened = openPostgresCheckpoints(url.href, role, silentLog);
      cleanups.push(() => opened.close());
      return opened.checkpoints;
    };
    await expect(open().of('question', 'made')).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      remedy: expect.stringContaining('GRANT CREATE ON DATABASE'),
    });
    await inServer(`GRANT CREATE ON DATABASE "${database}" TO ${role}`);
    await inServer(`ALTER ROLE ${role} SET default_transaction_read_only = on`);
    await expect(open().of('question', 'made')).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'The Postgres server is read-only; nothing was written.',
    });
    await inServer(`ALTER ROLE ${role} RESET default_transaction_read_only`);
    expect((await open().of('question', 'made')).before).toBeUndefined();
  });
});
