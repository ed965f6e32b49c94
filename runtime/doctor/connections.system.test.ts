import { afterEach, describe, expect, it } from 'vitest';
import { readSettings } from '../../core/settings.ts';
import { createRole } from '../../stores/testing/postgres-server.ts';
import { startSmallPooler } from '../../stores/testing/small-pooler.ts';
import { missing } from '../../stores/testing/test-stores.ts';
import { connections } from './stores.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const look = (POSTGRES_URL: string, most = 15) =>
  connections(readSettings({ POSTGRES_URL, PARLEY_POSTGRES_CONNECTIONS: String(most) }));

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`the connections that doctor counts${reason ? ` (${reason})` : ''}`, () => {
  it('are all of them where the server gives them', async () => {
    expect(await look(process.env.POSTGRES_URL!, 5)).toMatchObject({
      state: 'ok',
      detail: expect.stringContaining('5'),
    });
  });

  it('are fewer where the server or a pooler gives fewer, and too few below two', async () => {
    const role = await createRole('CONNECTION LIMIT 3');
    cleanups.push(role.drop);
    const pooler = await startSmallPooler(process.env.POSTGRES_URL!, 3);
    cleanups.push(pooler.close);
    for (const url of [role.url, pooler.url])
      expect(await look(url)).toMatchObject({
        state: 'off',
        detail: expect.stringContaining('3 of 15'),
        remedy: expect.stringContaining('PARLEY_POSTGRES_CONNECTIONS'),
      });
    pooler.size(1);
    expect(await look(pooler.url)).toMatchObject({ state: 'broken', detail: expect.stringContaining('1 of 15') });
  });
});
