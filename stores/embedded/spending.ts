import { dayBefore, onceRow } from '../conversation-rows.ts';
import type { DailySpending, Spending, SpendingRecords } from '../conversations.ts';
import { paged, type SyncCalls, toAsync } from './async-calls.ts';
import type { Database } from './database.ts';

/** What people and workspaces spend per day, in the data file. */
export const embeddedSpending = (db: Database): SpendingRecords => {
  const calls: SyncCalls<SpendingRecords, 'spend'> = {
    spend: (day, who, { questions, tokens }, once) =>
      db.write(() => {
        db.query('DELETE FROM spent WHERE day < ?').run(dayBefore(day));
        const counted = once === undefined ? undefined : onceRow(who, once);
        const before =
          counted &&
          db.query<Spending>('SELECT questions, tokens FROM spent WHERE day = ? AND who = ?').get(day, counted);
        if (before) return before;
        const sum = db
          .query<Spending>(
            `INSERT INTO spent (day, who, questions, tokens) VALUES (?, ?, ?, ?)
             ON CONFLICT (day, who) DO UPDATE SET questions = spent.questions + excluded.questions,
             tokens = spent.tokens + excluded.tokens RETURNING questions, tokens`,
          )
          .get(day, who, questions, tokens)!;
        if (counted)
          db.query('INSERT INTO spent (day, who, questions, tokens) VALUES (?, ?, ?, ?)').run(
            day,
            counted,
            sum.questions,
            sum.tokens,
          );
        return sum;
      }),
  };

  const allSpent = () =>
    paged<DailySpending>((last) =>
      db
        .query<DailySpending>(
          'SELECT day, who, questions, tokens FROM spent WHERE (day, who) > (?, ?) ORDER BY day, who LIMIT 1000',
        )
        .all(last?.day ?? '', last?.who ?? ''),
    );

  return { ...toAsync(calls), allSpent };
};
