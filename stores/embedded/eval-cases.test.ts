import { evalCaseStoreContract } from '../eval-cases.contract.ts';
import { testStores } from '../testing/test-stores.ts';

evalCaseStoreContract(() => testStores());
