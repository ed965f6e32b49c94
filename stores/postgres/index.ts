import type { ConversationStore } from '../conversations.ts';
import type { WritableDocumentStore } from '../documents.ts';
import type { EvalCaseStore } from '../eval-cases.ts';
import type { KeyValueStore } from '../key-values.ts';
import type { WritableLexicalIndex } from '../lexical.ts';
import type { WritablePassageIndex } from '../passage-index.ts';
import type { Committed, OutboxEntry, Transactions } from '../transactions.ts';
import { connectPostgres } from './connection.ts';
import { postgresConversations } from './conversations.ts';
import { deleteDocuments, followersOf, postgresDocuments, putDocuments } from './documents.ts';
import { postgresEvalCases } from './eval-cases.ts';
import { postgresKeyValues } from './key-values.ts';
import { deletePassages, postgresLexical, putPassages } from './lexical.ts';
import { deleteAnalyses, postgresPassageIndex, putAnalyses } from './passage-index.ts';

/** The stores that a Postgres server serves. */
export interface PostgresStores {
  documents: WritableDocumentStore;
  lexical: WritableLexicalIndex;
  passageIndex: WritablePassageIndex;
  conversations: ConversationStore;
  keyValues: KeyValueStore;
  cases: EvalCaseStore;
  records: Transactions;
  close(): Promise<void>;
}

/**
 * Records on a Postgres server, in a schema of their own; nothing is sent before the first call.
 * @param url POSTGRES_URL
 * @param namespace the schema's name
 */
export const openPostgres = (url: string, namespace: string): PostgresStores => {
  const db = connectPostgres(url, namespace);
  return {
    documents: postgresDocuments(db),
    lexical: postgresLexical(db),
    passageIndex: postgresPassageIndex(db),
    conversations: postgresConversations(db),
    keyValues: postgresKeyValues(db),
    cases: postgresEvalCases(db),
    records: {
      commit: ({ put = [], delete: gone = [] }, { entry, dryRun = false } = {}) =>
        db.transaction(
          async (tx): Promise<Committed> => {
            await deletePassages(tx, gone);
            await deleteAnalyses(tx, gone);
            const receipt = gone.length > 0 ? await deleteDocuments(tx, gone) : {};
            const replaced = await putDocuments(tx, put);
            if (replaced.length > 0) await deletePassages(tx, replaced);
            await putPassages(
              tx,
              put.flatMap(({ passages }) => passages),
            );
            await deleteAnalyses(tx, replaced);
            await putAnalyses(
              tx,
              put.flatMap(({ analyses = [] }) => analyses),
            );
            if (!entry) return { receipt, replaced };
            const [row] = await tx.rows<{ id: number }>('INSERT INTO outbox (note) VALUES ($1) RETURNING id', [entry]);
            return { receipt, replaced, entryId: row?.id };
          },
          { undo: dryRun },
        ),
      followers: (ids) => followersOf(db, ids),
      oldestEntry: async () =>
        (await db.rows<OutboxEntry>('SELECT id, note AS content FROM outbox ORDER BY id LIMIT 1'))[0],
      removeEntry: async (entryId) => {
        await db.run('DELETE FROM outbox WHERE id = $1', [entryId]);
      },
      withLock: db.withLock,
    },
    close: db.close,
  };
};
