import type { Passage } from '../../core/document.ts';
import { forTokeniser, questionTerms } from '../../core/text/question-terms.ts';
import { withoutLinkTargets } from '../../core/text/without-link-targets.ts';
import type { Scored, WritableLexicalIndex } from '../lexical.ts';
import { type SyncCalls, toAsync } from './async-calls.ts';
import type { Database } from './database.ts';
import { scopeSets } from './scope-sets.ts';

/** The calls that `Stores.apply` makes in its transaction. */
export type LexicalWrites = SyncCalls<WritableLexicalIndex, 'put' | 'deleteDocuments'>;

/**
 * Full-text search with FTS5's BM25 (fixed k1 = 1.2, b = 0.75). Each passage's scope set is indexed as a word, in a column
 * with weight 0. The scope filter is therefore a term of the query, and FTS5 skips passages that are not visible.
 */
export const embeddedLexical = (db: Database): { store: WritableLexicalIndex; writes: LexicalWrites } => {
  const sets = scopeSets(db);

  const index = (key: number, passage: Passage, set: number) => {
    const headings = passage.headings.length ? ` ${passage.headings.join(' ')}` : '';
    db.query('INSERT INTO lexical_words (rowid, title, text, scope_set) VALUES (?, ?, ?, ?)').run(
      key,
      forTokeniser(passage.title + headings),
      forTokeniser(withoutLinkTargets(passage.text)),
      setWord(set),
    );
  };

  const writes: LexicalWrites = {
    put: (passages) =>
      db.write(() => {
        for (const passage of passages) {
          const set = sets.intern(passage.scopes);
          const old = db
            .query<{ key: number }>('SELECT key FROM lexical_passages WHERE passage_id = ?')
            .get(passage.id);
          if (old) {
            db.query('DELETE FROM lexical_words WHERE rowid = ?').run(old.key);
            db.query('UPDATE lexical_passages SET document_id = ?, scope_set = ? WHERE key = ?').run(
              passage.documentId,
              set,
              old.key,
            );
            index(old.key, passage, set);
          } else {
            const { lastInsertRowid } = db
              .query('INSERT INTO lexical_passages (passage_id, document_id, scope_set) VALUES (?, ?, ?)')
              .run(passage.id, passage.documentId, set);
            index(Number(lastInsertRowid), passage, set);
          }
        }
      }),
    deleteDocuments: (documentIds) =>
      db.write(() => {
        for (const id of new Set(documentIds)) {
          const keys = db.query<{ key: number }>('SELECT key FROM lexical_passages WHERE document_id = ?').all(id);
          for (const { key } of keys) db.query('DELETE FROM lexical_words WHERE rowid = ?').run(key);
          db.query('DELETE FROM lexical_passages WHERE document_id = ?').run(id);
        }
      }),
  };

  const allSets = () => db.query<{ sets: number }>('SELECT count(*) AS sets FROM scope_sets').get()!.sets;

  return {
    store: toAsync({
      ...writes,
      search(question: string, k: number, scopes: readonly string[]): Scored[] {
        // As they are too: passages that an earlier version wrote are not as the tokeniser should read them.
        const terms = [...new Set(questionTerms(question).flatMap((term) => [forTokeniser(term), term]))];
        const visible = JSON.parse(sets.visible(scopes)) as number[];
        if (terms.length === 0 || visible.length === 0 || k <= 0) return [];
        const words = `{title text} : (${terms.map((term) => `"${term}"`).join(' OR ')})`;
        const match =
          visible.length === allSets()
            ? words
            : `(${words}) AND scope_set : (${visible.map((set) => `"${setWord(set)}"`).join(' OR ')})`;
        return db
          .query<Scored>(
            `SELECT p.passage_id AS id, -w.rank AS score FROM lexical_words w JOIN lexical_passages p ON p.key = w.rowid
             WHERE w.lexical_words MATCH ? AND w.rank MATCH 'bm25(1.0, 1.0, 0.0)' ORDER BY w.rank LIMIT ?`,
          )
          .all(match, k)
          .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
      },
      count: () => db.query<{ count: number }>('SELECT count(*) AS count FROM lexical_passages').get()!.count,
    }),
    writes,
  };
};

const setWord = (set: number) => `set${set}`;
