import type { Scope } from '../../core/document.ts';
import type { Entity, Triple } from '../../core/knowledge.ts';
import { nameWords } from '../entity-names.ts';
import type { DocumentKnowledge, Mention, WritableGraphStore } from '../graph.ts';
import { paged } from '../paged.ts';
import { type CountedValue, entityOf, type TripleStatement, tripleOf } from '../stated-knowledge.ts';
import type { Postgres } from './connection.ts';
import { knowledgeOf, MENTION, type StatingDocument } from './graph-documents.ts';
import { deleteKnowledge, putKnowledge, rescopeKnowledge } from './graph-writes.ts';
import { visible } from './scope-sets.ts';

const PAGE = 500;

/** Passed instead of scopes by the streams that serve exports, never a question. */
const EVERYTHING = Symbol('every scope');
type Asker = readonly Scope[] | typeof EVERYTHING;

/** An SQL condition for rows that the asker may see, and its parameters, which start at `$2`. */
const seenBy = (asker: Asker, scopeSet: string): { condition: string; scopes: unknown[] } =>
  asker === EVERYTHING ? { condition: 'true', scopes: [] } : { condition: visible(scopeSet, 2), scopes: [asker] };

/** A subquery of the distinct ids in `$1` with their first place in it. */
const ASKED = `(SELECT id, min(place) AS place FROM unnest($1::text[]) WITH ORDINALITY AS list (id, place) GROUP BY id) asked`;

/** Entities, mentions and triples on a Postgres server. Reads that serve questions filter by scopes in SQL. */
export const postgresGraph = (db: Postgres): WritableGraphStore => {
  const entitiesIn = async (ids: readonly string[], asker: Asker): Promise<Entity[]> => {
    const { condition, scopes } = seenBy(asker, 'v.scope_set');
    const rows = await db.rows<CountedValue & { id: string }>(
      `SELECT e.id, v.kind, v.value, sum(v.statements) AS statements FROM ${ASKED} JOIN entities e ON e.id = asked.id
       JOIN entity_values v ON v.entity = e.key WHERE ${condition} GROUP BY asked.place, e.id, v.kind, v.value
       ORDER BY asked.place, v.kind, statements DESC, v.value`,
      [ids, ...scopes],
    );
    return [...Map.groupBy(rows, (row) => row.id)].map(([id, values]) => entityOf(id, values));
  };

  const triplesIn = async (ids: readonly string[], asker: Asker): Promise<Triple[]> => {
    const { condition, scopes } = seenBy(asker, 'st.scope_set');
    return triplesOfRows(
      await db.rows<TripleStatement>(
        `SELECT ${STATEMENT} FROM ${ASKED} JOIN triples t ON t.id = asked.id ${OF_TRIPLE} WHERE ${condition}
         ORDER BY asked.place, d.id`,
        [ids, ...scopes],
      ),
    );
  };

  const after = (table: 'triples' | 'entities', id: string) =>
    db
      .rows<{ id: string }>(`SELECT id FROM ${table} WHERE id > $1 ORDER BY id LIMIT ${PAGE}`, [id])
      .then((rows) => rows.map((row) => row.id));

  return {
    put: (batch) => db.transaction((tx) => putKnowledge(tx, batch)),
    rescope: (documents) => db.transaction((tx) => rescopeKnowledge(tx, documents)),
    deleteDocuments: (ids, { dryRun = false } = {}) =>
      db.transaction((tx) => deleteKnowledge(tx, ids), { undo: dryRun }),
    entities: (ids, scopes) => entitiesIn(ids, scopes),
    async findEntities(name, limit, scopes) {
      const words = nameWords(name);
      if (words.length === 0 || limit <= 0) return [];
      const best = await db.rows<{ id: string; score: number }>(FIND_ENTITIES, [words, scopes, limit], 'parley-find');
      const scores = new Map(best.map(({ id, score }) => [id, score]));
      const entities = await entitiesIn([...scores.keys()], scopes);
      return entities.map((entity) => ({ entity, score: scores.get(entity.id) ?? 0 }));
    },
    mentionsOf: (passageIds, scopes) =>
      db.rows<Mention>(
        `SELECT ${MENTION} FROM ${ASKED} JOIN mentions m ON m.passage_id = asked.id JOIN entities e ON e.key = m.entity
         JOIN graph_documents d ON d.key = m.document WHERE ${visible('m.scope_set', 2)} ORDER BY asked.place, e.id`,
        [passageIds, scopes],
        'parley-mentions',
      ),
    passagesMentioning: (entityIds, limit, scopes) =>
      db.rows<Mention>(PASSAGES_MENTIONING, [entityIds, scopes, Math.max(0, limit)], 'parley-passages-mentioning'),
    triplesOf: async (entityIds, limit, scopes) =>
      triplesOfRows(
        await db.rows<TripleStatement>(TRIPLES_OF, [entityIds, scopes, Math.max(0, limit)], 'parley-triples-of'),
      ),
    triples: (ids, scopes) => triplesIn(ids, scopes),
    allTriples: () => paged<Triple>(async (last) => triplesIn(await after('triples', last?.id ?? ''), EVERYTHING)),
    allEntities: () => paged<Entity>(async (last) => entitiesIn(await after('entities', last?.id ?? ''), EVERYTHING)),
    allMentions: () =>
      paged<Mention>((last) =>
        db.rows<Mention>(
          `SELECT ${MENTION} FROM mentions m JOIN entities e ON e.key = m.entity JOIN graph_documents d ON d.key = m.document
           WHERE m.passage_id >= $1 AND (m.passage_id, e.id) > ($1, $2) ORDER BY m.passage_id, e.id LIMIT ${PAGE}`,
          [last?.passageId ?? '', last?.entityId ?? ''],
        ),
      ),
    knowledge: (from = '') =>
      paged<DocumentKnowledge>(async (last) =>
        knowledgeOf(
          db,
          await db.rows<StatingDocument>(
            `SELECT d.key, d.id, s.scopes FROM graph_documents d JOIN scope_sets s ON s.id = d.scope_set
             WHERE d.id > $1 ORDER BY d.id LIMIT 100`,
            [last?.documentId ?? from],
          ),
        ),
      ),
    async count() {
      const [counts] = await db.rows<{ entities: number; mentions: number; triples: number }>(
        `SELECT (SELECT count(*) FROM entities) AS entities, (SELECT count(*) FROM mentions) AS mentions,
         (SELECT count(*) FROM triples) AS triples`,
      );
      return counts ?? { entities: 0, mentions: 0, triples: 0 };
    },
  };
};

