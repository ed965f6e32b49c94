import type { Triple } from '../../core/knowledge.ts';
import { storable } from '../../core/text/storable.ts';
import type { Follower } from '../documents.ts';
import { nameWords } from '../entity-names.ts';
import type { DocumentKnowledge } from '../graph.ts';
import { mergedTriples, statedEntities, type ValueKind, valuesOf } from '../stated-knowledge.ts';
import { knowledgeOf, type StatingDocument } from './graph-documents.ts';
import { internScopes } from './scope-sets.ts';
import type { Session } from './session.ts';
import { storableJson } from './storable.ts';

/** Documents per batch, which is written with one SQL statement per table. */
const BATCH = 200;

/**
 * Writes knowledge as statements of documents, inside the caller's transaction: removes the documents' old statements, adds
 * the new ones, and deletes triples and entities without statements.
 */
export const putKnowledge = async (tx: Session, batch: readonly DocumentKnowledge[]): Promise<void> => {
  if (batch.length === 0) return;
  await lockGraph(tx);
  const latest = [...new Map(batch.map((each) => [storable(each.documentId), each])).values()];
  for (let at = 0; at < latest.length; at += BATCH) await putBatch(tx, latest.slice(at, at + BATCH));
};

/** Rewrites the knowledge of the documents whose stored scopes differ from these. */
export const rescopeKnowledge = async (tx: Session, documents: readonly Follower[]): Promise<void> => {
  if (documents.length === 0) return;
  const scopesOf = new Map(documents.map(({ documentId, scopes }) => [storable(documentId), scopes]));
  const stating = await tx.rows<StatingDocument>(
    `SELECT d.key, d.id, s.scopes FROM graph_documents d JOIN scope_sets s ON s.id = d.scope_set
     WHERE d.id = ANY ($1::text[]) ORDER BY d.id`,
    [[...scopesOf.keys()]],
  );
  const changed = stating.filter(({ id, scopes }) => scopes.join('\n') !== scopesOf.get(id)?.join('\n'));
  const knowledge = await knowledgeOf(tx, changed);
  await putKnowledge(
    tx,
    knowledge.map((each) => ({ ...each, scopes: scopesOf.get(each.documentId) ?? each.scopes })),
  );
};

/** Removes the knowledge of these documents, inside the caller's transaction. */
export const deleteKnowledge = async (
  tx: Session,
  documentIds: readonly string[],
): Promise<{ triples: number; entities: number }> => {
  if (documentIds.length === 0) return { triples: 0, entities: 0 };
  await lockGraph(tx);
  const found = await tx.rows<DocumentKey>(FIND_DOCUMENTS, [documentIds]);
  const touched = await removeStatements(tx, found);
  await tx.run('DELETE FROM graph_documents WHERE key = ANY ($1::bigint[])', [found.map(({ key }) => key)]);
  return deleteUnstated(tx, touched);
};

/** Excludes other writers: counts are read and written back, and entities and triples without statements are deleted. */
const lockGraph = (tx: Session) =>
  tx.run("SELECT pg_advisory_xact_lock(hashtextextended('parley graph ' || current_schema(), 0))");

interface DocumentKey {
  key: number;
  scope_set: number;
}

const FIND_DOCUMENTS = 'SELECT key, scope_set FROM graph_documents WHERE id = ANY ($1::text[])';

const putBatch = async (tx: Session, batch: readonly DocumentKnowledge[]) => {
  const sets = await internScopes(
    tx,
    batch.map(({ scopes }) => scopes),
  );
  const ids = batch.map(({ documentId }) => documentId);
  const touched = await removeStatements(tx, await tx.rows<DocumentKey>(FIND_DOCUMENTS, [ids]));
  const rows = await tx.rows<{ id: string; key: number }>(
    `INSERT INTO graph_documents (id, scope_set) SELECT * FROM unnest($1::text[], $2::integer[])
     ON CONFLICT (id) DO UPDATE SET scope_set = excluded.scope_set RETURNING id, key`,
    [ids, sets],
  );
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  const documents = batch.map((knowledge, i) => ({
    knowledge,
    key: keys.get(storable(knowledge.documentId)) as number,
    set: sets[i] as number,
  }));
  const entityKeys = await entityKeysOf(tx, batch);
  await addEntities(tx, documents, entityKeys);
  await addMentions(tx, documents, entityKeys);
  await addTriples(tx, documents, entityKeys);
  await deleteUnstated(tx, touched);
};

