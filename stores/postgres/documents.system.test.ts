import { describe } from 'vitest';
import { documentStoreContract } from '../documents.contract.ts';
import { missing, testStores } from '../testing/test-stores.ts';

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`Postgres${reason ? ` (${reason})` : ''}`, () => {
  documentStoreContract(() => testStores(['POSTGRES_URL']));
});
