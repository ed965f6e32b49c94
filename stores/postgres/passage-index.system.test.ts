import { afterAll, describe } from 'vitest';
import { passageIndexContract } from '../passage-index.contract.ts';
import { missing, testStores } from '../testing/test-stores.ts';

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`Postgres${reason ? ` (${reason})` : ''}`, () => {
  const test = testStores(['POSTGRES_URL']);
  afterAll(() => test.dispose());
  passageIndexContract(async () => {
    await test.reset();
    const stores = await test.open();
    return { index: stores.passageIndex!, close: () => stores.close() };
  });
});
