import type { Scope } from '../../../core/document.ts';
import type { Triple } from '../../../core/knowledge.ts';
import type { Stores } from '../../../stores/index.ts';
import type { EntityGraph } from '../console-api.ts';
import { notFound } from '../failure.ts';

/** Maximum facts about the entity itself, and about each of its neighbours: chosen so that the drawing stays readable. */
const MAX_CENTER_FACTS = 80;
const MAX_NEIGHBOUR_FACTS = 6;
const MAX_EDGES = 400;
/** Maximum passages shown for one fact. */
const MAX_PASSAGES = 3;
const MAX_PASSAGE_CHARS = 600;

/**
 * The facts within two hops of an entity, each with the passages that state it. Reads only what the scopes allow.
 * @throws UNKNOWN_ID for an entity that nothing visible mentions
 */
export const entityGraph = async (
  { graph, documents }: Pick<Stores, 'graph' | 'documents'>,
  entityId: string,
  scopes: readonly Scope[],
): Promise<EntityGraph> => {
  const [center] = await graph.entities([entityId], scopes);
  if (!center) throw notFound('name');
  const near = await graph.triplesOf([entityId], MAX_CENTER_FACTS, scopes);
  const neighbours = [...new Set(near.flatMap(({ subject, object }) => [subject, object]))].filter(
    (id) => id !== entityId,
  );
  const far = neighbours.length > 0 ? await graph.triplesOf(neighbours, MAX_NEIGHBOUR_FACTS, scopes) : [];
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
      passages: passageIds.slice(0, MAX_PASSAGES).flatMap((passageId) => passages.get(passageId) ?? []),
      stated: passageIds.length,
    })),
    partial: all.length > shown.length || near.length === MAX_CENTER_FACTS,
  };
};

const passagesOf = async (
  documents: Stores['documents'],
  triples: readonly Triple[],
  scopes: readonly Scope[],
): Promise<Map<string, EntityGraph['edges'][number]['passages'][number]>> => {
  const ids = [...new Set(triples.flatMap(({ passageIds }) => passageIds.slice(0, MAX_PASSAGES)))];
  const found = ids.length > 0 ? await documents.passages(ids, scopes) : [];
  return new Map(
    found.map(({ id, documentId, title, text }) => [
      id,
      { id, documentId, title, text: text.slice(0, MAX_PASSAGE_CHARS) },
    ]),
  );
};
