import { describe } from 'vitest';
import { evalCaseStoreContract } from '../eval-cases.contract.ts';
import { missing, testStores } from '../testing/test-stores.ts';

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`Postgres${reason ? ` (${reason})` : ''}`, () => {
  evalCaseStoreContract(() => testStores(['POSTGRES_URL']));
});
