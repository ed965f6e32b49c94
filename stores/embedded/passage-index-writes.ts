import { indexRecordOf, readListKeys } from '../index-records.ts';
import type { PassageAnalysis, WritablePassageIndex } from '../passage-index.ts';
import type { SyncCalls } from './async-calls.ts';
import type { Database } from './database.ts';
import type { ScopeSets } from './scope-sets.ts';
import { storedBlocks } from './stored-blocks.ts';
import { storedLists } from './stored-lists.ts';

/** The calls that `Stores.apply` makes in its transaction. */
export type PassageIndexWrites = SyncCalls<WritablePassageIndex, 'put' | 'deleteDocuments'>;

/**
 * Adds and removes passages with their records, places in blocks and postings.
 * @param onChange called inside the transaction of each change
 */
export const passageIndexWrites = (db: Database, sets: ScopeSets, onChange: () => void): PassageIndexWrites => {
  const remove = (documentIds: readonly string[], change: Change): number => {
    let removed = 0;
    for (const id of new Set(documentIds)) {
      const rows = db
        .query<{ number: number; words: number; record: string; lists: string }>(
          'DELETE FROM index_passages WHERE document_id = ? RETURNING number, words, record, lists',
        )
        .all(id);
      for (const { number, words, record, lists } of rows) {
        change.blocks.release(number, words);
        change.lists.take(readListKeys(JSON.parse(lists), JSON.parse(record)), number);
      }
      removed += rows.length;
    }
    return removed;
  };

  const add = (analysis: PassageAnalysis, change: Change): void => {
    const number = change.blocks.allocate(sets.intern(analysis.scopes), analysis.length);
    const { record, lists } = indexRecordOf(analysis);
    change.lists.put(analysis, number);
    db.query(
      'INSERT INTO index_passages (number, passage_id, document_id, words, record, lists) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(
      number,
      analysis.passageId,
      analysis.documentId,
      analysis.length,
      JSON.stringify(record),
      JSON.stringify(lists),
    );
  };

  const changed = <T>(work: (change: Change) => T): T =>
    db.write(() => {
      onChange();
      const change = { blocks: storedBlocks(db, 'index_blocks'), lists: storedLists(db) };
      const result = work(change);
      change.lists.write(change.blocks.isAppendOnly);
      change.blocks.write();
      return result;
    });

  return {
    put: (analyses) =>
      changed((change) => {
        remove(
          analyses.map(({ documentId }) => documentId),
          change,
        );
        for (const analysis of analyses) add(analysis, change);
      }),
    deleteDocuments: (documentIds) => changed((change) => remove(documentIds, change)),
  };
};

interface Change {
  blocks: ReturnType<typeof storedBlocks>;
  lists: ReturnType<typeof storedLists>;
}
