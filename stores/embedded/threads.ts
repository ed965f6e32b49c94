import type { Conversation, Turn } from '../../core/conversation.ts';
import {
  type ConversationRow,
  putTurnStatement,
  readConversation,
  readTurn,
  readTurnOverview,
  readTurnSum,
  type TurnRow,
  type TurnSumRow,
  turnValues,
} from '../conversation-rows.ts';
import type { ThreadRecords } from '../conversations.ts';
import { paged, type SyncCalls, toAsync } from './async-calls.ts';
import { isHeld } from './claims.ts';
import type { Database } from './database.ts';
import { TURN_FIGURES } from './migrations/019-turn-figures.ts';

/**
 * Reads only the index of migration 019, because answers contain whole traces and are slow to read. MATERIALIZED keeps
 * SQLite from merging the subquery into the sums, where it would no longer use the indexed expression.
 */
const TURN_SUMS = `
  WITH ended AS MATERIALIZED (
    SELECT asked_at, status, ${TURN_FIGURES} AS figures FROM turns WHERE asked_at >= ? AND status <> 'running')
  SELECT substr(asked_at, 1, 10) AS day,
    CASE status WHEN 'done' THEN figures ->> 0 ELSE status END AS outcome, figures ->> 1 AS strategy, count(*) AS turns,
    coalesce(sum(figures ->> 2), 0) AS calls, coalesce(sum(figures ->> 3), 0) AS inputTokens,
    coalesce(sum(figures ->> 4), 0) AS outputTokens, json_group_array(figures ->> 5) AS seconds
  FROM ended GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

const PUT_TURN = putTurnStatement(() => '?');

/** Conversations and their turns in the data file. */
export const embeddedThreads = (db: Database): ThreadRecords => ({
  ...toAsync(threadWrites(db)),
  ...toAsync(threadReads(db)),
  ...threadStreams(db),
});

const threadWrites = (db: Database): SyncCalls<ThreadRecords, 'putConversation' | 'openConversation' | 'putTurn'> => ({
  putConversation: (c, fence) =>
    db.write(() => {
      if (!isHeld(db, fence)) return false;
      db.query(
        `INSERT INTO conversations (id, front, title, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET front = excluded.front, title = excluded.title,
         created_at = excluded.created_at, updated_at = excluded.updated_at`,
      ).run(c.id, c.platform, c.title, c.createdAt, c.updatedAt);
      return true;
    }),
  openConversation: (c, fence) =>
    db.write(() => {
      if (!isHeld(db, fence)) return false;
      db.query(
        `INSERT INTO conversations (id, front, title, created_at, updated_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at`,
      ).run(c.id, c.platform, c.title, c.createdAt, c.updatedAt);
      return true;
    }),
  putTurn: (turn, fence) =>
    db.write(() => {
      if (!isHeld(db, fence)) return false;
      db.query(PUT_TURN).run(...turnValues(turn, JSON.stringify(turn.scopes), JSON.stringify));
      return true;
    }),
});

const threadReads = (
  db: Database,
): SyncCalls<
  ThreadRecords,
  'conversation' | 'conversations' | 'turn' | 'turnByEvent' | 'turnsWith' | 'unansweredTurns' | 'turnSums' | 'turns'
> => ({
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
  turn: (id) => turnOf(db, id),
  turnByEvent(eventId) {
    const row = db.query<TurnRow<string>>('SELECT * FROM turns WHERE event_id = ?').get(eventId);
    return row && turnIn(row);
  },
  turnsWith: (status, since, limit) =>
    db
      .query<{ id: string; event_id: string; asked_at: string; code: string | null }>(
        `SELECT id, event_id, asked_at, error ->> 'code' AS code FROM turns
         WHERE status = ? AND asked_at > ? ORDER BY asked_at, key LIMIT ?`,
      )
      .all(status, since, limit)
      .map(readTurnOverview),
  unansweredTurns: (since, limit) =>
    db
      .query<TurnRow<string>>(
        `SELECT * FROM turns WHERE status = 'done' AND json_extract(answer, '$.verdict') = 'unknown' AND asked_at >= ?
         ORDER BY asked_at DESC, key DESC LIMIT ?`,
      )
      .all(since, limit)
      .map(turnIn)
      .reverse(),
  turnSums: (since) =>
    db
      .query<Omit<TurnSumRow, 'seconds'> & { seconds: string }>(TURN_SUMS)
      .all(since)
      .map((row) => readTurnSum({ ...row, seconds: JSON.parse(row.seconds) as (number | null)[] })),
  turns: (conversationId, limit) =>
    db
      .query<TurnRow<string>>('SELECT * FROM turns WHERE conversation_id = ? ORDER BY asked_at DESC, key DESC LIMIT ?')
      .all(conversationId, limit)
      .map(turnIn)
      .reverse(),
});

const threadStreams = (db: Database): Pick<ThreadRecords, 'allConversations' | 'allTurns'> => ({
  allConversations: () =>
    paged<Conversation>((last) =>
      db
        .query<ConversationRow>('SELECT * FROM conversations WHERE id > ? ORDER BY id LIMIT 500')
        .all(last?.id ?? '')
        .map(readConversation),
    ),
  async *allTurns() {
    const page = (last: TurnRow<string> | undefined) =>
      db
        .query<TurnRow<string>>('SELECT * FROM turns WHERE (asked_at, key) > (?, ?) ORDER BY asked_at, key LIMIT 100')
        .all(last?.asked_at ?? '', last?.key ?? 0);
    for await (const row of paged(page)) yield turnIn(row);
  },
});

/** A turn by its id, whoever asked it. */
export const turnOf = (db: Database, id: string): Turn | undefined => {
  const row = db.query<TurnRow<string>>('SELECT * FROM turns WHERE id = ?').get(id);
  return row && turnIn(row);
};

const turnIn = (row: TurnRow<string>): Turn => readTurn(row, JSON.parse);
