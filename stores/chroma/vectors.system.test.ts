import { describe } from 'vitest';
import { missing, testStores } from '../testing/test-stores.ts';
import { vectorStoreContract } from '../vectors.contract.ts';

const reason = missing(['CHROMA_URL']);
describe.skipIf(reason !== undefined)(`Chroma${reason ? ` (${reason})` : ''}`, () => {
  vectorStoreContract(() => testStores(['CHROMA_URL']));
});
