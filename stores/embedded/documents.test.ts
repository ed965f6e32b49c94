import { documentStoreContract } from '../documents.contract.ts';
import { testStores } from '../testing/test-stores.ts';

documentStoreContract(() => testStores());
