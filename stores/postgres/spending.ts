import { dayBefore, onceRow } from '../conversation-rows.ts';
import type { DailySpending, Spending, SpendingRecords } from '../conversations.ts';
import { paged } from '../paged.ts';
import type { Postgres } from './connection.ts';

/** What people and workspaces spend per day, on a Postgres server. */
export const postgresSpending = (db: Postgres): SpendingRecords => ({
  async spend(day, who, amount, once) {
    await db.run('DELETE FROM spent WHERE day < $1', [dayBefore(day)]);
    if (once === undefined) return addSpent(db, day, who, amount);
    const counted = onceRow(who, once);
    return db.transaction(async (tx) => {
      const [before] = await tx.rows<Spending>('SELECT questions, tokens FROM spent WHERE day = $1 AND who = $2', [
        day,
        counted,
      ]);
      if (before) return { questions: Number(before.questions), tokens: Number(before.tokens) };
      const sum = await addSpent(tx, day, who, amount);
      await addSpent(tx, day, counted, sum);
      return sum;
    });
  },
  allSpent: () =>
    paged<DailySpending>((last) =>
      db.rows(
        `SELECT day, who, questions, tokens FROM spent
         WHERE (day COLLATE "C", who COLLATE "C") > ($1, $2) ORDER BY day COLLATE "C", who COLLATE "C" LIMIT 1000`,
        [last?.day ?? '', last?.who ?? ''],
      ),
    ),
});

/** @returns the new sum */
const addSpent = async (
  db: Pick<Postgres, 'rows'>,
  day: string,
  who: string,
  { questions, tokens }: Spending,
): Promise<Spending> => {
  const [sum] = await db.rows<Spending>(
    `INSERT INTO spent (day, who, questions, tokens) VALUES ($1, $2, $3, $4)
     ON CONFLICT (day, who) DO UPDATE SET questions = spent.questions + excluded.questions,
     tokens = spent.tokens + excluded.tokens RETURNING questions, tokens`,
    [day, who, questions, tokens],
  );
  return { questions: Number(sum!.questions), tokens: Number(sum!.tokens) };
};
