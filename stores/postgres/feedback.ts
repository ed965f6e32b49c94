import { type FeedbackRow, readFeedback } from '../conversation-rows.ts';
import type { FeedbackRecords } from '../conversations.ts';
import { paged } from '../paged.ts';
import type { Postgres } from './connection.ts';
import { type ParsedTurnRow, turnIn } from './threads.ts';

/** Feedback on answers on a Postgres server. */
export const postgresFeedback = (db: Postgres): FeedbackRecords => ({
  async putFeedback(feedback) {
    await db.run(
      `INSERT INTO feedback (turn_id, asker_id, at, rating, reason, comment, answer)
       SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text
       WHERE EXISTS (SELECT 1 FROM turns WHERE id = $1::text)
       ON CONFLICT (turn_id, asker_id) DO UPDATE SET at = excluded.at, rating = excluded.rating,
       reason = excluded.reason, comment = excluded.comment, answer = excluded.answer`,
      [
        feedback.turnId,
        feedback.askerId,
        feedback.at,
        feedback.rating,
        feedback.reason ?? null,
        feedback.comment ?? null,
        feedback.answer ?? null,
      ],
      { repeatable: true },
    );
  },
  feedback: async (turnId) =>
    (await db.rows<FeedbackRow>('SELECT * FROM feedback WHERE turn_id = $1 ORDER BY at, asker_id', [turnId])).map(
      readFeedback,
    ),
  async *allFeedback() {
    const rows = paged<FeedbackRow & { turn: ParsedTurnRow }>((last) =>
      db.rows(
        `SELECT f.*, to_jsonb(t) AS turn FROM feedback f JOIN turns t ON t.id = f.turn_id COLLATE "default"
         WHERE (f.at, f.turn_id, f.asker_id) > ($1, $2, $3) ORDER BY f.at, f.turn_id, f.asker_id LIMIT 100`,
        [last?.at ?? '', last?.turn_id ?? '', last?.asker_id ?? ''],
      ),
    );
    for await (const row of rows) yield { feedback: readFeedback(row), turn: turnIn(row.turn) };
  },
});
