import neo4j from 'neo4j-driver';
import type { Scope } from '../../core/document.ts';
import type { Entity, Triple } from '../../core/knowledge.ts';
import { nameSimilarity, nameWords } from '../entity-names.ts';
import type { DocumentKnowledge, Mention, WritableGraphStore } from '../graph.ts';
import { type CountedValue, entityOf, type TripleStatement, tripleOf } from '../stated-knowledge.ts';
import { connectNeo4j, type Neo4jOptions, type Run } from './connection.ts';
import { deleteKnowledge, putKnowledge } from './graph-writes.ts';

/** Documents in one transaction: some thousands of nodes, well within the server's memory. */
const BATCH = 400;
const PAGE = 500;

/** Instead of an asker's scopes: the streams that serve export and never a question. */
const EVERYTHING = Symbol('every scope');

/** True of a list of scopes that shares one with the asker's (`$scopes`). */
const visible = (scopes: string, asker?: readonly Scope[] | typeof EVERYTHING) =>
  asker === EVERYTHING ? 'true' : `any(scope IN ${scopes} WHERE scope IN $scopes)`;

/**
 * The graph on a Neo4j server. A document STATES triples and its passages MENTION entities; names are values with their
 * number of statements, by scopes. Every reading filters by scopes in Cypher.
 *
 * @param url NEO4J_URL
 */
