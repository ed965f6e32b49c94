import { describe } from 'vitest';
import { conversationStoreContract } from '../conversations.contract.ts';
import { missing, testStores } from '../testing/test-stores.ts';

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`Postgres${reason ? ` (${reason})` : ''}`, () => {
  conversationStoreContract(() => testStores(['POSTGRES_URL']));
});
