import type { Scope } from '../../core/document.ts';
import type { Entity, Triple } from '../../core/knowledge.ts';
import type { Mention } from '../graph.ts';
import { type CountedValue, entityOf, type TripleStatement, tripleOf } from '../stated-knowledge.ts';
import type { Run } from './connection.ts';
import type { Labels } from './labels.ts';

/** Passed instead of scopes by the streams that serve exports, never a question. */
export const EVERYTHING = Symbol('every scope');

/** A Cypher condition: the list `scopes` has a scope in common with `$scopes`. */
export const visible = (scopes: string, asker?: readonly Scope[] | typeof EVERYTHING) =>
  asker === EVERYTHING ? 'true' : `any(scope IN ${scopes} WHERE scope IN $scopes)`;

/** Columns of a statement. Variables: `t` triple, `s` subject, `o` object, `st` statement, `d` document. */
export const STATEMENT = `t.id AS id, s.id AS subject, t.predicate AS predicate, o.id AS object,
  st.subjectName AS subjectName, st.objectName AS objectName, st.passageIds AS passageIds, d.id AS documentId,
  d.scopes AS scopes`;

/** Columns of a mention. Variables: `p` passage, `m` mention, `e` entity, `d` document. */
export const MENTION = `p.id AS passageId, d.id AS documentId, e.id AS entityId, m.count AS count, m.inTitle AS inTitle`;

/** Drops columns that were only selected for sorting. */
export const mentionOf = ({ passageId, documentId, entityId, count, inTitle }: Mention): Mention => ({
  passageId,
  documentId,
  entityId,
  count,
  inTitle,
});

/** Assembles triples from their statements, in the order of the rows. */
export const triplesOfRows = (rows: readonly TripleStatement[]): Triple[] =>
  [...Map.groupBy(rows, (row) => row.id).values()].map(tripleOf);

/** Entities assembled from the statements that the asker may see; those without such a statement are left out. */
export const entitiesIn = async (
  run: Run,
  l: Labels,
  ids: readonly string[],
  asker: readonly Scope[] | typeof EVERYTHING,
): Promise<Entity[]> => {
  const rows = await run<CountedValue & { id: string }>(
    `UNWIND range(0, size($ids) - 1) AS place MATCH (e:${l.entity} {id: $ids[place]})<-[:OF]-(v:${l.value})
     WHERE ${visible('v.scopes', asker)}
     RETURN e.id AS id, place, v.kind AS kind, v.value AS value, sum(v.statements) AS statements
     ORDER BY place, kind, statements DESC, value`,
    { ids: [...new Set(ids)], scopes: asker === EVERYTHING ? [] : asker },
  );
  return [...Map.groupBy(rows, (row) => row.id)].map(([id, values]) => entityOf(id, values));
};

/** Triples assembled from the statements that the asker may see, in the order of `ids`. */
export const triplesIn = async (
  run: Run,
  l: Labels,
  ids: readonly string[],
  asker: readonly Scope[] | typeof EVERYTHING,
): Promise<Triple[]> => {
  const rows = await run<TripleStatement>(
    `UNWIND range(0, size($ids) - 1) AS place
     MATCH (s:${l.entity})<-[:SUBJECT]-(t:${l.triple} {id: $ids[place]})-[:OBJECT]->(o:${l.entity})
     MATCH (t)<-[st:STATES]-(d:${l.document}) WHERE ${visible('d.scopes', asker)}
     RETURN place, ${STATEMENT} ORDER BY place, documentId`,
    { ids: [...new Set(ids)], scopes: asker === EVERYTHING ? [] : asker },
  );
  return triplesOfRows(rows);
};
