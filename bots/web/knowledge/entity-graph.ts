import type { Scope } from '../../../core/document.ts';
import type { Triple } from '../../../core/knowledge.ts';
import type { Stores } from '../../../stores/index.ts';
import type { EntityGraph } from '../console-api.ts';
import { notFound } from '../failure.ts';

/** Facts around the entity itself, and around each of its neighbours. */
const FACTS_OF_CENTER = 80;
const FACTS_OF_NEIGHBOUR = 6;
const MAX_EDGES = 400;
/** Passages that are shown with a fact. */
const PASSAGES_SHOWN = 3;
const MAX_PASSAGE_CHARS = 600;

/**
 * What is stated around an entity, two steps far, with the passages behind each fact; nothing outside the scopes.
 * @throws UNKNOWN_ID for an entity that nothing visible mentions
 */
export const entityGraph = async (
  { graph, documents }: Pick<Stores, 'graph' | 'documents'>,
  entityId: string,
  scopes: readonly Scope[],
): Promise<EntityGraph> => {
  const [center] = await graph.entities([entityId], scopes);
  if (!center) throw notFound('name');
  const near = await graph.triplesOf([entityId], FACTS_OF_CENTER, scopes);
  const neighbours = [...new Set(near.flatMap(({ subject, object }) => [subject, object]))].filter(
    (id) => id !== entityId,
  );
  const far = neighbours.length > 0 ? await graph.triplesOf(neighbours, FACTS_OF_NEIGHBOUR, scopes) : [];
  const all = [...new Map([...near, ...far].map((triple) => [triple.id, triple])).values()];
  const shown = all.slice(0, MAX_EDGES);
  const passages = await passagesOf(documents, shown, scopes);
  const names = new Map(
    shown.flatMap(({ subject, subjectName, object, objectName }) => [
      [subject, subjectName] as const,
      [object, objectName] as const,
    ]),
  );
  names.set(center.id, center.name);
  return {
    center: { id: center.id, name: center.name },
    nodes: [...names].map(([id, name]) => ({ id, name })),
    edges: shown.map(({ id, subject, predicate, object, passageIds }) => ({
      id,
      from: subject,
      to: object,
      predicate,
      passages: passageIds.slice(0, PASSAGES_SHOWN).flatMap((passageId) => passages.get(passageId) ?? []),
      stated: passageIds.length,
    })),
    partial: all.length > shown.length || near.length === FACTS_OF_CENTER,
  };
};

const passagesOf = async (
  documents: Stores['documents'],
  triples: readonly Triple[],
  scopes: readonly Scope[],
): Promise<Map<string, EntityGraph['edges'][number]['passages'][number]>> => {
  const ids = [...new Set(triples.flatMap(({ passageIds }) => passageIds.slice(0, PASSAGES_SHOWN)))];
  const found = ids.length > 0 ? await documents.passages(ids, scopes) : [];
  return new Map(
    found.map(({ id, documentId, title, text }) => [
      id,
      { id, documentId, title, text: text.slice(0, MAX_PASSAGE_CHARS) },
    ]),
  );
};
