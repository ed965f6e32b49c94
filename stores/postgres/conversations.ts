import type { Answer } from '../../core/answer.ts';
import type { Turn, TurnGiven } from '../../core/conversation.ts';
import type { Scope } from '../../core/document.ts';
import {
  type ConversationRow,
  dayBefore,
  type FeedbackRow,
  onceRow,
  readConversation,
  readFeedback,
  readGlance,
  readTurnSum,
  type TurnSumRow,
} from '../conversation-rows.ts';
import type { ClaimFence, ConversationStore, Spent, SpentOnDay } from '../conversations.ts';
import type { Postgres } from './connection.ts';
import { storableJson } from './storable.ts';

/**
 * Conversations, turns, feedback and claims on a Postgres server; claims age by the server's clock, one for all. Ids of
 * turns are indexed in the database's collation and those of conversations and feedback by bytes, so joins name one.
 */
export const postgresConversations = (db: Postgres): ConversationStore => ({
  async claim(eventId, holder, staleAfterMs) {
    const taken = await db.run(
      `INSERT INTO claims (event_id, holder, renewed_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (event_id) DO UPDATE SET holder = excluded.holder, renewed_at = excluded.renewed_at
       WHERE NOT claims.done AND claims.renewed_at < clock_timestamp() - $3 * interval '1 millisecond'`,
      [eventId, holder, staleAfterMs],
    );
    if (taken > 0) return 'claimed';
    const [held] = await db.rows<{ done: boolean }>('SELECT done FROM claims WHERE event_id = $1', [eventId]);
    return held?.done ? 'already-done' : 'held-by-another';
  },
  renewClaim: async (eventId, holder) =>
    (await db.run('UPDATE claims SET renewed_at = clock_timestamp() WHERE event_id = $1 AND holder = $2 AND NOT done', [
      eventId,
      holder,
    ])) > 0,
  async finishClaim(eventId, holder) {
    await db.run('UPDATE claims SET done = true, renewed_at = clock_timestamp() WHERE event_id = $1 AND holder = $2', [
      eventId,
      holder,
    ]);
    // now(), not clock_timestamp(): an index can only be asked for what does not change while it is read.
    await db.run("DELETE FROM claims WHERE done AND renewed_at < now() - interval '30 days'");
  },
  putConversation: (c, fence) =>
    fenced(db, fence, (tx) =>
      tx.run(
        `INSERT INTO conversations (id, front, title, created_at, updated_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET front = excluded.front, title = excluded.title, created_at = excluded.created_at,
       updated_at = excluded.updated_at`,
        [c.id, c.platform, c.title, c.createdAt, c.updatedAt],
      ),
    ),
  async conversation(id) {
    const [row] = await db.rows<ConversationRow>('SELECT * FROM conversations WHERE id = $1', [id]);
    return row && readConversation(row);
  },
  conversations: async (platform, askerId, limit) =>
    (
      await db.rows<ConversationRow>(
        `SELECT c.* FROM conversations c WHERE c.front = $1
         AND c.id IN (SELECT conversation_id FROM turns WHERE asker_id = $2) ORDER BY c.updated_at DESC, c.id LIMIT $3`,
        [platform, askerId, limit],
      )
    ).map(readConversation),
  putTurn: (turn, fence) =>
    fenced(db, fence, (tx) =>
      tx.run(
        `INSERT INTO turns (id, conversation_id, event_id, asker_id, asked_at, answered_at, status, question, standalone,
       scopes, error, answer, given) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       ON CONFLICT (id) DO UPDATE SET conversation_id = excluded.conversation_id, event_id = excluded.event_id,
       asker_id = excluded.asker_id, asked_at = excluded.asked_at, answered_at = excluded.answered_at,
       status = excluded.status, question = excluded.question, standalone = excluded.standalone,
       scopes = excluded.scopes, error = excluded.error, answer = excluded.answer,
       given = excluded.given`,
        [
          turn.id,
          turn.conversationId,
          turn.eventId,
          turn.askerId,
          turn.askedAt,
          turn.answeredAt ?? null,
          turn.status,
          turn.question,
          turn.standalone ?? null,
          turn.scopes,
          turn.error ? storableJson(turn.error) : null,
          turn.answer ? storableJson(turn.answer) : null,
          turn.given ? storableJson(turn.given) : null,
        ],
      ),
    ),
  async turn(id) {
    const [row] = await db.rows<TurnRow>('SELECT * FROM turns WHERE id = $1', [id]);
    return row && readTurn(row);
  },
  async turnByEvent(eventId) {
    const [row] = await db.rows<TurnRow>('SELECT * FROM turns WHERE event_id = $1', [eventId]);
    return row && readTurn(row);
  },
  turnsWith: async (status, since, limit) =>
    (
      await db.rows<Parameters<typeof readGlance>[0]>(
        `SELECT id, event_id, asked_at, error ->> 'code' AS code FROM turns
         WHERE status = $1 AND asked_at > $2 ORDER BY asked_at, key LIMIT $3`,
        [status, since, limit],
      )
    ).map(readGlance),
  turnSums: async (since) =>
    (
      await db.rows<TurnSumRow>(
        // The answer is taken apart once a turn, not once a figure: it is compressed and holds its whole trace.
        `SELECT left(asked_at, 10) AS day, CASE status WHEN 'done' THEN verdict ELSE status END AS outcome, strategy,
           count(*) AS turns, coalesce(sum((usage ->> 'calls')::float8), 0) AS calls,
           coalesce(sum((usage ->> 'inputTokens')::float8), 0) AS "inputTokens",
           coalesce(sum((usage ->> 'outputTokens')::float8), 0) AS "outputTokens",
           array_agg((usage ->> 'seconds')::float8) AS seconds
         FROM turns CROSS JOIN LATERAL jsonb_to_record(coalesce(answer, '{}'))
           AS parts (verdict text, strategy text, usage jsonb)
         WHERE asked_at >= $1 AND status <> 'running' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
        [since],
      )
    ).map(readTurnSum),
  turns: async (conversationId, limit) =>
    (
      await db.rows<TurnRow>(
        'SELECT * FROM turns WHERE conversation_id = $1 ORDER BY asked_at DESC, key DESC LIMIT $2',
        [conversationId, limit],
      )
    )
      .map(readTurn)
      .reverse(),
  async putFeedback(feedback) {
    await db.run(
      `INSERT INTO feedback (turn_id, asker_id, at, rating, reason, comment, answer) VALUES ($1, $2, $3, $4, $5, $6, $7)
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
    );
  },
  feedback: async (turnId) =>
    (await db.rows<FeedbackRow>('SELECT * FROM feedback WHERE turn_id = $1 ORDER BY at, asker_id', [turnId])).map(
      readFeedback,
    ),
  async *allFeedback() {
    let last = ['', '', ''];
    for (;;) {
      const rows = await db.rows<FeedbackRow & { turn: TurnRow }>(
        `SELECT f.*, to_jsonb(t) AS turn FROM feedback f JOIN turns t ON t.id = f.turn_id COLLATE "default"
         WHERE (f.at, f.turn_id, f.asker_id) > ($1, $2, $3) ORDER BY f.at, f.turn_id, f.asker_id LIMIT 100`,
        last,
      );
      if (rows.length === 0) return;
      for (const row of rows) yield { feedback: readFeedback(row), turn: readTurn(row.turn) };
      const end = rows.at(-1)!;
      last = [end.at, end.turn_id, end.asker_id];
    }
  },
  async *allConversations() {
    let last = '';
    for (;;) {
      const rows = await db.rows<ConversationRow>('SELECT * FROM conversations WHERE id > $1 ORDER BY id LIMIT 500', [
        last,
      ]);
      if (rows.length === 0) return;
      yield* rows.map(readConversation);
      last = rows.at(-1)!.id;
    }
  },
  async *allTurns() {
    let last: [string, number] = ['', 0];
    for (;;) {
      const rows = await db.rows<TurnRow>(
        'SELECT * FROM turns WHERE (asked_at, key) > ($1, $2) ORDER BY asked_at, key LIMIT 100',
        last,
      );
      if (rows.length === 0) return;
      yield* rows.map(readTurn);
      last = [rows.at(-1)!.asked_at, rows.at(-1)!.key];
    }
  },
  async *doneEvents() {
    let last = '';
    for (;;) {
      const rows = await db.rows<{ event_id: string }>(
        'SELECT event_id FROM claims WHERE done AND event_id > $1 ORDER BY event_id LIMIT 1000',
        [last],
      );
      if (rows.length === 0) return;
      for (const row of rows) yield row.event_id;
      last = rows.at(-1)!.event_id;
    }
  },
  async spend(day, who, amount, once) {
    await db.run('DELETE FROM spent WHERE day < $1', [dayBefore(day)]);
    if (once === undefined) return addSpent(db, day, who, amount);
    const counted = onceRow(who, once);
    return db.transaction(async (tx) => {
      const [before] = await tx.rows<Spent>('SELECT questions, tokens FROM spent WHERE day = $1 AND who = $2', [
        day,
        counted,
      ]);
      if (before) return { questions: Number(before.questions), tokens: Number(before.tokens) };
      const sum = await addSpent(tx, day, who, amount);
      await addSpent(tx, day, counted, sum);
      return sum;
    });
  },
  async *allSpent() {
    let last = { day: '', who: '' };
    for (;;) {
      const rows = await db.rows<SpentOnDay>(
        `SELECT day, who, questions, tokens FROM spent
         WHERE (day COLLATE "C", who COLLATE "C") > ($1, $2) ORDER BY day COLLATE "C", who COLLATE "C" LIMIT 1000`,
        [last.day, last.who],
      );
      if (rows.length === 0) return;
      yield* rows;
      last = rows.at(-1) ?? last;
    }
  },
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
  forgetPerson: (askerId) =>
    db.transaction(async (tx) => {
      const theirs = await tx.rows<{ id: string; began: boolean }>(
        `SELECT conversation_id AS id, bool_or(asker_id = $1 AND first) AS began FROM (
           SELECT conversation_id, asker_id, row_number() OVER (PARTITION BY conversation_id ORDER BY asked_at, key) = 1 AS first
           FROM turns WHERE conversation_id IN (SELECT conversation_id FROM turns WHERE asker_id = $1)) AS thread
         GROUP BY conversation_id ORDER BY conversation_id`,
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
      // A thread is named after its first question: if that was theirs, the next one names it.
      await tx.run(
        `UPDATE conversations c SET title = left((SELECT question FROM turns t WHERE t.conversation_id = c.id COLLATE "default"
           ORDER BY asked_at, key LIMIT 1), 80) WHERE id = ANY ($1::text[])`,
        [theirs.filter(({ began }) => began).map(({ id }) => id)],
      );
      return { turns, feedback, conversations };
    }),
});

/** Adds to what somebody spent, and returns the sum. */
const addSpent = async (
  db: Pick<Postgres, 'rows'>,
  day: string,
  who: string,
  { questions, tokens }: Spent,
): Promise<Spent> => {
  const [sum] = await db.rows<Spent>(
    `INSERT INTO spent (day, who, questions, tokens) VALUES ($1, $2, $3, $4)
     ON CONFLICT (day, who) DO UPDATE SET questions = spent.questions + excluded.questions,
     tokens = spent.tokens + excluded.tokens RETURNING questions, tokens`,
    [day, who, questions, tokens],
  );
  return { questions: Number(sum!.questions), tokens: Number(sum!.tokens) };
};

/** Writes while a claim is held: its row stays locked until the write is there, so that nobody takes it over in between. */
const fenced = (
  db: Postgres,
  fence: ClaimFence | undefined,
  write: (tx: Pick<Postgres, 'run'>) => Promise<unknown>,
): Promise<boolean> => {
  if (!fence) return write(db).then(() => true);
  return db.transaction(async (tx) => {
    const held = await tx.rows('SELECT 1 FROM claims WHERE event_id = $1 AND holder = $2 AND NOT done FOR UPDATE', [
      fence.eventId,
      fence.holder,
    ]);
    if (held.length === 0) return false;
    await write(tx);
    return true;
  });
};

interface TurnRow {
  key: number;
  id: string;
  conversation_id: string;
  event_id: string;
  asker_id: string;
  asked_at: string;
  answered_at: string | null;
  status: Turn['status'];
  question: string;
  standalone: string | null;
  scopes: Scope[];
  error: { code: string; message: string } | null;
  answer: Answer | null;
  given: TurnGiven | null;
}

const readTurn = (row: TurnRow): Turn => ({
  id: row.id,
  conversationId: row.conversation_id,
  eventId: row.event_id,
  askerId: row.asker_id,
  question: row.question,
  ...(row.standalone !== null && { standalone: row.standalone }),
  scopes: row.scopes,
  status: row.status,
  ...(row.answer !== null && { answer: row.answer }),
  ...(row.error !== null && { error: row.error }),
  ...(row.given !== null && { given: row.given }),
  askedAt: row.asked_at,
  ...(row.answered_at !== null && { answeredAt: row.answered_at }),
});
