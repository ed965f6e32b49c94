import neo4j from 'neo4j-driver';
import type { GraphStore, Mention, WritableGraphStore } from '../graph.ts';
import { paged } from '../paged.ts';
import { connectNeo4j, type Neo4j, type Neo4jOptions, type Run } from './connection.ts';
import { knowledgeAfter, rescopeKnowledge } from './graph-knowledge.ts';
import { graphReads } from './graph-reads.ts';
import { EVERYTHING, entitiesIn, MENTION, mentionOf, triplesIn } from './graph-rows.ts';
import { deleteKnowledge, putKnowledge } from './graph-writes.ts';

/** Documents per transaction: some thousands of nodes, well within the server's memory. */
const BATCH = 400;
const PAGE = 500;

/**
 * The graph on a Neo4j server. Documents STATE triples, and their passages MENTION entities. Names are value nodes, one per
 * set of scopes, with the number of their statements. Every read that serves questions filters by scopes in Cypher.
 *
 * @param url NEO4J_URL
 */
export const neo4jGraph = (
  url: string,
  account: { user?: string; password?: string; namespace: string },
  options?: Neo4jOptions,
): { store: WritableGraphStore; close(): Promise<void> } => {
  const db = connectNeo4j(url, account, options);
  return { store: { ...graphWrites(db), ...graphReads(db), ...graphStreams(db) }, close: db.close };
};

const graphWrites = (db: Neo4j): Pick<WritableGraphStore, 'put' | 'rescope' | 'deleteDocuments'> => {
  const l = db.labels;
  return {
    async put(batch) {
      for (let at = 0; at < batch.length; at += BATCH)
        await db.write((run) => putKnowledge(run, l, batch.slice(at, at + BATCH)));
    },
    async rescope(documents) {
      const latest = [...new Map(documents.map((one) => [one.documentId, one])).values()];
      for (let at = 0; at < latest.length; at += BATCH)
        await db.write((run) => rescopeKnowledge(run, l, latest.slice(at, at + BATCH)));
    },
    deleteDocuments: (ids, { dryRun = false } = {}) =>
      ids.length === 0
        ? Promise.resolve({ triples: 0, entities: 0 })
        : db.write((run) => deleteKnowledge(run, l, ids), { undo: dryRun }),
  };
};

/** Streams of the whole graph, read in pages, and its counts. */
const graphStreams = (
  db: Neo4j,
): Pick<GraphStore, 'allTriples' | 'allEntities' | 'allMentions' | 'knowledge' | 'count'> => {
  const l = db.labels;
  const idsAfter = async (run: Run, label: string, after: string): Promise<string[]> =>
    (
      await run<{ id: string }>(`MATCH (n:${label}) WHERE n.id > $after RETURN n.id AS id ORDER BY n.id LIMIT $limit`, {
        after,
        limit: neo4j.int(PAGE),
      })
    ).map(({ id }) => id);
  return {
    allTriples: () =>
      paged((last) =>
        db.read(async (run) => triplesIn(run, l, await idsAfter(run, l.triple, last?.id ?? ''), EVERYTHING)),
      ),
    allEntities: () =>
      paged((last) =>
        db.read(async (run) => entitiesIn(run, l, await idsAfter(run, l.entity, last?.id ?? ''), EVERYTHING)),
      ),
    allMentions: () =>
      paged<Mention>(async (last) => {
        const rows = await db.read((run) =>
          run<Mention>(
            `MATCH (p:${l.passage}) WHERE p.id > $after AND EXISTS { (p)-[:MENTIONS]->() } WITH p ORDER BY p.id LIMIT ${PAGE}
             MATCH (d:${l.document})<-[:PART_OF]-(p)-[m:MENTIONS]->(e:${l.entity})
             RETURN ${MENTION} ORDER BY passageId, entityId`,
            { after: last?.passageId ?? '' },
          ),
        );
        return rows.map(mentionOf);
      }),
    knowledge: (after = '') => paged((last) => db.read((run) => knowledgeAfter(run, l, last?.documentId ?? after))),
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
};
