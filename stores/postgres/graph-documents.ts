import type { Scope } from '../../core/document.ts';
import type { DocumentKnowledge, Mention } from '../graph.ts';
import type { Session } from './session.ts';

/** A document with knowledge in the graph. */
export interface StatingDocument {
  key: number;
  id: string;
  scopes: Scope[];
}

/** The columns of a `Mention`. Aliases: `m` mentions, `e` entities, `d` graph_documents. */
export const MENTION = `m.passage_id AS "passageId", d.id AS "documentId", e.id AS "entityId", m.count,
  m.in_title AS "inTitle"`;

/** The knowledge of these documents, with entities, mentions and triples in id order. */
export const knowledgeOf = async (db: Session, documents: readonly StatingDocument[]): Promise<DocumentKnowledge[]> => {
  if (documents.length === 0) return [];
  const keys = [documents.map(({ key }) => key)];
  const entities = byDocument(
    await db.rows<EntityRow>(
      `SELECT s.document, e.id, s.name, s.aliases, s.description FROM entity_statements s JOIN entities e ON e.key = s.entity
       WHERE s.document = ANY ($1::bigint[]) ORDER BY e.id`,
      keys,
    ),
  );
  const mentions = byDocument(
    await db.rows<Mention & { document: number }>(
      `SELECT m.document, ${MENTION} FROM mentions m JOIN entities e ON e.key = m.entity
       JOIN graph_documents d ON d.key = m.document WHERE m.document = ANY ($1::bigint[]) ORDER BY m.passage_id, e.id`,
      keys,
    ),
  );
  const triples = byDocument(
    await db.rows<TripleRow>(
      `SELECT st.document, t.id, s.id AS subject, t.predicate, o.id AS object, st.subject_name AS "subjectName",
         st.object_name AS "objectName", st.passage_ids AS "passageIds"
       FROM triple_statements st JOIN triples t ON t.key = st.triple JOIN entities s ON s.key = t.subject
       JOIN entities o ON o.key = t.object WHERE st.document = ANY ($1::bigint[]) ORDER BY t.id`,
      keys,
    ),
  );
  return documents.map(({ key, id, scopes }) => ({
    documentId: id,
    scopes,
    entities: (entities.get(key) ?? []).map((row) => ({
      id: row.id,
      name: row.name,
      ...(row.aliases !== null && { aliases: row.aliases }),
      ...(row.description !== null && { description: row.description }),
    })),
    mentions: (mentions.get(key) ?? []).map(({ document: _, ...mention }) => mention),
    triples: (triples.get(key) ?? []).map(({ document: _, ...triple }) => ({
      ...triple,
      documentIds: [id],
      scopes: [...scopes],
    })),
  }));
};

const byDocument = <T extends { document: number }>(rows: readonly T[]) => Map.groupBy(rows, (row) => row.document);

interface EntityRow {
  document: number;
  id: string;
  name: string;
  aliases: string[] | null;
  description: string | null;
}

interface TripleRow {
  document: number;
  id: string;
  subject: string;
  predicate: string;
  object: string;
  subjectName: string;
  objectName: string;
  passageIds: string[];
}
