import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { conversationStoreContract } from '../conversations.contract.ts';
import { missing, testStores } from '../testing/test-stores.ts';

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`Postgres${reason ? ` (${reason})` : ''}`, () => {
  conversationStoreContract(() => testStores(['POSTGRES_URL']));

  it('takes over the claim of a dead process, also when the server’s clock was set back an hour', async () => {
    const place = testStores(['POSTGRES_URL']);
    try {
      const { conversations } = await place.open();
      expect(await conversations.claim('e', 'dead', 60_000)).toBe('claimed');
      const client = new pg.Client({ connectionString: process.env.POSTGRES_URL });
      await client.connect();
      await client
        .query(`UPDATE "${place.settings.PARLEY_NAMESPACE}".claims SET renewed_at = now() + interval '1 hour'`)
        .finally(() => client.end());
      expect(await conversations.claim('e', 'late', 0)).toBe('held-by-another');
      expect(await conversations.claim('e', 'late', 0)).toBe('claimed');
    } finally {
      await place.dispose();
    }
  });
});