/** A document of a batch with the key of its row and its scope set. */
interface BatchDocument {
  knowledge: DocumentKnowledge;
  key: number;
  set: number;
}

type EntityKeys = (id: string) => number;

/** The row keys of all entities that these documents state. Inserts new entities. */
const entityKeysOf = async (tx: Session, batch: readonly DocumentKnowledge[]): Promise<EntityKeys> => {
  const ids = [...new Set(batch.flatMap((each) => statedEntities(each).map(({ id }) => storable(id))))].sort();
  await tx.run('INSERT INTO entities (id) SELECT * FROM unnest($1::text[]) ON CONFLICT DO NOTHING', [ids]);
  const rows = await tx.rows<{ id: string; key: number }>('SELECT id, key FROM entities WHERE id = ANY ($1::text[])', [
    ids,
  ]);
  const keys = new Map(rows.map(({ id, key }) => [id, key]));
  return (id) => keys.get(storable(id)) as number;
};

const addEntities = async (tx: Session, documents: readonly BatchDocument[], keyOf: EntityKeys) => {
  const stated = documents.flatMap(({ knowledge, key, set }) =>
    statedEntities(knowledge).map((entity) => ({ document: key, set, entity: keyOf(entity.id), ...stringsOf(entity) })),
  );
  await tx.run(
    `INSERT INTO entity_statements (document, entity, name, aliases, description)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (document bigint, entity bigint, name text, aliases text[],
       description text)`,
    [storableJson(stated.map(({ set: _, ...row }) => row))],
  );
  const counts = countedValues(stated);
  await tx.run(
    `INSERT INTO entity_values AS v (entity, kind, scope_set, value, words, statements)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (entity bigint, kind text, scope_set integer, value text,
       words text[], statements integer)
     ON CONFLICT (entity, kind, scope_set, md5(value)) DO UPDATE SET statements = v.statements + excluded.statements`,
    [
      storableJson(
        counts.map((row) => ({ ...row, words: row.kind === 'description' ? undefined : nameWords(row.value) })),
      ),
    ],
  );
};

/** Converts an entity's texts to their stored form, so that removing the statement later decrements the same values. */
const stringsOf = ({ name, aliases, description }: { name: string; aliases?: string[]; description?: string }) => ({
  name: storable(name),
  ...(aliases && aliases.length > 0 && { aliases: aliases.map(storable) }),
  ...(description !== undefined && { description: storable(description) }),
});

interface StatedRow {
  entity: number;
  set: number;
  name: string;
  aliases?: string[] | null;
  description?: string | null;
}

/** The number of these statements that contain each value. */
const countedValues = (stated: readonly StatedRow[]) => {
  const counts = new Map<
    string,
    { entity: number; kind: ValueKind; scope_set: number; value: string; statements: number }
  >();
  for (const { entity, set, name, aliases, description } of stated)
    for (const { kind, value } of valuesOf({
      name,
      aliases: aliases ?? undefined,
      description: description ?? undefined,
    })) {
      const key = JSON.stringify([entity, kind, set, value]);
      const row = counts.get(key) ?? { entity, kind, scope_set: set, value, statements: 0 };
      row.statements += 1;
      counts.set(key, row);
    }
  return [...counts.values()];
};

const addMentions = async (tx: Session, documents: readonly BatchDocument[], keyOf: EntityKeys) => {
  const mentions = documents.flatMap(({ knowledge, key, set }) =>
    knowledge.mentions.map(({ passageId, entityId, count, inTitle }) => ({
      passage_id: passageId,
      entity: keyOf(entityId),
      document: key,
      scope_set: set,
      count,
      in_title: inTitle,
    })),
  );
  const latest = new Map(mentions.map((row) => [`${row.entity} ${row.passage_id}`, row]));
  await tx.run(
    `INSERT INTO mentions (passage_id, entity, document, scope_set, count, in_title)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (passage_id text, entity bigint, document bigint,
       scope_set integer, count integer, in_title boolean)
     ON CONFLICT (passage_id, entity) DO UPDATE SET document = excluded.document, scope_set = excluded.scope_set,
       count = excluded.count, in_title = excluded.in_title`,
    [storableJson([...latest.values()])],
  );
};

