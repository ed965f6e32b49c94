import { createHash } from 'node:crypto';
import type { Scope } from '../../core/document.ts';
import type { Entity } from '../../core/knowledge.ts';
import { nameWords } from '../entity-names.ts';
import type { DocumentKnowledge } from '../graph.ts';
import { mergedTriples, statedEntities, valuesOf } from '../stated-knowledge.ts';
import type { Run } from './connection.ts';
import type { Labels } from './labels.ts';

/** A document's statements about entities, stored as JSON on its node so that they can be removed later. */
type Stated = Entity[];

interface Touched {
  values: Set<string>;
  entities: Set<string>;
  triples: Set<string>;
}

/** Replaces the knowledge of these documents, inside the caller's transaction. */
export const putKnowledge = async (run: Run, l: Labels, batch: readonly DocumentKnowledge[]): Promise<void> => {
  const latest = [...new Map(batch.map((knowledge) => [knowledge.documentId, knowledge])).values()];
  const touched = await removeStatements(
    run,
    l,
    latest.map(({ documentId }) => documentId),
  );
  const stated = latest.map((knowledge) => ({ ...knowledge, stated: statedEntities(knowledge) }));
  await run(
    `UNWIND $rows AS row MERGE (d:${l.document} {id: row.id}) SET d.scopes = row.scopes, d.stated = row.stated`,
    {
      rows: stated.map(({ documentId, scopes, stated }) => ({
        id: documentId,
        scopes: [...new Set(scopes)],
        stated: JSON.stringify(stated satisfies Stated),
      })),
    },
  );
  await run(`UNWIND $ids AS id MERGE (:${l.entity} {id: id})`, {
    ids: [...new Set(stated.flatMap((each) => each.stated.map(({ id }) => id)))],
  });
  await addValues(
    run,
    l,
    stated.flatMap(({ scopes, stated }) => valueRows(scopes, stated)),
  );
  await addMentions(run, l, latest);
  await addTriples(run, l, latest);
  await deleteUnstated(run, l, touched);
};

/** Removes the knowledge of these documents, inside the caller's transaction. */
export const deleteKnowledge = async (
  run: Run,
  l: Labels,
  documentIds: readonly string[],
): Promise<{ triples: number; entities: number }> => {
  const touched = await removeStatements(run, l, [...new Set(documentIds)]);
  await run(`UNWIND $ids AS id MATCH (d:${l.document} {id: id}) DETACH DELETE d`, { ids: documentIds });
  return deleteUnstated(run, l, touched);
};

/** Removes the documents' statements. Returns what they were about, for `deleteUnstated`. */
const removeStatements = async (run: Run, l: Labels, ids: readonly string[]): Promise<Touched> => {
  const old = await run<{ scopes: Scope[]; stated: string }>(
    `UNWIND $ids AS id MATCH (d:${l.document} {id: id}) RETURN d.scopes AS scopes, d.stated AS stated`,
    { ids },
  );
  if (old.length === 0) return { values: new Set(), entities: new Set(), triples: new Set() };
  const rows = old.flatMap(({ scopes, stated }) => valueRows(scopes, JSON.parse(stated) as Stated));
  await run(
    `UNWIND $rows AS row MATCH (v:${l.value} {key: row.key}) SET v.statements = v.statements - toInteger(row.statements)`,
    { rows: counted(rows).map(({ key, statements }) => ({ key, statements })) },
  );
  await run(`UNWIND $ids AS id MATCH (:${l.document} {id: id})<-[:PART_OF]-(p:${l.passage}) DETACH DELETE p`, { ids });
  const triples = await run<{ id: string }>(
    `UNWIND $ids AS id MATCH (:${l.document} {id: id})-[s:STATES]->(t:${l.triple}) WITH s, t.id AS id DELETE s RETURN DISTINCT id`,
    { ids },
  );
  return {
    values: new Set(rows.map(({ key }) => key)),
    entities: new Set(rows.map(({ entity }) => entity)),
    triples: new Set(triples.map(({ id }) => id)),
  };
};

