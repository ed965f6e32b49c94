import { describe } from 'vitest';
import { lexicalIndexContract } from '../lexical.contract.ts';
import { missing, testStores } from '../testing/test-stores.ts';

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`Postgres${reason ? ` (${reason})` : ''}`, () => {
  lexicalIndexContract(() => testStores(['POSTGRES_URL']));
});
