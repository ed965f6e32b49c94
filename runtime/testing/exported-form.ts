import { analysePassage } from '../../retrieval/ranking/analyse-passage.ts';
import type { ListKind, PassageAnalysis, PassageIndex, Stores } from '../../stores/index.ts';
import { BLOCK_SIZE } from '../../stores/posting.ts';

/**
 * Everything that ingest, sync and forget write, as lines of JSON in an order that depends only on the contents. Stores
 * with equal contents give equal lines, whatever their history. Passage numbers, which are internal to the passage index,
 * are replaced by passage ids.
 */
export const exportedForm = async (stores: Stores): Promise<string[]> => {
  const lines: string[] = [];
  const add = (kind: string, value: unknown) => lines.push(`${kind} ${JSON.stringify(value)}`);
  const index = stores.passageIndex!;
  const scopes = await stores.documents.scopes();
  const keys = new Map<ListKind, Set<string>>();

  for (const source of await stores.documents.sources()) add('source', source);
  for await (const indexed of stores.documents.hydrate()) {
    add('document', indexed);
    const ids = indexed.passages.map(({ id }) => id);
    const vectors = await stores.vectors.vectors(ids);
    for (const id of ids) add('vector', [id, [...(vectors.get(id) ?? [])]]);
    const numbers = await index.numbersOf(ids, scopes);
    for (const { number: _, ...passage } of await index.passages(
      ids.flatMap((id) => numbers.get(id) ?? []),
      scopes,
    ))
      add('indexed', passage);
    for (const passage of indexed.passages) collectKeys(keys, analysePassage(passage));
  }
  for await (const knowledge of stores.graph.knowledge()) add('knowledge', knowledge);
  for await (const entity of stores.graph.allEntities()) add('entity', entity);
  for await (const triple of stores.graph.allTriples()) add('triple', triple);
  for (const [kind, some] of keys)
    for (const line of await lists(index, kind, [...some].sort(), scopes)) add(kind, line);
  // Counts reveal data that no document refers to.
  add('counts', [
    await stores.documents.count(),
    await stores.lexical.count(),
    await stores.vectors.count(),
    await stores.graph.count(),
    await index.count(),
    await index.size(scopes),
  ]);
  return lines;
};

const collectKeys = (keys: Map<ListKind, Set<string>>, analysis: PassageAnalysis): void => {
  const add = (kind: ListKind, some: readonly string[]) =>
    keys.set(kind, new Set([...(keys.get(kind) ?? []), ...some]));
  add(
    'stem',
    analysis.stems.map(({ key }) => key),
  );
  add(
    'entity',
    analysis.names.map(({ key }) => key),
  );
  add('title', analysis.titles);
  add('title-part', analysis.titleParts);
  add('place', analysis.places);
};

/** The lists with their keys and postings by passage id, without the place in the block. */
const lists = async (index: PassageIndex, kind: ListKind, keys: readonly string[], scopes: readonly string[]) => {
  const found = await index.lists(kind, keys, scopes);
  const ids = await index.idsOf([...new Set(found.flatMap(({ passages }) => [...passages]))], scopes);
  return keys.map((key, at) => {
    const { total, passages, postings } = found[at]!;
    const uses = [...passages].map((number, i) => [
      ids.get(number) ?? 'unknown',
      postings[i]! % (2 ** 32 / BLOCK_SIZE),
    ]);
    return [key, total, uses.sort(([a], [b]) => (a! < b! ? -1 : 1))];
  });
};
