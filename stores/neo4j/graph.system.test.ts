import { describe } from 'vitest';
import { graphStoreContract } from '../graph.contract.ts';
import { missing, testStores } from '../testing/test-stores.ts';

const reason = missing(['NEO4J_URL']);
describe.skipIf(reason !== undefined)(`Neo4j${reason ? ` (${reason})` : ''}`, () => {
  graphStoreContract(() => testStores(['NEO4J_URL']));
});
