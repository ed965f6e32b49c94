import { afterAll, describe, expect, it } from 'vitest';
import { missing, type Server, testStores } from '../../stores/testing/test-stores.ts';
import { checkScopes } from './check-scopes.ts';
import { createScopeWorld, secretsIn } from './scope-world.ts';

const places: { name: string; servers: Server[] }[] = [
  { name: 'one file', servers: [] },
  { name: 'Postgres alone', servers: ['PGVECTOR_URL'] },
  { name: 'Postgres, Chroma and Neo4j', servers: ['POSTGRES_URL', 'CHROMA_URL', 'NEO4J_URL'] },
];

describe.each(places)('who may read what, over $name', ({ servers }) => {
  const reason = missing(servers);
  const test = testStores(reason ? [] : servers);
  afterAll(() => test.dispose());

  it.skipIf(reason)('is the same by every read path as by the reference, whatever changes', async () => {
    const result = await checkScopes(await test.open(), { seed: 11, checks: 6000, documents: 24, people: 4 });
    expect(result.differences).toEqual([]);
    expect(result.checks).toBeGreaterThan(6000);
  });
});

it('a leak is seen: a store that forgets its scopes differs', async () => {
  const test = testStores();
  const stores = await test.open();
  const everyScope = createScopeWorld(3, { documents: 24, people: 4 }).askers.flatMap(({ scopes }) => scopes);
  const { triplesOf } = stores.graph;
  const graph = { ...stores.graph, triplesOf: ((ids, limit) => triplesOf(ids, limit, everyScope)) as typeof triplesOf };
  const result = await checkScopes({ ...stores, graph }, { seed: 3, checks: 1, documents: 24, people: 4 });
  expect(result.differing).toBeGreaterThan(0);
  expect(secretsIn(result.differences[0] ?? '').size).toBe(1);
  await test.dispose();
});
