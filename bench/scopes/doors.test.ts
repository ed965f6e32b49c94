import { expect, it } from 'vitest';
import { testStores } from '../../stores/testing/test-stores.ts';
import { checkDoors } from './check-doors.ts';
import { createScopeWorld } from './scope-world.ts';

it('gives each token through every door what the reference says', async () => {
  const test = testStores();
  const differences: string[] = [];
  const world = createScopeWorld(11, { documents: 24, people: 6 });
  const { calls } = await checkDoors(await test.open(), world, 150, (what) => void differences.push(what));
  expect(differences).toEqual([]);
  expect(calls).toBe(150);
  await test.dispose();
});

it('a leak is seen: a store that forgets its scopes differs', async () => {
  const test = testStores();
  const stores = await test.open();
  const world = createScopeWorld(3, { documents: 24, people: 6 });
  const everyScope = world.askers.flatMap(({ scopes }) => scopes);
  const { document } = stores.documents;
  const documents = { ...stores.documents, document: ((id) => document(id, everyScope)) as typeof document };
  const differences: string[] = [];
  await checkDoors({ ...stores, documents }, world, 60, (what) => void differences.push(what));
  expect(differences.join('\n')).toMatch(/which they may not read/);
  await test.dispose();
});