export const neo4jGraph = (
  url: string,
  account: { user?: string; password?: string; namespace: string },
  options?: Neo4jOptions,
): { store: WritableGraphStore; close(): Promise<void> } => {
  const db = connectNeo4j(url, account, options);
  const l = db.labels;

  const STATEMENT = `t.id AS id, s.id AS subject, t.predicate AS predicate, o.id AS object,
    st.subjectName AS subjectName, st.objectName AS objectName, st.passageIds AS passageIds, d.id AS documentId,
    d.scopes AS scopes`;
  const triplesOfRows = (rows: readonly TripleStatement[]): Triple[] =>
    [...Map.groupBy(rows, (row) => row.id).values()].map(tripleOf);

  const entitiesIn = async (
    run: Run,
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

  const triplesIn = async (
    run: Run,
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

  const MENTION = `p.id AS passageId, d.id AS documentId, e.id AS entityId, m.count AS count, m.inTitle AS inTitle`;
  const mention = ({ passageId, documentId, entityId, count, inTitle }: Mention): Mention => ({
    passageId,
    documentId,
    entityId,
    count,
    inTitle,
  });

  const idsAfter = async (run: Run, label: string, after: string, limit = PAGE): Promise<string[]> =>
    (
      await run<{ id: string }>(`MATCH (n:${label}) WHERE n.id > $after RETURN n.id AS id ORDER BY n.id LIMIT $limit`, {
        after,
        limit: neo4j.int(limit),
      })
    ).map(({ id }) => id);

  type StatingDocument = { id: string; scopes: Scope[]; stated: string };

  const knowledgeAfter = async (run: Run, after: string): Promise<DocumentKnowledge[]> =>
    knowledgeOf(
      run,
      await run<StatingDocument>(
        `MATCH (d:${l.document}) WHERE d.id > $after
         RETURN d.id AS id, d.scopes AS scopes, d.stated AS stated ORDER BY d.id LIMIT 100`,
        { after },
      ),
    );

  const knowledgeOf = async (run: Run, documents: readonly StatingDocument[]): Promise<DocumentKnowledge[]> => {
    const ids = documents.map(({ id }) => id);
    const mentions = Map.groupBy(
      await run<Mention>(
        `UNWIND $ids AS id MATCH (d:${l.document} {id: id})<-[:PART_OF]-(p:${l.passage})-[m:MENTIONS]->(e:${l.entity})
         RETURN ${MENTION} ORDER BY passageId, entityId`,
        { ids },
      ),
      (row) => row.documentId,
    );
    const statements = Map.groupBy(
      await run<TripleStatement>(
        `UNWIND $ids AS id MATCH (d:${l.document} {id: id})-[st:STATES]->(t:${l.triple})
         MATCH (s:${l.entity})<-[:SUBJECT]-(t)-[:OBJECT]->(o:${l.entity})
         RETURN t.id AS id, s.id AS subject, t.predicate AS predicate, o.id AS object, st.subjectName AS subjectName,
           st.objectName AS objectName, st.passageIds AS passageIds, d.id AS documentId, d.scopes AS scopes ORDER BY id`,
        { ids },
      ),
      (row) => row.documentId,
    );
    return documents.map(({ id, scopes, stated }) => ({
      documentId: id,
      scopes,
      entities: (JSON.parse(stated) as Entity[]).sort((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id))),
      mentions: (mentions.get(id) ?? []).map(mention),
      triples: (statements.get(id) ?? []).map(({ documentId, passageIds, ...triple }) => ({
        ...triple,
        passageIds: [...passageIds],
        documentIds: [documentId],
        scopes: [...scopes],
      })),
    }));
  };

  const store: WritableGraphStore = {
    async put(batch) {
      for (let at = 0; at < batch.length; at += BATCH)
        await db.write((run) => putKnowledge(run, l, batch.slice(at, at + BATCH)));
    },
    async rescope(documents) {
      const scopesOf = new Map(documents.map(({ documentId, scopes }) => [documentId, scopes]));
      const ids = [...scopesOf.keys()];
      for (let at = 0; at < ids.length; at += BATCH)
        await db.write(async (run) => {
          const stating = await run<StatingDocument>(
            `UNWIND $ids AS id MATCH (d:${l.document} {id: id}) RETURN d.id AS id, d.scopes AS scopes, d.stated AS stated`,
            { ids: ids.slice(at, at + BATCH) },
          );
          const other = stating.filter(({ id, scopes }) => scopes.join('\n') !== scopesOf.get(id)?.join('\n'));
          const knowledge = await knowledgeOf(run, other);
          await putKnowledge(
            run,
            l,
            knowledge.map((each) => ({ ...each, scopes: scopesOf.get(each.documentId) ?? each.scopes })),
          );
        });
    },
    deleteDocuments: (ids, { dryRun = false } = {}) =>
      ids.length === 0
        ? Promise.resolve({ triples: 0, entities: 0 })
        : db.write((run) => deleteKnowledge(run, l, ids), { undo: dryRun }),
    entities: (ids, scopes) => entitiesIn(db.rows, ids, scopes),
    async findEntities(name, limit, scopes) {
      const words = nameWords(name);
      if (words.length === 0 || limit <= 0 || scopes.length === 0) return [];
      return db.read(async (run) => {
        const rows = await run<{ id: string; value: string }>(
          `CALL db.index.fulltext.queryNodes($index, $query) YIELD node AS v, score WHERE ${visible('v.scopes')}
           WITH v, score ORDER BY score DESC LIMIT $limit MATCH (v)-[:OF]->(e) RETURN e.id AS id, v.value AS value`,
          {
            index: l.words,
            query: words.map((word) => `"${word}"`).join(' OR '),
            scopes,
            limit: neo4j.int(limit * 8 + 32),
          },
        );
        const best = new Map<string, number>();
        for (const { id, value } of rows)
          best.set(id, Math.max(best.get(id) ?? 0, nameSimilarity(words, nameWords(value))));
        const ranked = [...best].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, limit);
        const entities = await entitiesIn(
          run,
          ranked.map(([id]) => id),
          scopes,
        );
        return entities.map((entity) => ({ entity, score: best.get(entity.id)! }));
      });
    },
    mentionsOf: async (passageIds, scopes) =>
      (
        await db.rows<Mention>(
          `UNWIND range(0, size($ids) - 1) AS place MATCH (p:${l.passage} {id: $ids[place]}) WHERE ${visible('p.scopes')}
           MATCH (d:${l.document})<-[:PART_OF]-(p)-[m:MENTIONS]->(e:${l.entity})
           RETURN place, ${MENTION} ORDER BY place, entityId`,
          { ids: [...new Set(passageIds)], scopes },
        )
      ).map(mention),
    passagesMentioning: async (entityIds, limit, scopes) =>
      (
        await db.rows<Mention>(
          `UNWIND range(0, size($ids) - 1) AS place MATCH (e:${l.entity} {id: $ids[place]})
           CALL (e) {
             MATCH (e)<-[m:MENTIONS]-(p:${l.passage}) WHERE ${visible('p.scopes')}
             RETURN m, p ORDER BY m.inTitle DESC, m.count DESC, p.id LIMIT $limit
           }
           MATCH (p)-[:PART_OF]->(d:${l.document})
           RETURN place, ${MENTION} ORDER BY place, inTitle DESC, count DESC, passageId`,
          { ids: [...new Set(entityIds)], scopes, limit: neo4j.int(Math.max(0, limit)) },
        )
      ).map(mention),
    triplesOf: async (entityIds, limit, scopes) =>
      triplesOfRows(
        await db.rows<TripleStatement>(
          `UNWIND range(0, size($ids) - 1) AS at MATCH (e:${l.entity} {id: $ids[at]})
           CALL (e) {
             MATCH (e)<-[:SUBJECT|OBJECT]-(t:${l.triple})
             WHERE EXISTS { MATCH (t)<-[:STATES]-(d:${l.document}) WHERE ${visible('d.scopes')} }
             RETURN DISTINCT t ORDER BY t.id LIMIT $limit
           }
           WITH t, min(at) AS place
           MATCH (s:${l.entity})<-[:SUBJECT]-(t)-[:OBJECT]->(o:${l.entity})
           MATCH (t)<-[st:STATES]-(d:${l.document}) WHERE ${visible('d.scopes')}
           RETURN place, ${STATEMENT} ORDER BY place, id, documentId`,
          { ids: [...new Set(entityIds)], scopes, limit: neo4j.int(Math.max(0, limit)) },
        ),
      ),
    triples: (ids, scopes) => triplesIn(db.rows, ids, scopes),
    async *allTriples() {
      let last = '';
      for (;;) {
        const page = await db.read(async (run) => triplesIn(run, await idsAfter(run, l.triple, last), EVERYTHING));
        if (page.length === 0) return;
        yield* page;
        last = page.at(-1)!.id;
      }
    },
    async *allEntities() {
      let last = '';
      for (;;) {
        const page = await db.read(async (run) => entitiesIn(run, await idsAfter(run, l.entity, last), EVERYTHING));
        if (page.length === 0) return;
        yield* page;
        last = page.at(-1)!.id;
      }
    },
    async *allMentions() {
      let last = '';
      for (;;) {
        const page = await db.read((run) =>
          run<Mention>(
            `MATCH (p:${l.passage}) WHERE p.id > $after WITH p ORDER BY p.id LIMIT ${PAGE}
             MATCH (d:${l.document})<-[:PART_OF]-(p)-[m:MENTIONS]->(e:${l.entity})
             RETURN ${MENTION} ORDER BY passageId, entityId`,
            { after: last },
          ),
        );
        if (page.length === 0) return;
        yield* page.map(mention);
        last = page.at(-1)!.passageId;
      }
    },
    async *knowledge(after = '') {
      let last = after;
      for (;;) {
        const page = await db.read((run) => knowledgeAfter(run, last));
        if (page.length === 0) return;
        yield* page;
        last = page.at(-1)!.documentId;
      }
    },
    count: () =>
      db.read(async (run) => {
        const [counts] = await run<{ entities: number; mentions: number; triples: number }>(
          `CALL () { MATCH (e:${l.entity}) RETURN count(e) AS entities }
           CALL () { MATCH (:${l.passage})-[m:MENTIONS]->() RETURN count(m) AS mentions }
           CALL () { MATCH (t:${l.triple}) RETURN count(t) AS triples }
           RETURN entities, mentions, triples`,
        );
        return counts!;
      }),
  };
  return { store, close: db.close };
};
