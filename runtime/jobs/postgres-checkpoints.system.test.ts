import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../core/log.ts';
import { openConnections } from '../../stores/postgres/pool.ts';
import { createRole, inServer } from '../../stores/testing/postgres-server.ts';
import { missing } from '../../stores/testing/test-stores.ts';
import { postgresCheckpoints } from './postgres-checkpoints.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`checkpoints on a Postgres server${reason ? ` (${reason})` : ''}`, () => {
  it('say what to do while the server is read-only or gives no rights, and are kept when it takes them', async () => {
    const role = await createRole();
    cleanups.push(role.drop);
    const open = () => {
      const connections = openConnections(role.url, role.name);
      cleanups.push(connections.close);
      return postgresCheckpoints(connections, role.name, silentLog);
    };
    await expect(open().of('question', 'made')).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      remedy: expect.stringContaining('GRANT CREATE ON DATABASE'),
    });
    await role.grant();
    await inServer(`ALTER ROLE ${role.name} SET default_transaction_read_only = on`);
    await expect(open().of('question', 'made')).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'The Postgres server is read-only; nothing was written.',
    });
    await inServer(`ALTER ROLE ${role.name} RESET default_transaction_read_only`);
    expect((await open().of('question', 'made')).before).toBeUndefined();
  });
});
