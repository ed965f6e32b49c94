import { afterAll, describe } from 'vitest';
import { missing, testStores } from '../../stores/testing/test-stores.ts';
import { tokensContract } from './tokens.contract.ts';

const embedded = testStores();
afterAll(() => embedded.dispose());
tokensContract('embedded', async () => {
  await embedded.reset();
  return embedded.open();
});

const reason = missing(['POSTGRES_URL']);
describe.skipIf(reason !== undefined)(`Postgres${reason ? ` (${reason})` : ''}`, () => {
  const server = testStores(['POSTGRES_URL']);
  afterAll(() => server.dispose());
  tokensContract('Postgres', async () => {
    await server.reset();
    return server.open();
  });
});
