import type { Passage, Scope, Table } from '../core/document.ts';
import type { Triple } from '../core/knowledge.ts';
import type { Hit, Retriever } from '../retrieval/retriever.ts';
import type { Stores } from '../stores/index.ts';
import type { Quarantine } from './quarantine.ts';

/** Wraps a retriever so that its results pass through the quarantine. */
export const quarantinedRetriever = (retriever: Retriever, quarantine: Quarantine): Retriever => ({
  async search(query) {
    const k = query.k ?? DEFAULT_K;
    const result = await retriever.search({ ...query, k: k + SPARE });
    return { ...result, hits: cleanHits(result.hits, quarantine).slice(0, k) };
  },
});

/** Default number of passages. */
const DEFAULT_K = 10;
/** Extra passages searched to replace those withheld. */
const SPARE = 5;

const cleanHits = (hits: readonly Hit[], quarantine: Quarantine): Hit[] => {
  // Checks all passages first, because the last one may reveal an attack.
  for (const { passage } of hits) quarantine.clean(passage);
  return hits.flatMap((hit) => {
    const passage = quarantine.clean(hit.passage);
    if (!passage) {
      const apart = quarantine.cleanUnaffected(hit.passage);
      if (apart) quarantine.withhold({ ...hit, passage: apart, title: apart.title, text: apart.text });
      return [];
    }
    if (passage === hit.passage) return [hit];
    quarantine.noteShortened(hit.passage);
    return [{ ...hit, passage, title: passage.title, text: passage.text }];
  });
};

/** Maximum pages behind a look-up's facts that are checked for attacks, and passages of each. */
const MAX_PAGES_OF_FACTS = 60;
const PASSAGES_OF_FACT_PAGE = 6;

/** Wraps stores so that passages, tables and facts pass through the quarantine. */
export const quarantinedStores = <Some extends Pick<Stores, 'documents'> & Partial<Pick<Stores, 'graph'>>>(
  stores: Some,
  quarantine: Quarantine,
): Some => {
  const { graph } = stores;
  const cleaned = (passages: readonly Passage[]): Passage[] =>
    passages.flatMap((passage) => quarantine.clean(passage) ?? []);
  const cleanedTables = (tables: readonly Table[]): Table[] =>
    tables.flatMap((table) => quarantine.cleanTable(table) ?? []);
  const checkedPages = new Set<string>();
  /** Checks the pages behind facts for attacks, because a search may find only the fact and not the page's text. */
  const checkPages = async (triples: readonly Triple[], scopes: readonly Scope[]): Promise<void> => {
    const pages = [...new Set(triples.flatMap(({ documentIds }) => documentIds))].filter((id) => !checkedPages.has(id));
    const some = pages.slice(0, MAX_PAGES_OF_FACTS);
    for (const id of some) checkedPages.add(id);
    const ids = some.flatMap((id) => Array.from({ length: PASSAGES_OF_FACT_PAGE }, (_, ordinal) => `${id}#${ordinal}`));
    const stating = triples.flatMap(({ passageIds }) => passageIds);
    if (ids.length > 0) cleaned(await stores.documents.passages([...new Set([...ids, ...stating])], scopes));
  };
  return {
    ...stores,
    documents: withOverrides(stores.documents, {
      passages: async (ids, scopes) => cleaned(await stores.documents.passages(ids, scopes)),
      passagesOf: async (id, scopes) => cleaned(await stores.documents.passagesOf(id, scopes)),
      tables: async (ids, scopes) => cleanedTables(await stores.documents.tables(ids, scopes)),
      tablesOf: async (ids, scopes) => cleanedTables(await stores.documents.tablesOf(ids, scopes)),
    }),
    ...(graph && {
      graph: withOverrides(graph, {
        triplesOf: async (entities, limit, scopes) => {
          const triples = await graph.triplesOf(entities, limit, scopes);
          await checkPages(triples, scopes);
          return triples.filter(quarantine.admitsTriple);
        },
      }),
    }),
  };
};

/** An object with some members replaced. Other methods keep their own `this`. */
const withOverrides = <T extends object>(base: T, replaced: Partial<T>): T =>
  new Proxy(base, {
    get(target, name) {
      const own = replaced[name as keyof T];
      if (own !== undefined) return own;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
