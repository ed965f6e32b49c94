import type { Passage } from '../../core/document.ts';
import { countTerms, questionStems } from '../../core/text/question-terms.ts';
import { storable } from '../../core/text/storable.ts';
import { withoutLinkTargets } from '../../core/text/without-link-targets.ts';
import type { Scored, WritableLexicalIndex } from '../lexical.ts';
import type { Postgres } from './connection.ts';
import { internScopes, visible } from './scope-sets.ts';
import { type Session, singleRow } from './session.ts';

/** How long the number of passages and their mean length are cached. They change slowly, and counting reads all passages. */
const STATISTICS_TTL_MS = 5000;

/** Full-text search with BM25 (k1 1.2, b 0.75) over postings on a Postgres server. */
export const postgresLexical = (db: Postgres): WritableLexicalIndex => {
  let statistics: { at: number; passages: number; meanLength: number } | undefined;
  const currentStatistics = async () => {
    if (!statistics || Date.now() - statistics.at > STATISTICS_TTL_MS) {
      const sql = 'SELECT count(*) AS passages, coalesce(avg(length), 1)::float8 AS mean FROM lexical_passages';
      const { passages, mean } = singleRow(await db.rows<{ passages: number; mean: number }>(sql));
      statistics = { at: Date.now(), passages, meanLength: mean };
    }
    return statistics;
  };
  const changed = <T>(result: T): T => {
    statistics = undefined;
    return result;
  };

  return {
    put: (passages) => db.transaction((tx) => putPassages(tx, passages)).then(changed),
    deleteDocuments: (ids) => db.transaction((tx) => deletePassages(tx, ids)).then(changed),
    async search(question, k, scopes) {
      const stems = questionStems(question);
      if (stems.length === 0 || scopes.length === 0 || k <= 0) return [];
      const { passages, meanLength } = await currentStatistics();
      return db.rows<Scored>(
        `WITH hits AS MATERIALIZED (SELECT term, passage, count, length, scope_set FROM postings WHERE term = ANY ($1::text[])),
         weights AS (SELECT term, ln(1 + (greatest($2::float8, count(*)) - count(*) + 0.5) / (count(*) + 0.5)) AS idf
           FROM hits GROUP BY term),
         best AS (SELECT passage, sum(idf * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / $3::float8))) AS score
           FROM hits JOIN weights USING (term) WHERE ${visible('scope_set', 4)}
           GROUP BY passage ORDER BY score DESC, passage LIMIT $5)
         SELECT p.passage_id AS id, best.score FROM best JOIN lexical_passages p ON p.key = best.passage
         ORDER BY best.score DESC, p.passage_id`,
        [stems, passages, meanLength, scopes, k],
      );
    },
    async count() {
      return singleRow(await db.rows<{ count: number }>('SELECT count(*) AS count FROM lexical_passages')).count;
    },
  };
};

/** Writes or replaces passages by their ids, inside the caller's transaction. */
export const putPassages = async (tx: Session, batch: readonly Passage[]): Promise<void> => {
  const passages = [...new Map(batch.map((passage) => [storable(passage.id), passage])).values()];
  if (passages.length === 0) return;
  await dropPassages(
    tx,
    'passage_id',
    passages.map(({ id }) => id),
  );
  const sets = await internScopes(
    tx,
    passages.map(({ scopes }) => scopes),
  );
  const counted = passages.map((passage) =>
    countTerms([passage.title, ...passage.headings, withoutLinkTargets(passage.text)].join('\n')),
  );
  const keys = await tx.rows<{ key: number; passage_id: string }>(
    `INSERT INTO lexical_passages (passage_id, document_id, length)
     SELECT * FROM unnest($1::text[], $2::text[], $3::integer[]) RETURNING key, passage_id`,
    [passages.map(({ id }) => id), passages.map(({ documentId }) => documentId), counted.map(({ length }) => length)],
  );
  const keyOf = new Map(keys.map((row) => [row.passage_id, row.key]));
  const rows = counted.flatMap(({ terms, length }, i) =>
    [...terms].map(([term, count]) => ({
      term,
      passage: keyOf.get(storable(passages[i]!.id))!,
      count,
      length,
      set: sets[i]!,
    })),
  );
  // Sorted like the index, so that a batch's postings are inserted page by page.
  rows.sort((a, b) => (a.term < b.term ? -1 : a.term > b.term ? 1 : a.passage - b.passage));
  await tx.run(
    `INSERT INTO postings (term, passage, count, length, scope_set)
     SELECT * FROM unnest($1::text[], $2::bigint[], $3::integer[], $4::integer[], $5::integer[])`,
    [
      rows.map((r) => r.term),
      rows.map((r) => r.passage),
      rows.map((r) => r.count),
      rows.map((r) => r.length),
      rows.map((r) => r.set),
    ],
  );
};

/** Removes the passages of documents, inside the caller's transaction. */
export const deletePassages = (tx: Session, documentIds: readonly string[]): Promise<void> =>
  dropPassages(tx, 'document_id', documentIds);

const dropPassages = async (tx: Session, column: 'passage_id' | 'document_id', ids: readonly string[]) => {
  const gone = await tx.rows<{ key: number }>(
    `DELETE FROM lexical_passages WHERE ${column} = ANY ($1::text[]) RETURNING key`,
    [ids],
  );
  if (gone.length > 0)
    await tx.run('DELETE FROM postings WHERE passage = ANY ($1::bigint[])', [gone.map(({ key }) => key)]);
};
