import { dayBefore, onceRow } from '../conversation-rows.ts';
import type { SpendingRecords, Spent, SpentOnDay } from '../conversations.ts';
import type { Database } from './database.ts';
import { type Immediate, paged, promised } from './promised.ts';

/** What people and workspaces spend, by the day, in the data file. */
export const embeddedSpending = (db: Database): SpendingRecords => {
  const calls: Immediate<SpendingRecords, 'spend'> = {
    spend: (day, who, { questions, tokens }, once) =>
      db.write(() => {
        db.query('DELETE FROM spent WHERE day < ?').run(dayBefore(day));
        const counted = once === undefined ? undefined : onceRow(who, once);
        const before =
          counted && db.query<Spent>('SELECT questions, tokens FROM spent WHERE day = ? AND who = ?').get(day, counted);
        if (before) return before;
        const sum = db
          .query<Spent>(
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
    paged<SpentOnDay>((last) =>
      db
        .query<SpentOnDay>(
          'SELECT day, who, questions, tokens FROM spent WHERE (day, who) > (?, ?) ORDER BY day, who LIMIT 1000',
        )
        .all(last?.day ?? '', last?.who ?? ''),
    );

  return { ...promised(calls), allSpent };
};
