import type { Answer } from '../../core/answer.ts';
import type { Conversation, Feedback, Turn, TurnGiven } from '../../core/conversation.ts';
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
import type { Database } from './database.ts';
import { TURN_FIGURES } from './migrations/019-turn-figures.ts';
import { type Immediate, paged, promised } from './promised.ts';

type Streams = 'allFeedback' | 'allConversations' | 'allTurns' | 'doneEvents' | 'allSpent';

/**
 * Reads the index of migration 019 alone: answers hold their whole trace, and a month of them is long to read. Materialized,
 * since a subquery that is folded into the sums loses the expression that the index holds, and reads each answer again.
 */
const TURN_SUMS = `
  WITH ended AS MATERIALIZED (
    SELECT asked_at, status, ${TURN_FIGURES} AS figures FROM turns WHERE asked_at >= ? AND status <> 'running')
  SELECT substr(asked_at, 1, 10) AS day,
    CASE status WHEN 'done' THEN figures ->> 0 ELSE status END AS outcome, figures ->> 1 AS strategy, count(*) AS turns,
    coalesce(sum(figures ->> 2), 0) AS calls, coalesce(sum(figures ->> 3), 0) AS inputTokens,
    coalesce(sum(figures ->> 4), 0) AS outputTokens, json_group_array(figures ->> 5) AS seconds
  FROM ended GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

/** Finished claims are kept this long to recognise late redeliveries; platforms give up within hours. */
const KEEP_CLAIMS_MS = 30 * 24 * 3600 * 1000;

/** Conversations, turns, feedback and claims in the data file. `now` is wall time in milliseconds. */
export const embeddedConversations = (
  db: Database,
  { now = Date.now }: { now?: () => number } = {},
): ConversationStore => {
  const isHeld = (fence: ClaimFence | undefined): boolean =>
    fence === undefined ||
    db.query('SELECT 1 FROM claims WHERE event_id = ? AND holder = ? AND done = 0').get(fence.eventId, fence.holder) !==
      undefined;

  /**
   * A thread is named after its first question: where that was erased, the next one names it.
   * @returns 1 when no question is left, and the thread went too
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

  const calls: Immediate<ConversationStore, Exclude<keyof ConversationStore, Streams>> = {
    claim: (eventId, holder, staleAfterMs) =>
      db.write(() => {
        const at = now();
        const held = db
          .query<{ renewed_at: number; done: number }>('SELECT renewed_at, done FROM claims WHERE event_id = ?')
          .get(eventId);
        if (held?.done) return 'already-done';
        if (held && at - held.renewed_at <= staleAfterMs) return 'held-by-another';
        db.query(
          `INSERT INTO claims (event_id, holder, renewed_at) VALUES (?, ?, ?)
           ON CONFLICT (event_id) DO UPDATE SET holder = excluded.holder, renewed_at = excluded.renewed_at`,
        ).run(eventId, holder, at);
        return 'claimed';
      }),
    renewClaim: (eventId, holder) =>
      db.write(
        () =>
          db
            .query('UPDATE claims SET renewed_at = ? WHERE event_id = ? AND holder = ? AND done = 0')
            .run(now(), eventId, holder).changes > 0,
      ),
    finishClaim: (eventId, holder) =>
      db.write(() => {
        db.query('UPDATE claims SET done = 1, renewed_at = ? WHERE event_id = ? AND holder = ?').run(
          now(),
          eventId,
          holder,
        );
        db.query('DELETE FROM claims WHERE done = 1 AND renewed_at < ?').run(now() - KEEP_CLAIMS_MS);
      }),
    putConversation: (c, fence) =>
      db.write(() => {
        if (!isHeld(fence)) return false;
        db.query(
          `INSERT INTO conversations (id, front, title, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET front = excluded.front, title = excluded.title,
           created_at = excluded.created_at, updated_at = excluded.updated_at`,
        ).run(c.id, c.platform, c.title, c.createdAt, c.updatedAt);
        return true;
      }),
    conversation(id) {
      const row = db.query<ConversationRow>('SELECT * FROM conversations WHERE id = ?').get(id);
      return row && readConversation(row);
    },
    conversations: (platform, askerId, limit) =>
      db
        .query<ConversationRow>(
          `SELECT c.* FROM conversations c WHERE c.front = ?
           AND c.id IN (SELECT conversation_id FROM turns WHERE asker_id = ?) ORDER BY c.updated_at DESC, c.id LIMIT ?`,
        )
        .all(platform, askerId, limit)
        .map(readConversation),
    putTurn: (turn, fence) =>
      db.write(() => {
        if (!isHeld(fence)) return false;
        db.query(
          `INSERT INTO turns (id, conversation_id, event_id, asker_id, asked_at, answered_at, status, question, standalone,
           scopes, error, answer, given) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT (id) DO UPDATE SET conversation_id = excluded.conversation_id, event_id = excluded.event_id,
           asker_id = excluded.asker_id, asked_at = excluded.asked_at, answered_at = excluded.answered_at,
           status = excluded.status, question = excluded.question, standalone = excluded.standalone,
           scopes = excluded.scopes, error = excluded.error, answer = excluded.answer,
           given = excluded.given`,
        ).run(
          turn.id,
          turn.conversationId,
          turn.eventId,
          turn.askerId,
          turn.askedAt,
          turn.answeredAt ?? null,
          turn.status,
          turn.question,
          turn.standalone ?? null,
          JSON.stringify(turn.scopes),
          turn.error ? JSON.stringify(turn.error) : null,
          turn.answer ? JSON.stringify(turn.answer) : null,
          turn.given ? JSON.stringify(turn.given) : null,
        );
        return true;
      }),
    turn(id) {
      const row = db.query<TurnRow>('SELECT * FROM turns WHERE id = ?').get(id);
      return row && readTurn(row);
    },
    turnByEvent(eventId) {
      const row = db.query<TurnRow>('SELECT * FROM turns WHERE event_id = ?').get(eventId);
      return row && readTurn(row);
    },
    turnsWith: (status, since, limit) =>
      db
        .query<{ id: string; event_id: string; asked_at: string; code: string | null }>(
          `SELECT id, event_id, asked_at, error ->> 'code' AS code FROM turns
           WHERE status = ? AND asked_at > ? ORDER BY asked_at, key LIMIT ?`,
        )
        .all(status, since, limit)
        .map(readGlance),
    turnSums: (since) =>
      db
        .query<Omit<TurnSumRow, 'seconds'> & { seconds: string }>(TURN_SUMS)
        .all(since)
        .map((row) => readTurnSum({ ...row, seconds: JSON.parse(row.seconds) as (number | null)[] })),
    turns: (conversationId, limit) =>
      db
        .query<TurnRow>('SELECT * FROM turns WHERE conversation_id = ? ORDER BY asked_at DESC, key DESC LIMIT ?')
        .all(conversationId, limit)
        .map(readTurn)
        .reverse(),
    putFeedback: (feedback) =>
      db.write(() => {
        db.query(
          `INSERT INTO feedback (turn_id, asker_id, at, rating, reason, comment, answer) VALUES (?, ?, ?, ?, ?, ?, ?)
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
        );
      }),
    feedback: (turnId) =>
      db
        .query<FeedbackRow>('SELECT * FROM feedback WHERE turn_id = ? ORDER BY at, asker_id')
        .all(turnId)
        .map(readFeedback),
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
    forgetPerson: (askerId) =>
      db.write(() => {
        const theirs = db
          .query<{ conversation_id: string; began: number }>(
            `SELECT conversation_id, asker_id = (SELECT asker_id FROM turns first
               WHERE first.conversation_id = t.conversation_id ORDER BY asked_at, key LIMIT 1) AS began
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
        for (const { conversation_id: id, began } of theirs) {
          conversations += renameThread(id, began === 1);
        }
        return { turns, feedback, conversations };
      }),
  };

  const allFeedback = () =>
    paged<{ feedback: Feedback; turn: Turn }>((last) =>
      db
        .query<FeedbackRow>(
          `SELECT f.* FROM feedback f JOIN turns t ON t.id = f.turn_id
           WHERE (f.at, f.turn_id, f.asker_id) > (?, ?, ?) ORDER BY f.at, f.turn_id, f.asker_id LIMIT 100`,
        )
        .all(last?.feedback.at ?? '', last?.feedback.turnId ?? '', last?.feedback.askerId ?? '')
        .map((row) => ({ feedback: readFeedback(row), turn: calls.turn(row.turn_id)! })),
    );

  const allConversations = () =>
    paged<Conversation>((last) =>
      db
        .query<ConversationRow>('SELECT * FROM conversations WHERE id > ? ORDER BY id LIMIT 500')
        .all(last?.id ?? '')
        .map(readConversation),
    );

  async function* allTurns() {
    const page = (last: TurnRow | undefined) =>
      db
        .query<TurnRow>('SELECT * FROM turns WHERE (asked_at, key) > (?, ?) ORDER BY asked_at, key LIMIT 100')
        .all(last?.asked_at ?? '', last?.key ?? 0);
    for await (const row of paged(page)) yield readTurn(row);
  }

  async function* doneEvents() {
    const page = (last: { event_id: string } | undefined) =>
      db
        .query<{ event_id: string }>(
          'SELECT event_id FROM claims WHERE done = 1 AND event_id > ? ORDER BY event_id LIMIT 1000',
        )
        .all(last?.event_id ?? '');
    for await (const row of paged(page)) yield row.event_id;
  }

  const allSpent = () =>
    paged<SpentOnDay>((last) =>
      db
        .query<SpentOnDay>(
          'SELECT day, who, questions, tokens FROM spent WHERE (day, who) > (?, ?) ORDER BY day, who LIMIT 1000',
        )
        .all(last?.day ?? '', last?.who ?? ''),
    );

  return { ...promised(calls), allFeedback, allConversations, allTurns, doneEvents, allSpent };
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
  scopes: string;
  error: string | null;
  answer: string | null;
  given: string | null;
}

const readTurn = (row: TurnRow): Turn => ({
  id: row.id,
  conversationId: row.conversation_id,
  eventId: row.event_id,
  askerId: row.asker_id,
  question: row.question,
  ...(row.standalone !== null && { standalone: row.standalone }),
  scopes: JSON.parse(row.scopes) as Scope[],
  status: row.status,
  ...(row.answer !== null && { answer: JSON.parse(row.answer) as Answer }),
  ...(row.error !== null && { error: JSON.parse(row.error) as { code: string; message: string } }),
  ...(row.given !== null && { given: JSON.parse(row.given) as TurnGiven }),
  askedAt: row.asked_at,
  ...(row.answered_at !== null && { answeredAt: row.answered_at }),
});
