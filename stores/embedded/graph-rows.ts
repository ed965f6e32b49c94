import type { Entity, Triple } from '../../core/knowledge.ts';
import type { DocumentKnowledge, Mention } from '../graph.ts';
import { type CountedValue, entityOf, tripleOf } from '../stated-knowledge.ts';
import type { Database } from './database.ts';
import type { ScopeSets } from './scope-sets.ts';

/** `IN` over a bound JSON array. */
export const ONE_OF = 'IN (SELECT value FROM json_each(?))';
/** The columns of a `MentionRow`. Aliases: `m` mentions, `d` graph_documents, `e` entities. */
export const MENTION = 'm.passage_id, d.id AS document_id, e.id AS entity_id, m.count, m.in_title';

/** Assembles entities, triples and the knowledge of documents from statements, filtered by scope sets. */
export const graphRows = (db: Database, sets: ScopeSets) => {
  /** Entities assembled from the statements in the visible scope sets; those without such a statement are left out. */
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

  /** Triples assembled from their statements in the visible scope sets, in the order of `ids`. */
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

  return { entitiesIn, triplesIn, knowledgeOf };
};

export type GraphRows = ReturnType<typeof graphRows>;

export interface MentionRow {
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

/** A mention from its row. */
export const readMention = (row: MentionRow): Mention => ({
  passageId: row.passage_id,
  documentId: row.document_id,
  entityId: row.entity_id,
  count: row.count,
  inTitle: row.in_title === 1,
});
