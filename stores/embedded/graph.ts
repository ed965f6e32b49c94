import type { Entity, Triple } from '../../core/knowledge.ts';
import { nameSimilarity, nameWords } from '../entity-names.ts';
import type { DocumentKnowledge, Mention, WritableGraphStore } from '../graph.ts';
import { type CountedValue, entityOf, tripleOf } from '../stated-knowledge.ts';
import type { Database } from './database.ts';
import { type GraphWrites, graphWrites } from './graph-writes.ts';
import { type Immediate, paged, promised } from './promised.ts';
import { scopeSets } from './scope-sets.ts';

/** `IN` over a bound JSON array. */
const ONE_OF = 'IN (SELECT value FROM json_each(?))';
const MENTION = 'm.passage_id, d.id AS document_id, e.id AS entity_id, m.count, m.in_title';
const PAGE = 500;

/** Entities, mentions and triples in the data file. */
export const embeddedGraph = (db: Database): { store: WritableGraphStore; writes: GraphWrites } => {
  const sets = scopeSets(db);
  const knowledgeOf = (document: { key: number; id: string; scope_set: number }): DocumentKnowledge => {
    const scopes = sets.scopesOf(document.scope_set);
    return {
      documentId: document.id,
      scopes,
      entities: db
        .query<{ id: string; name: string; aliases: string | null; description: string | null }>(
          `SELECT e.id, s.name, s.aliases, s.description FROM entity_statements s JOIN entities e ON e.key = s.entity
           WHERE s.document = ? ORDER BY e.id`,
        )
        .all(document.key)
        .map((row) => ({
          id: row.id,
          name: row.name,
          ...(row.aliases !== null && { aliases: JSON.parse(row.aliases) as string[] }),
          ...(row.description !== null && { description: row.description }),
        })),
      mentions: db
        .query<MentionRow>(
          `SELECT ${MENTION} FROM mentions m JOIN entities e ON e.key = m.entity JOIN graph_documents d ON d.key = m.document
           WHERE m.document = ? ORDER BY m.passage_id, e.id`,
        )
        .all(document.key)
        .map(readMention),
      triples: db
        .query<StatementRow>(
          `SELECT t.id, s.id AS subject, t.predicate, o.id AS object, st.subject_name, st.object_name, st.passage_ids
           FROM triple_statements st JOIN triples t ON t.key = st.triple
           JOIN entities s ON s.key = t.subject JOIN entities o ON o.key = t.object
           WHERE st.document = ? ORDER BY t.id`,
        )
        .all(document.key)
        .map((row) => ({
          id: row.id,
          subject: row.subject,
          predicate: row.predicate,
          object: row.object,
          subjectName: row.subject_name,
          objectName: row.object_name,
          passageIds: JSON.parse(row.passage_ids) as string[],
          documentIds: [document.id],
          scopes: [...scopes],
        })),
    };
  };

  const changes = graphWrites(db);
  const writes: GraphWrites = {
    ...changes,
    rescope: (documents) =>
      db.write(() => {
        for (const { documentId, scopes } of documents) {
          const row = db
            .query<{ key: number; id: string; scope_set: number }>(
              'SELECT key, id, scope_set FROM graph_documents WHERE id = ?',
            )
            .get(documentId);
          if (row && row.scope_set !== sets.intern(scopes)) changes.put([{ ...knowledgeOf(row), scopes }]);
        }
      }),
  };
  /** Everything: for the streams that serve export and never a question. */
  const everySet = () =>
    JSON.stringify(
      db
        .query<{ id: number }>('SELECT id FROM scope_sets')
        .all()
        .map((row) => row.id),
    );

  /** Entities made from the statements in the visible sets; one that has none there does not exist. */
  const entitiesIn = (ids: readonly string[], visible: string): Entity[] => {
    const rows = db
      .query<CountedValue & { id: string }>(
        `SELECT e.id, v.kind, v.value, sum(v.statements) AS statements FROM json_each(?) asked
         JOIN entities e ON e.id = asked.value JOIN entity_values v ON v.entity = e.key
         WHERE v.scope_set ${ONE_OF} GROUP BY asked.key, v.kind, v.value
         ORDER BY asked.key, v.kind, statements DESC, v.value`,
      )
      .all(JSON.stringify([...new Set(ids)]), visible);
    return [...Map.groupBy(rows, (row) => row.id)].map(([id, values]) => entityOf(id, values));
  };

  /** Triples made from their statements in the visible sets, in the order of their ids as asked. */
  const triplesIn = (ids: readonly string[], visible: string): Triple[] => {
    const rows = db
      .query<StatementRow>(
        `SELECT t.id, s.id AS subject, t.predicate, o.id AS object, st.subject_name, st.object_name, st.passage_ids,
           d.id AS document_id, st.scope_set
         FROM json_each(?) asked JOIN triples t ON t.id = asked.value
         JOIN entities s ON s.key = t.subject JOIN entities o ON o.key = t.object
         JOIN triple_statements st ON st.triple = t.key JOIN graph_documents d ON d.key = st.document
         WHERE st.scope_set ${ONE_OF} ORDER BY asked.key, d.id`,
      )
      .all(JSON.stringify([...new Set(ids)]), visible);
    const readStatement = (row: StatementRow) => ({
      id: row.id,
      subject: row.subject,
      predicate: row.predicate,
      object: row.object,
      subjectName: row.subject_name,
      objectName: row.object_name,
      passageIds: JSON.parse(row.passage_ids) as string[],
      documentId: row.document_id,
      scopes: sets.scopesOf(row.scope_set),
    });
    return [...Map.groupBy(rows.map(readStatement), (row) => row.id).values()].map(tripleOf);
  };

  const calls: Immediate<
    WritableGraphStore,
    Exclude<keyof WritableGraphStore, 'allTriples' | 'allEntities' | 'allMentions' | 'knowledge'>
  > = {
    ...writes,
    entities: (ids, scopes) => entitiesIn(ids, sets.visible(scopes)),
    findEntities(name, limit, scopes) {
      const words = nameWords(name);
      if (words.length === 0 || limit <= 0) return [];
      const visible = sets.visible(scopes);
      const rows = db
        .query<{ id: string; value: string }>(
          `SELECT e.id, v.value FROM entity_words w JOIN entity_values v ON v.key = w.rowid JOIN entities e ON e.key = v.entity
           WHERE w.entity_words MATCH ? AND v.scope_set ${ONE_OF} ORDER BY w.rank LIMIT ?`,
        )
        .all(words.map((word) => `"${word}"`).join(' OR '), visible, limit * 8 + 32);
      const best = new Map<string, number>();
      for (const { id, value } of rows)
        best.set(id, Math.max(best.get(id) ?? 0, nameSimilarity(words, nameWords(value))));
      const ranked = [...best].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, limit);
      const entities = new Map(
        entitiesIn(
          ranked.map(([id]) => id),
          visible,
        ).map((entity) => [entity.id, entity]),
      );
      return ranked.flatMap(([id, score]) => {
        const entity = entities.get(id);
        return entity ? [{ entity, score }] : [];
      });
    },
    mentionsOf: (passageIds, scopes) =>
      db
        .query<MentionRow>(
          `SELECT ${MENTION} FROM json_each(?) asked JOIN mentions m ON m.passage_id = asked.value
           JOIN entities e ON e.key = m.entity JOIN graph_documents d ON d.key = m.document
           WHERE m.scope_set ${ONE_OF} ORDER BY asked.key, e.id`,
        )
        .all(JSON.stringify([...new Set(passageIds)]), sets.visible(scopes))
        .map(readMention),
    passagesMentioning(entityIds, limit, scopes) {
      const visible = sets.visible(scopes);
      return [...new Set(entityIds)].flatMap((id) =>
        db
          .query<MentionRow>(
            `SELECT ${MENTION} FROM mentions m JOIN entities e ON e.key = m.entity JOIN graph_documents d ON d.key = m.document
             WHERE m.entity = (SELECT key FROM entities WHERE id = ?) AND m.scope_set ${ONE_OF}
             ORDER BY m.in_title DESC, m.count DESC, m.passage_id LIMIT ?`,
          )
          .all(id, visible, limit)
          .map(readMention),
      );
    },
    triplesOf(entityIds, limit, scopes) {
      const visible = sets.visible(scopes);
      // Most names that a search asks about are the end of no fact: one statement leaves them out.
      const ends = db
        .query<{ key: number }>(
          `SELECT e.key FROM json_each(?) asked JOIN entities e ON e.id = asked.value
           WHERE EXISTS (SELECT 1 FROM triples t WHERE t.subject = e.key)
             OR EXISTS (SELECT 1 FROM triples t WHERE t.object = e.key) ORDER BY asked.key`,
        )
        .all(JSON.stringify(entityIds));
      const ids = ends.flatMap(({ key }) =>
        db
          .query<{ id: string }>(
            `SELECT id FROM (
               SELECT * FROM (SELECT t.id FROM triples t WHERE t.subject = ? AND EXISTS (
                 SELECT 1 FROM triple_statements s WHERE s.triple = t.key AND s.scope_set ${ONE_OF}) ORDER BY t.id LIMIT ?)
               UNION
               SELECT * FROM (SELECT t.id FROM triples t WHERE t.object = ? AND EXISTS (
                 SELECT 1 FROM triple_statements s WHERE s.triple = t.key AND s.scope_set ${ONE_OF}) ORDER BY t.id LIMIT ?))
             ORDER BY id LIMIT ?`,
          )
          .all(key, visible, limit, key, visible, limit, limit)
          .map((row) => row.id),
      );
      return triplesIn(ids, visible);
    },
    triples: (ids, scopes) => triplesIn(ids, sets.visible(scopes)),
    count: () =>
      db
        .query<{ entities: number; mentions: number; triples: number }>(
          `SELECT (SELECT count(*) FROM entities) AS entities, (SELECT count(*) FROM mentions) AS mentions,
           (SELECT count(*) FROM triples) AS triples`,
        )
        .get()!,
  };

  const idsAfter = (table: 'triples' | 'entities', last: string | undefined) =>
    db
      .query<{ id: string }>(`SELECT id FROM ${table} WHERE id > ? ORDER BY id LIMIT ${PAGE}`)
      .all(last ?? '')
      .map((row) => row.id);

  return {
    store: {
      ...promised(calls),
      allTriples: () => paged<Triple>((last) => triplesIn(idsAfter('triples', last?.id), everySet())),
      allEntities: () => paged<Entity>((last) => entitiesIn(idsAfter('entities', last?.id), everySet())),
      allMentions: () =>
        paged<Mention>((last) =>
          db
            .query<MentionRow>(
              `SELECT ${MENTION} FROM mentions m JOIN entities e ON e.key = m.entity JOIN graph_documents d ON d.key = m.document
               WHERE m.passage_id > ? OR (m.passage_id = ? AND e.id > ?) ORDER BY m.passage_id, e.id LIMIT ${PAGE}`,
            )
            .all(last?.passageId ?? '', last?.passageId ?? '', last?.entityId ?? '')
            .map(readMention),
        ),
      knowledge: (after = '') =>
        paged<DocumentKnowledge>((last) =>
          db
            .query<{ key: number; id: string; scope_set: number }>(
              'SELECT key, id, scope_set FROM graph_documents WHERE id > ? ORDER BY id LIMIT 100',
            )
            .all(last?.documentId ?? after)
            .map(knowledgeOf),
        ),
    },
    writes,
  };
};

interface MentionRow {
  passage_id: string;
  document_id: string;
  entity_id: string;
  count: number;
  in_title: number;
}

interface StatementRow {
  id: string;
  subject: string;
  predicate: string;
  object: string;
  subject_name: string;
  object_name: string;
  passage_ids: string;
  document_id: string;
  scope_set: number;
}

const readMention = (row: MentionRow): Mention => ({
  passageId: row.passage_id,
  documentId: row.document_id,
  entityId: row.entity_id,
  count: row.count,
  inTitle: row.in_title === 1,
});
