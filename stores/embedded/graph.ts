import type { Entity, Triple } from '../../core/knowledge.ts';
import type { DocumentKnowledge, GraphStore, Mention, WritableGraphStore } from '../graph.ts';
import { paged, toAsync } from './async-calls.ts';
import type { Database } from './database.ts';
import { graphReads } from './graph-reads.ts';
import { type GraphRows, graphRows, MENTION, type MentionRow, readMention } from './graph-rows.ts';
import { type GraphWrites, graphWrites } from './graph-writes.ts';
import { scopeSets } from './scope-sets.ts';

const PAGE = 500;

/** Entities, mentions and triples in the data file. */
export const embeddedGraph = (db: Database): { store: WritableGraphStore; writes: GraphWrites } => {
  const sets = scopeSets(db);
  const rows = graphRows(db, sets);
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
          if (row && row.scope_set !== sets.intern(scopes)) changes.put([{ ...rows.knowledgeOf(row), scopes }]);
        }
      }),
  };
  const count = () =>
    db
      .query<{ entities: number; mentions: number; triples: number }>(
        `SELECT (SELECT count(*) FROM entities) AS entities, (SELECT count(*) FROM mentions) AS mentions,
         (SELECT count(*) FROM triples) AS triples`,
      )
      .get()!;
  return {
    store: { ...toAsync({ ...writes, ...graphReads(db, sets, rows), count }), ...graphStreams(db, rows) },
    writes,
  };
};

/** Streams of the whole graph, read in pages. */
const graphStreams = (
  db: Database,
  { entitiesIn, triplesIn, knowledgeOf }: GraphRows,
): Pick<GraphStore, 'allTriples' | 'allEntities' | 'allMentions' | 'knowledge'> => {
  /** All scope sets, because these streams serve exports, never a question. */
  const everySet = () =>
    JSON.stringify(
      db
        .query<{ id: number }>('SELECT id FROM scope_sets')
        .all()
        .map((row) => row.id),
    );

  const idsAfter = (table: 'triples' | 'entities', last: string | undefined) =>
    db
      .query<{ id: string }>(`SELECT id FROM ${table} WHERE id > ? ORDER BY id LIMIT ${PAGE}`)
      .all(last ?? '')
      .map((row) => row.id);

  return {
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
  };
};
