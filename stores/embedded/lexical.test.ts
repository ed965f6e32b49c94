import { lexicalIndexContract } from '../lexical.contract.ts';
import { testStores } from '../testing/test-stores.ts';

lexicalIndexContract(() => testStores());
