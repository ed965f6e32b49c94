import type { ConversationErasure } from '../conversations.ts';
import type { Postgres } from './connection.ts';

/** Removes conversations, turns and people from a Postgres server. */
export const postgresErasure = (db: Postgres): ConversationErasure => ({
  deleteConversation: (id) =>
    db.transaction(async (tx) => {
      await tx.run(
        'DELETE FROM feedback WHERE turn_id = ANY (ARRAY(SELECT id FROM turns WHERE conversation_id = $1))',
        [id],
      );
      await tx.run('DELETE FROM turns WHERE conversation_id = $1', [id]);
      return (await tx.run('DELETE FROM conversations WHERE id = $1', [id])) > 0;
    }),
  forgetTurn: (eventId) =>
    db.transaction(async (tx) => {
      const [turn] = await tx.rows<{ id: string; conversation_id: string }>(
        'SELECT id, conversation_id FROM turns WHERE event_id = $1',
        [eventId],
      );
      if (!turn) return false;
      await tx.run('DELETE FROM feedback WHERE turn_id = $1', [turn.id]);
      await tx.run('DELETE FROM turns WHERE id = $1', [turn.id]);
      const [next] = await tx.rows<{ question: string }>(
        'SELECT question FROM turns WHERE conversation_id = $1 ORDER BY asked_at, key LIMIT 1',
        [turn.conversation_id],
      );
      if (next)
        await tx.run('UPDATE conversations SET title = left($2, 80) WHERE id = $1', [
          turn.conversation_id,
          next.question,
        ]);
      else await tx.run('DELETE FROM conversations WHERE id = $1', [turn.conversation_id]);
      return true;
    }),
  forgetPerson: (askerId, { dryRun: undo = false } = {}) =>
    db.transaction(
      async (tx) => {
        // A clock that was set back may have made another turn the first, so the question that is the title counts, too.
        const theirs = await tx.rows<{ id: string; named_it: boolean }>(
          `SELECT thread.conversation_id AS id, bool_or(asker_id = $1 AND (first OR left(question, 80) = c.title)) AS named_it FROM (
           SELECT conversation_id, asker_id, question,
             row_number() OVER (PARTITION BY conversation_id ORDER BY asked_at, key) = 1 AS first
           FROM turns WHERE conversation_id IN (SELECT conversation_id FROM turns WHERE asker_id = $1)) AS thread
         LEFT JOIN conversations c ON c.id = thread.conversation_id COLLATE "C"
         GROUP BY thread.conversation_id ORDER BY thread.conversation_id`,
          [askerId],
        );
        const feedback = await tx.run(
          'DELETE FROM feedback WHERE asker_id = $1 OR turn_id = ANY (ARRAY(SELECT id FROM turns WHERE asker_id = $1))',
          [askerId],
        );
        await tx.run(
          'UPDATE claims SET done = true WHERE event_id = ANY (ARRAY(SELECT event_id FROM turns WHERE asker_id = $1))',
          [askerId],
        );
        await tx.run('DELETE FROM claims WHERE starts_with(event_id, $1)', [`${askerId}:`]);
        const turns = await tx.run('DELETE FROM turns WHERE asker_id = $1', [askerId]);
        const conversations = await tx.run(
          `DELETE FROM conversations c WHERE id = ANY ($1::text[])
         AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.conversation_id = c.id COLLATE "default")`,
          [theirs.map(({ id }) => id)],
        );
        // A thread is named after its first question. If that was erased, names it after the next one.
        await tx.run(
          `UPDATE conversations c SET title = left((SELECT question FROM turns t WHERE t.conversation_id = c.id COLLATE "default"
           ORDER BY asked_at, key LIMIT 1), 80) WHERE id = ANY ($1::text[])`,
          [theirs.filter(({ named_it }) => named_it).map(({ id }) => id)],
        );
        return { turns, feedback, conversations };
      },
      { undo },
    ),
});
