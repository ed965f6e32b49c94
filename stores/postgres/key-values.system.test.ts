import { afterAll, describe } from 'vitest';
import { keyValueStoreContract } from '../key-values.contract.ts';
import { missing, testStores } from '../testing/test-stores.ts';

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`Postgres${reason ? ` (${reason})` : ''}`, () => {
  const test = testStores(['POSTGRES_URL']);
  afterAll(() => test.dispose());
  keyValueStoreContract('Postgres', async () => {
    await test.reset();
    return test.open();
  });
});
