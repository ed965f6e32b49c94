import type { Feedback, Turn } from '../../core/conversation.ts';
import { type FeedbackRow, readFeedback } from '../conversation-rows.ts';
import type { FeedbackRecords } from '../conversations.ts';
import { paged, type SyncCalls, toAsync } from './async-calls.ts';
import type { Database } from './database.ts';
import { turnOf } from './threads.ts';

/** Feedback on answers in the data file. */
export const embeddedFeedback = (db: Database): FeedbackRecords => {
  const calls: SyncCalls<FeedbackRecords, 'putFeedback' | 'feedback'> = {
    putFeedback: (feedback) =>
      db.write(() => {
        db.query(
          `INSERT INTO feedback (turn_id, asker_id, at, rating, reason, comment, answer)
           SELECT ?, ?, ?, ?, ?, ?, ? WHERE EXISTS (SELECT 1 FROM turns WHERE id = ?)
           ON CONFLICT (turn_id, asker_id) DO UPDATE SET at = excluded.at, rating = excluded.rating,
           reason = excluded.reason, comment = excluded.comment, answer = excluded.answer`,
        ).run(
          feedback.turnId,
          feedback.askerId,
          feedback.at,
          feedback.rating,
          feedback.reason ?? null,
          feedback.comment ?? null,
          feedback.answer ?? null,
          feedback.turnId,
        );
      }),
    feedback: (turnId) =>
      db
        .query<FeedbackRow>('SELECT * FROM feedback WHERE turn_id = ? ORDER BY at, asker_id')
        .all(turnId)
        .map(readFeedback),
  };

  const allFeedback = () =>
    paged<{ feedback: Feedback; turn: Turn }>((last) =>
      db
        .query<FeedbackRow>(
          `SELECT f.* FROM feedback f JOIN turns t ON t.id = f.turn_id
           WHERE (f.at, f.turn_id, f.asker_id) > (?, ?, ?) ORDER BY f.at, f.turn_id, f.asker_id LIMIT 100`,
        )
        .all(last?.feedback.at ?? '', last?.feedback.turnId ?? '', last?.feedback.askerId ?? '')
        .map((row) => ({ feedback: readFeedback(row), turn: turnOf(db, row.turn_id)! })),
    );

  return { ...toAsync(calls), allFeedback };
};
