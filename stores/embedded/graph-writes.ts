import type { Triple } from '../../core/knowledge.ts';
import { nameWords } from '../entity-names.ts';
import type { DocumentKnowledge, WritableGraphStore } from '../graph.ts';
import { mergedTriples, statedEntities, valuesOf } from '../stated-knowledge.ts';
import type { SyncCalls } from './async-calls.ts';
import type { Database } from './database.ts';
import { scopeSets } from './scope-sets.ts';

/** The calls that `Stores.apply` makes in its transaction. */
export type GraphWrites = SyncCalls<WritableGraphStore, 'put' | 'rescope' | 'deleteDocuments'>;

/**
 * Writes knowledge as statements of documents. An entity or triple exists as long as a document states it. Each write
 * removes the document's old statements, adds the new ones, and then deletes entities and triples without statements.
 */
export const graphWrites = (db: Database): Omit<GraphWrites, 'rescope'> => {
  const sets = scopeSets(db);
  const values = entityValues(db);

  const documentOf = (id: string) =>
    db.query<{ key: number; scope_set: number }>('SELECT key, scope_set FROM graph_documents WHERE id = ?').get(id);

  const entityKey = (id: string): number =>
    db.query<{ key: number }>('SELECT key FROM entities WHERE id = ?').get(id)?.key ??
    Number(db.query('INSERT INTO entities (id) VALUES (?)').run(id).lastInsertRowid);

  const tripleKey = (triple: Triple): number =>
    db.query<{ key: number }>('SELECT key FROM triples WHERE id = ?').get(triple.id)?.key ??
    Number(
      db
        .query('INSERT INTO triples (id, subject, predicate, object) VALUES (?, ?, ?, ?)')
        .run(triple.id, entityKey(triple.subject), triple.predicate, entityKey(triple.object)).lastInsertRowid,
    );

  /** Removes a document's statements and adds their entities and triples to `touched`, for `deleteUnstated`. */
  const removeStatements = (document: number, set: number, touched: Touched) => {
    const statements = db
      .query<{ entity: number; name: string; aliases: string | null; description: string | null }>(
        'SELECT entity, name, aliases, description FROM entity_statements WHERE document = ?',
      )
      .all(document);
    for (const { entity, name, aliases, description } of statements) {
      touched.entities.add(entity);
      const stated = {
        name,
        aliases: aliases === null ? [] : (JSON.parse(aliases) as string[]),
        description: description ?? undefined,
      };
      for (const { kind, value } of valuesOf(stated)) values.remove(entity, kind, set, value);
    }
    db.query('DELETE FROM entity_statements WHERE document = ?').run(document);
    db.query('DELETE FROM mentions WHERE document = ?').run(document);
    const triples = db
      .query<{ triple: number }>('DELETE FROM triple_statements WHERE document = ? RETURNING triple')
      .all(document);
    for (const { triple } of triples) touched.triples.add(triple);
  };

  /** Deletes the touched triples and entities that no document states any more. */
  const deleteUnstated = ({ entities, triples }: Touched) => {
    const removed = { triples: 0, entities: 0 };
    for (const key of triples)
      removed.triples += db
        .query('DELETE FROM triples WHERE key = ? AND NOT EXISTS (SELECT 1 FROM triple_statements WHERE triple = key)')
        .run(key).changes;
    for (const key of entities)
      removed.entities += db
        .query('DELETE FROM entities WHERE key = ? AND NOT EXISTS (SELECT 1 FROM entity_statements WHERE entity = key)')
        .run(key).changes;
    return removed;
  };

  const addStatements = (document: number, set: number, knowledge: DocumentKnowledge) => {
    for (const entity of statedEntities(knowledge)) {
      const key = entityKey(entity.id);
      db.query(
        'INSERT INTO entity_statements (document, entity, name, aliases, description) VALUES (?, ?, ?, ?, ?)',
      ).run(
        document,
        key,
        entity.name,
        entity.aliases?.length ? JSON.stringify(entity.aliases) : null,
        entity.description ?? null,
      );
      for (const { kind, value } of valuesOf(entity)) values.add(key, kind, set, value);
    }
    for (const mention of knowledge.mentions)
      db.query(
        `INSERT OR REPLACE INTO mentions (passage_id, entity, document, scope_set, count, in_title)
         VALUES (?, ?, ?, ?, ?, ?)`,
      ).run(mention.passageId, entityKey(mention.entityId), document, set, mention.count, mention.inTitle ? 1 : 0);
    for (const triple of mergedTriples(knowledge.triples))
      db.query(
        `INSERT INTO triple_statements (triple, document, scope_set, subject_name, object_name, passage_ids)
         VALUES (?, ?, ?, ?, ?, ?)`,
      ).run(tripleKey(triple), document, set, triple.subjectName, triple.objectName, JSON.stringify(triple.passageIds));
  };

  return {
    put: (batch) =>
      db.write(() => {
        const touched: Touched = { entities: new Set(), triples: new Set() };
        for (const knowledge of batch) {
          const set = sets.intern(knowledge.scopes);
          const old = documentOf(knowledge.documentId);
          if (old) removeStatements(old.key, old.scope_set, touched);
          const key = db
            .query<{ key: number }>(
              `INSERT INTO graph_documents (id, scope_set) VALUES (?, ?)
               ON CONFLICT (id) DO UPDATE SET scope_set = excluded.scope_set RETURNING key`,
            )
            .get(knowledge.documentId, set)!.key;
          addStatements(key, set, knowledge);
        }
        deleteUnstated(touched);
      }),
    deleteDocuments: (documentIds, { dryRun = false } = {}) =>
      db.write(
        () => {
          const touched: Touched = { entities: new Set(), triples: new Set() };
          for (const id of new Set(documentIds)) {
            const old = documentOf(id);
            if (!old) continue;
            removeStatements(old.key, old.scope_set, touched);
            db.query('DELETE FROM graph_documents WHERE key = ?').run(old.key);
          }
          return deleteUnstated(touched);
        },
        { undo: dryRun },
      ),
  };
};

interface Touched {
  entities: Set<number>;
  triples: Set<number>;
}

/** Names, aliases and descriptions of entities, each with its number of statements in a scope set. */
const entityValues = (db: Database) => ({
  /** Increments the count of `value`. A name's or alias's first statement also adds it to the full-text index. */
  add(entity: number, kind: string, set: number, value: string) {
    const old = db
      .query<{ key: number }>(
        `UPDATE entity_values SET statements = statements + 1
         WHERE entity = ? AND kind = ? AND scope_set = ? AND value = ? RETURNING key`,
      )
      .get(entity, kind, set, value);
    if (old) return;
    const { lastInsertRowid } = db
      .query('INSERT INTO entity_values (entity, kind, scope_set, value, statements) VALUES (?, ?, ?, ?, 1)')
      .run(entity, kind, set, value);
    if (kind !== 'description')
      db.query('INSERT INTO entity_words (rowid, value) VALUES (?, ?)').run(
        lastInsertRowid,
        nameWords(value).join(' '),
      );
  },
  remove(entity: number, kind: string, set: number, value: string) {
    const left = db
      .query<{ key: number; statements: number }>(
        `UPDATE entity_values SET statements = statements - 1
         WHERE entity = ? AND kind = ? AND scope_set = ? AND value = ? RETURNING key, statements`,
      )
      .get(entity, kind, set, value);
    if (!left || left.statements > 0) return;
    db.query('DELETE FROM entity_values WHERE key = ?').run(left.key);
    if (kind !== 'description') db.query('DELETE FROM entity_words WHERE rowid = ?').run(left.key);
  },
});
