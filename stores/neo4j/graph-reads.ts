import neo4j from 'neo4j-driver';
import { nameSimilarity, nameWords } from '../entity-names.ts';
import type { GraphStore, Mention } from '../graph.ts';
import type { TripleStatement } from '../stated-knowledge.ts';
import type { Neo4j } from './connection.ts';
import { entitiesIn, MENTION, mentionOf, STATEMENT, triplesIn, triplesOfRows, visible } from './graph-rows.ts';

/** Reads that serve questions. Each one filters by the asker's scopes in Cypher. */
export const graphReads = (
  db: Neo4j,
): Pick<GraphStore, 'entities' | 'findEntities' | 'mentionsOf' | 'passagesMentioning' | 'triplesOf' | 'triples'> => {
  const l = db.labels;
  return {
    entities: (ids, scopes) => entitiesIn(db.rows, l, ids, scopes),
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
          l,
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
      ).map(mentionOf),
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
      ).map(mentionOf),
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
    triples: (ids, scopes) => triplesIn(db.rows, l, ids, scopes),
  };
};
