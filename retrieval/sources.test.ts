import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../core/document.ts';
import { scopesInSource, scopesWithin } from '../core/source-scopes.ts';
import type { DocumentChange, Stores } from '../stores/index.ts';
import { DIMENSIONS, SPACE } from '../stores/testing/changing-world.ts';
import { knowledge, page, unitVector, vectorsOf } from '../stores/testing/samples.ts';
import { missing, type Server, testStores } from '../stores/testing/test-stores.ts';
import { analysePassage } from './ranking/analyse-passage.ts';

/** A page of a source in the form that ingest passes to the stores. */
const pageOf = (source: string, own: Scope[]): DocumentChange => {
  const id = `${source}-${own.join('-')}`;
  const scopes = scopesInSource(own, source);
  const made = page(id, ['Ada signs the treaty of Rome'], { scopes, sourceId: source, title: 'Treaty', tables: 1 });
  return {
    ...made,
    vectors: vectorsOf(made, DIMENSIONS),
    analyses: made.passages.map((passage) => analysePassage(passage)),
    knowledge: knowledge(id, ['Ada'], [['Ada', 'signs', `${id} treaty`]], { scopes }),
  };
};

const PAGES = [
  pageOf('handbook', ['everyone']),
  pageOf('handbook', ['private']),
  pageOf('wiki', ['everyone']),
  pageOf('wiki', ['private']),
];

/** All reads of the stores that serve questions. Each returns the ids of the documents that it finds with these scopes. */
const reads: Record<string, (stores: Stores, scopes: readonly Scope[]) => Promise<string[]>> = {
  'documents.document': async ({ documents }, scopes) => {
    const found = await Promise.all(PAGES.map(({ document }) => documents.document(document.id, scopes)));
    return found.flatMap((document) => (document ? [document.id] : []));
  },
  'documents.passages': async ({ documents }, scopes) =>
    (
      await documents.passages(
        PAGES.map(({ passages }) => passages[0]!.id),
        scopes,
      )
    ).map((one) => one.documentId),
  'documents.tables': async ({ documents }, scopes) =>
    (
      await documents.tables(
        PAGES.map(({ tables }) => tables[0]!.id),
        scopes,
      )
    ).map((one) => one.documentId),
  'documents.tablesOf': async ({ documents }, scopes) =>
    (
      await documents.tablesOf(
        PAGES.map(({ document }) => document.id),
        scopes,
      )
    ).map((one) => one.documentId),
  'lexical.search': async ({ lexical }, scopes) => (await lexical.search('treaty', 10, scopes)).map(documentOf),
  'vectors.search': async ({ vectors }, scopes) =>
    (await vectors.search(unitVector('Ada signs the treaty of Rome', DIMENSIONS), 10, scopes)).map(documentOf),
  'passageIndex.lists': async ({ passageIndex }, scopes) => {
    const [list] = await passageIndex!.lists('stem', ['treati'], scopes);
    return [...(await passageIndex!.idsOf([...list!.passages], scopes)).values()].map((id) => documentOf({ id }));
  },
  'passageIndex.numbersOf': async ({ passageIndex }, scopes) =>
    [
      ...(
        await passageIndex!.numbersOf(
          PAGES.map(({ passages }) => passages[0]!.id),
          scopes,
        )
      ).keys(),
    ].map((id) => documentOf({ id })),
  'graph.passagesMentioning': async ({ graph }, scopes) =>
    (await graph.passagesMentioning(['ada'], 10, scopes)).map((one) => one.documentId),
  'graph.mentionsOf': async ({ graph }, scopes) =>
    (
      await graph.mentionsOf(
        PAGES.map(({ passages }) => passages[0]!.id),
        scopes,
      )
    ).map((one) => one.documentId),
  'graph.triplesOf': async ({ graph }, scopes) =>
    (await graph.triplesOf(['ada'], 10, scopes)).flatMap((one) => one.documentIds),
  'graph.findEntities': async ({ graph }, scopes) =>
    (await graph.findEntities('treaty', 10, scopes)).map(({ entity }) => entity.name.replace(' treaty', '')),
};
const documentOf = ({ id }: { id: string }) => id.slice(0, id.indexOf('#'));

const everywhere: { name: string; servers: Server[] }[] = [
  { name: 'in one file', servers: [] },
  { name: 'on Postgres alone', servers: ['PGVECTOR_URL'] },
  { name: 'on Chroma, Neo4j and Postgres', servers: ['CHROMA_URL', 'NEO4J_URL', 'POSTGRES_URL'] },
];

for (const { name, servers } of everywhere) {
  const why = missing(servers);
  describe.skipIf(why)(`a choice of sources, ${name}${why ? ` (${why})` : ''}`, () => {
    const test = testStores(servers);
    let stores: Stores;
    beforeAll(async () => {
      stores = await test.open();
      await stores.rebuild.vectors.open(SPACE);
      await stores.apply({ put: PAGES });
    });
    afterAll(() => test.dispose());

    it.each(Object.entries(reads))(
      '%s reads the chosen sources alone, and in them what the asker may see',
      async (_, read) => {
        const found = async (scopes: Scope[], sources?: string[]) =>
          [...new Set(await read(stores, scopesWithin(scopes, sources)))].sort();
        expect(await found(['everyone'])).toEqual(['handbook-everyone', 'wiki-everyone']);
        expect(await found(['everyone'], ['wiki'])).toEqual(['wiki-everyone']);
        expect(await found(['everyone', 'private'], ['handbook'])).toEqual(['handbook-everyone', 'handbook-private']);
        expect(await found(['everyone', 'private'], ['handbook', 'wiki'])).toHaveLength(4);
        expect(await found(['everyone', 'private'], ['gone'])).toEqual([]);
      },
    );
  });
}