const STATEMENT = `t.id, s.id AS subject, t.predicate, o.id AS object, st.subject_name AS "subjectName",
  st.object_name AS "objectName", st.passage_ids AS "passageIds", d.id AS "documentId", sets.scopes`;

/** Joins a triple `t` with its subject, object, statements, their documents and scope sets. */
const OF_TRIPLE = `JOIN entities s ON s.key = t.subject JOIN entities o ON o.key = t.object
  JOIN triple_statements st ON st.triple = t.key JOIN graph_documents d ON d.key = st.document
  JOIN scope_sets sets ON sets.id = st.scope_set`;

const triplesOfRows = (rows: readonly TripleStatement[]): Triple[] =>
  [...Map.groupBy(rows, (row) => row.id).values()].map(tripleOf);

/** Ranks entities by the Jaccard similarity of their best value, like `nameSimilarity`. */
const FIND_ENTITIES = `
  SELECT e.id, max(common / (cardinality(v.words) + cardinality($1::text[]) - common))::float8 AS score
  FROM entity_values v
  CROSS JOIN LATERAL (SELECT count(*)::float8 AS common FROM unnest(v.words) AS word WHERE word = ANY ($1::text[])) AS same
  JOIN entities e ON e.key = v.entity
  WHERE v.words IS NOT NULL AND v.words && $1::text[] AND ${visible('v.scope_set', 2)}
  GROUP BY e.id ORDER BY score DESC, e.id LIMIT $3`;

/** Applies the limit per entity, so that one with many mentions cannot displace the others. The index has this order. */
const PASSAGES_MENTIONING = `
  SELECT ${MENTION} FROM ${ASKED} JOIN entities e ON e.id = asked.id
  CROSS JOIN LATERAL (
    SELECT * FROM mentions WHERE entity = e.key AND ${visible('scope_set', 2)}
    ORDER BY in_title DESC, count DESC, passage_id LIMIT $3
  ) AS m
  JOIN graph_documents d ON d.key = m.document
  ORDER BY asked.place, m.in_title DESC, m.count DESC, m.passage_id`;

const SIDE = (column: 'subject' | 'object') => `
  (SELECT t.key, t.id FROM triples t WHERE t.${column} = e.key
     AND EXISTS (SELECT 1 FROM triple_statements x WHERE x.triple = t.key AND ${visible('x.scope_set', 2)})
   ORDER BY t.id LIMIT $3)`;

/** Finds triples by subject and by object, each with its index. A triple of several entities is sorted with the first. */
const TRIPLES_OF = `
  WITH found AS (
    SELECT side.key, min(asked.place) AS place FROM ${ASKED} JOIN entities e ON e.id = asked.id
    CROSS JOIN LATERAL (
      SELECT key, id FROM (${SIDE('subject')} UNION ${SIDE('object')}) AS sides ORDER BY id LIMIT $3
    ) AS side
    GROUP BY side.key
  )
  SELECT ${STATEMENT} FROM found JOIN triples t ON t.key = found.key ${OF_TRIPLE}
  WHERE ${visible('st.scope_set', 2)} ORDER BY found.place, t.id, d.id`;
