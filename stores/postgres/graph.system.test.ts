import { describe } from 'vitest';
import { graphStoreContract } from '../graph.contract.ts';
import { missing, testStores } from '../testing/test-stores.ts';

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`Postgres${reason ? ` (${reason})` : ''}`, () => {
  graphStoreContract(() => testStores(['POSTGRES_URL']));
});
