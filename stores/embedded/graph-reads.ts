import { nameSimilarity, nameWords } from '../entity-names.ts';
import type { GraphStore } from '../graph.ts';
import type { SyncCalls } from './async-calls.ts';
import type { Database } from './database.ts';
import { type GraphRows, MENTION, type MentionRow, ONE_OF, readMention } from './graph-rows.ts';
import type { ScopeSets } from './scope-sets.ts';

/** Reads that serve questions: they return only entities, mentions and triples that are visible with the asker's scopes. */
export const graphReads = (
  db: Database,
  sets: ScopeSets,
  { entitiesIn, triplesIn }: GraphRows,
): SyncCalls<
  GraphStore,
  'entities' | 'findEntities' | 'mentionsOf' | 'passagesMentioning' | 'triplesOf' | 'triples'
> => ({
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
    // The first triples of an entity at one end, from the index of that end.
    const first = (end: 'subject' | 'object') =>
      `(SELECT json_group_array(id) FROM (SELECT t.id FROM triples t WHERE t.${end} = e.key AND EXISTS (
          SELECT 1 FROM triple_statements s WHERE s.triple = t.key AND s.scope_set ${ONE_OF}) ORDER BY t.id LIMIT ?))`;
    const rows = db
      .query<{ out: string; into: string }>(
        `SELECT ${first('subject')} AS out, ${first('object')} AS "into"
         FROM json_each(?) asked CROSS JOIN entities e ON e.id = asked.value ORDER BY asked.key`,
      )
      .all(visible, limit, visible, limit, JSON.stringify(entityIds));
    const ids = rows.flatMap(({ out, into }) =>
      [...new Set([...(JSON.parse(out) as string[]), ...(JSON.parse(into) as string[])])].sort().slice(0, limit),
    );
    return triplesIn(ids, visible);
  },
  triples: (ids, scopes) => triplesIn(ids, sets.visible(scopes)),
});
