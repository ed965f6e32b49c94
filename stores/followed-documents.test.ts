import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { scopesInSource } from '../core/source-scopes.ts';
import type { WritableStores } from './stores.ts';
import { factsAbout } from './testing/changing-world.ts';
import { knowledge, page } from './testing/samples.ts';
import { missing, type Server, testStores } from './testing/test-stores.ts';

const setups: { name: string; servers: Server[] }[] = [
  { name: 'one file', servers: [] },
  { name: 'Postgres', servers: ['POSTGRES_URL'] },
  { name: 'Postgres with pgvector', servers: ['PGVECTOR_URL'] },
  { name: 'a file and Neo4j', servers: ['NEO4J_URL'] },
  { name: 'Postgres and Neo4j', servers: ['POSTGRES_URL', 'NEO4J_URL'] },
];

describe.each(setups)('facts about a page, over $name', ({ servers }) => {
  const reason = missing(servers);
  const test = testStores(reason ? [] : servers);
  let stores: WritableStores;
  beforeEach(async () => {
    await test.reset();
    stores = await test.open();
  });
  afterAll(() => test.dispose());

  /** The facts that somebody with these scopes sees, through every read method. */
  const seen = async (scopes: string[]) => {
    const [facts] = await stores.graph.triplesOf(['only 1'], 10, scopes);
    const found = {
      fact: facts !== undefined,
      entity: (await stores.graph.entities(['facts'], scopes)).length > 0,
      name: (await stores.graph.findEntities('facts', 5, scopes)).length > 0,
      document: (await stores.documents.document('facts', scopes)) !== undefined,
    };
    expect(new Set(Object.values(found)).size, JSON.stringify(found)).toBe(1);
    return found.fact;
  };
  const restricted = page('page-1', ['salaries'], { scopes: ['group:people'] });
  const open = page('page-1', ['salaries'], { scopes: ['everyone'] });
  const facts = (scopes: string[]) => factsAbout(1, 'facts', scopes);

  it.skipIf(reason)('have its scopes, never wider ones of their own', async () => {
    await stores.apply({ put: [facts(['everyone']), restricted] });
    expect(await seen(['everyone'])).toBe(false);
    expect(await seen(['everyone', 'group:people'])).toBe(true);
  });

  it.skipIf(reason)('follow it when it comes later, is restricted, and is opened again', async () => {
    await stores.apply({ put: [facts(['everyone'])] });
    expect(await seen(['everyone'])).toBe(true);
    await stores.apply({ put: [restricted] });
    expect(await seen(['everyone'])).toBe(false);
    await stores.apply({ put: [open] });
    expect(await seen(['everyone'])).toBe(true);
    await stores.apply({ put: [restricted] });
    // Facts that are put again while the page exists take its restricted scopes.
    await stores.apply({ put: [facts(['everyone'])] });
    expect(await seen(['everyone'])).toBe(false);
    expect(await seen(['group:people'])).toBe(true);
    await stores.apply({ delete: ['page-1'] });
    expect(await seen(['everyone'])).toBe(false);
  });

  it.skipIf(reason)('keep narrower scopes of their own, and the source that they are in', async () => {
    const own = scopesInSource(['group:board'], 'minutes');
    await stores.apply({ put: [open, facts(own)] });
    expect(await seen(['everyone'])).toBe(false);
    expect(await seen(['group:board'])).toBe(true);
    expect(await stores.documents.document('facts', ['group:board'])).toMatchObject({
      scopes: own,
      follows: { documentId: 'page-1', scopes: own },
    });
    await stores.apply({ put: [restricted] });
    for (const scope of ['everyone', 'group:board', 'group:people']) expect(await seen([scope])).toBe(false);
  });

  it.skipIf(reason)('lose a scope of the page alone: what the page states itself stays as it is', async () => {
    const stating = { ...restricted, knowledge: knowledge('page-1', ['Ada'], [], { scopes: ['group:people'] }) };
    await stores.apply({ put: [stating, facts(['everyone'])] });
    await stores.apply({ put: [{ ...stating, knowledge: { ...stating.knowledge, scopes: ['group:people'] } }] });
    expect(await stores.graph.entities(['ada'], ['everyone'])).toEqual([]);
    expect(await stores.graph.entities(['ada'], ['group:people'])).toHaveLength(1);
    expect(await stores.graph.count()).toMatchObject({ triples: 1 });
  });
});