/** Deletes the touched values, triples and entities that no document states any more. */
const deleteUnstated = async (
  run: Run,
  l: Labels,
  touched: Touched,
): Promise<{ triples: number; entities: number }> => {
  await run(`UNWIND $keys AS key MATCH (v:${l.value} {key: key}) WHERE v.statements <= 0 DETACH DELETE v`, {
    keys: [...touched.values],
  });
  const countOf = (rows: { gone: number }[]) => rows[0]?.gone ?? 0;
  return {
    triples: countOf(
      await run(
        `UNWIND $ids AS id MATCH (t:${l.triple} {id: id}) WHERE NOT EXISTS { (t)<-[:STATES]-() }
         DETACH DELETE t RETURN count(*) AS gone`,
        { ids: [...touched.triples] },
      ),
    ),
    entities: countOf(
      await run(
        `UNWIND $ids AS id MATCH (e:${l.entity} {id: id}) WHERE NOT EXISTS { (e)<-[:OF]-() }
         DETACH DELETE e RETURN count(*) AS gone`,
        { ids: [...touched.entities] },
      ),
    ),
  };
};

interface ValueRow {
  key: string;
  entity: string;
  kind: string;
  value: string;
  scopes: Scope[];
}

const valueRows = (scopes: readonly Scope[], stated: Stated): ValueRow[] => {
  const distinct = [...new Set(scopes)];
  return stated.flatMap((entity) =>
    valuesOf(entity).map(({ kind, value }) => ({
      key: createHash('sha256')
        .update(JSON.stringify([entity.id, kind, distinct, value]))
        .digest('base64url'),
      entity: entity.id,
      kind,
      value,
      scopes: distinct,
    })),
  );
};

/** Merges rows with the same key and counts them, so that a Cypher statement touches each node once. */
const counted = (rows: readonly ValueRow[]) =>
  [...Map.groupBy(rows, ({ key }) => key).values()].map((same) => ({ ...same[0]!, statements: same.length }));

const addValues = (run: Run, l: Labels, rows: readonly ValueRow[]) =>
  run(
    `UNWIND $rows AS row MATCH (e:${l.entity} {id: row.entity})
     MERGE (v:${l.value} {key: row.key})
     ON CREATE SET v.kind = row.kind, v.value = row.value, v.scopes = row.scopes, v.words = row.words, v.statements = 0
     SET v.statements = v.statements + toInteger(row.statements)
     MERGE (v)-[:OF]->(e)`,
    {
      rows: counted(rows).map((row) => ({
        ...row,
        words: row.kind === 'description' ? null : nameWords(row.value).join(' '),
      })),
    },
  );

const addMentions = async (run: Run, l: Labels, batch: readonly DocumentKnowledge[]) => {
  const rows = batch.flatMap(({ documentId, scopes, mentions }) =>
    [...Map.groupBy(mentions, ({ passageId }) => passageId)].map(([id, inPassage]) => ({
      id,
      document: documentId,
      scopes: [...new Set(scopes)],
      mentions: [
        ...new Map(inPassage.map(({ entityId, count, inTitle }) => [entityId, { entityId, count, inTitle }])).values(),
      ],
    })),
  );
  await run(
    `UNWIND $rows AS row MATCH (d:${l.document} {id: row.document})
     CREATE (p:${l.passage} {id: row.id, scopes: row.scopes})-[:PART_OF]->(d)
     WITH p, row UNWIND row.mentions AS m MATCH (e:${l.entity} {id: m.entityId})
     CREATE (p)-[:MENTIONS {count: toInteger(m.count), inTitle: m.inTitle}]->(e)`,
    { rows },
  );
};

const addTriples = async (run: Run, l: Labels, batch: readonly DocumentKnowledge[]) => {
  const rows = batch.flatMap(({ documentId, triples }) =>
    mergedTriples(triples).map(({ id, subject, predicate, object, subjectName, objectName, passageIds }) => ({
      documentId,
      id,
      subject,
      predicate,
      object,
      subjectName,
      objectName,
      passageIds,
    })),
  );
  if (rows.length === 0) return;
  await run(
    `UNWIND $rows AS row MATCH (s:${l.entity} {id: row.subject}), (o:${l.entity} {id: row.object})
     MERGE (t:${l.triple} {id: row.id}) ON CREATE SET t.predicate = row.predicate
     MERGE (t)-[:SUBJECT]->(s) MERGE (t)-[:OBJECT]->(o)
     WITH t, row MATCH (d:${l.document} {id: row.documentId})
     CREATE (d)-[:STATES {subjectName: row.subjectName, objectName: row.objectName, passageIds: row.passageIds}]->(t)`,
    { rows },
  );
};
