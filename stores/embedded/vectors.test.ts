import { testStores } from '../testing/test-stores.ts';
import { vectorStoreContract } from '../vectors.contract.ts';

vectorStoreContract(() => testStores());
