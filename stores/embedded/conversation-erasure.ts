import type { ConversationErasure } from '../conversations.ts';
import { type SyncCalls, toAsync } from './async-calls.ts';
import type { Database } from './database.ts';

/** Removes conversations, turns and people from the data file. */
export const embeddedErasure = (db: Database): ConversationErasure => {
  /**
   * Names a thread after its first remaining question, or deletes it if no question remains.
   * @param lostItsName whether the question that named it was erased
   * @returns the number of deleted threads, 0 or 1
   */
  const renameThread = (id: string, lostItsName = true): number => {
    const next = db
      .query<{ question: string }>(
        'SELECT question FROM turns WHERE conversation_id = ? ORDER BY asked_at, key LIMIT 1',
      )
      .get(id);
    if (!next) return db.query('DELETE FROM conversations WHERE id = ?').run(id).changes;
    if (lostItsName) db.query('UPDATE conversations SET title = ? WHERE id = ?').run(next.question.slice(0, 80), id);
    return 0;
  };

  const calls: SyncCalls<ConversationErasure, keyof ConversationErasure> = {
    deleteConversation: (id) =>
      db.write(() => {
        db.query('DELETE FROM feedback WHERE turn_id IN (SELECT id FROM turns WHERE conversation_id = ?)').run(id);
        db.query('DELETE FROM turns WHERE conversation_id = ?').run(id);
        return db.query('DELETE FROM conversations WHERE id = ?').run(id).changes > 0;
      }),
    forgetTurn: (eventId) =>
      db.write(() => {
        const turn = db
          .query<{ id: string; conversation_id: string }>('SELECT id, conversation_id FROM turns WHERE event_id = ?')
          .get(eventId);
        if (!turn) return false;
        db.query('DELETE FROM feedback WHERE turn_id = ?').run(turn.id);
        db.query('DELETE FROM turns WHERE id = ?').run(turn.id);
        renameThread(turn.conversation_id);
        return true;
      }),
    forgetPerson: (askerId, { dryRun: undo = false } = {}) =>
      db.write(
        () => {
          const theirs = db
            .query<{ conversation_id: string; named_it: number }>(
              `SELECT conversation_id,
               asker_id = (SELECT asker_id FROM turns first
                 WHERE first.conversation_id = t.conversation_id ORDER BY asked_at, key LIMIT 1)
               OR max(substr(question, 1, 80) = (SELECT title FROM conversations c WHERE c.id = t.conversation_id)) AS named_it
             FROM turns t WHERE asker_id = ? GROUP BY conversation_id`,
            )
            .all(askerId);
          const feedback = db
            .query('DELETE FROM feedback WHERE asker_id = ? OR turn_id IN (SELECT id FROM turns WHERE asker_id = ?)')
            .run(askerId, askerId).changes;
          db.query('UPDATE claims SET done = 1 WHERE event_id IN (SELECT event_id FROM turns WHERE asker_id = ?)').run(
            askerId,
          );
          db.query("DELETE FROM claims WHERE substr(event_id, 1, length(?) + 1) = ? || ':'").run(askerId, askerId);
          const turns = db.query('DELETE FROM turns WHERE asker_id = ?').run(askerId).changes;
          let conversations = 0;
          for (const { conversation_id: id, named_it } of theirs) {
            conversations += renameThread(id, named_it === 1);
          }
          return { turns, feedback, conversations };
        },
        { undo },
      ),
  };
  return toAsync(calls);
};
