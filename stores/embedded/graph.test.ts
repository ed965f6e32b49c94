import { graphStoreContract } from '../graph.contract.ts';
import { testStores } from '../testing/test-stores.ts';

graphStoreContract(() => testStores());
