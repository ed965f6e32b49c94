import { afterAll, describe, it } from 'vitest';
import { relayContract } from '../relay.contract.ts';
import { missing, testStores } from '../testing/test-stores.ts';

const reason = missing(['POSTGRES_URL']);
if (reason) describe('relay: Postgres', () => it.skip(`skipped: ${reason}`, () => {}));
else {
  const stores = testStores(['POSTGRES_URL']);
  afterAll(() => stores.dispose());
  relayContract('Postgres', async () => {
    await stores.reset();
    return stores.open();
  });
}