const addTriples = async (tx: Session, documents: readonly BatchDocument[], keyOf: EntityKeys) => {
  const stated = documents.flatMap(({ knowledge, key, set }) =>
    mergedTriples(knowledge.triples).map((triple) => ({ triple, document: key, set })),
  );
  const distinct = [...new Map(stated.map(({ triple }) => [storable(triple.id), triple])).values()];
  await tx.run(
    `INSERT INTO triples (id, subject, predicate, object)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS row (id text, subject bigint, predicate text, object bigint)
     ON CONFLICT (id) DO NOTHING`,
    [
      storableJson(
        distinct.map((triple: Triple) => ({ ...triple, subject: keyOf(triple.subject), object: keyOf(triple.object) })),
      ),
    ],
  );
  await tx.run(
    `INSERT INTO triple_statements (triple, document, scope_set, subject_name, object_name, passage_ids)
     SELECT t.key, row.document, row.scope_set, row.subject_name, row.object_name, row.passage_ids
     FROM jsonb_to_recordset($1::jsonb) AS row (id text, document bigint, scope_set integer, subject_name text,
       object_name text, passage_ids text[]) JOIN triples t ON t.id = row.id`,
    [
      storableJson(
        stated.map(({ triple, document, set }) => ({
          id: triple.id,
          document,
          scope_set: set,
          subject_name: triple.subjectName,
          object_name: triple.objectName,
          passage_ids: triple.passageIds,
        })),
      ),
    ],
  );
};

/** Row keys of entities and triples that lost a statement and may have none left. */
interface Touched {
  entities: number[];
  triples: number[];
}

/** Removes the documents' statements. Returns what they were about, for `deleteUnstated`. */
const removeStatements = async (tx: Session, documents: readonly DocumentKey[]): Promise<Touched> => {
  if (documents.length === 0) return { entities: [], triples: [] };
  const keys = [documents.map(({ key }) => key)];
  const stated = await tx.rows<StatedRow>(
    `DELETE FROM entity_statements s USING graph_documents d WHERE d.key = s.document AND s.document = ANY ($1::bigint[])
     RETURNING s.entity, d.scope_set AS set, s.name, s.aliases, s.description`,
    keys,
  );
  const decremented = await tx.rows<{ key: number; statements: number }>(
    `UPDATE entity_values v SET statements = v.statements - row.statements
     FROM jsonb_to_recordset($1::jsonb) AS row (entity bigint, kind text, scope_set integer, value text, statements integer)
     WHERE v.entity = row.entity AND v.kind = row.kind AND v.scope_set = row.scope_set AND md5(v.value) = md5(row.value)
     RETURNING v.key, v.statements`,
    [storableJson(countedValues(stated))],
  );
  await tx.run('DELETE FROM entity_values WHERE key = ANY ($1::bigint[])', [
    decremented.filter(({ statements }) => statements <= 0).map(({ key }) => key),
  ]);
  await tx.run('DELETE FROM mentions WHERE document = ANY ($1::bigint[])', keys);
  const triples = await tx.rows<{ triple: number }>(
    'DELETE FROM triple_statements WHERE document = ANY ($1::bigint[]) RETURNING triple',
    keys,
  );
  return {
    entities: [...new Set(stated.map(({ entity }) => entity))],
    triples: [...new Set(triples.map(({ triple }) => triple))],
  };
};

/** Deletes the touched triples and entities that no document states any more. */
const deleteUnstated = async (
  tx: Session,
  { entities, triples }: Touched,
): Promise<{ triples: number; entities: number }> => ({
  triples:
    triples.length === 0
      ? 0
      : await tx.run(
          `DELETE FROM triples t WHERE t.key = ANY ($1::bigint[])
           AND NOT EXISTS (SELECT 1 FROM triple_statements s WHERE s.triple = t.key)`,
          [triples],
        ),
  entities:
    entities.length === 0
      ? 0
      : await tx.run(
          `DELETE FROM entities e WHERE e.key = ANY ($1::bigint[])
           AND NOT EXISTS (SELECT 1 FROM entity_statements s WHERE s.entity = e.key)`,
          [entities],
        ),
});
