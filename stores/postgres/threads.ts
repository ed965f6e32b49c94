import type { Answer } from '../../core/answer.ts';
import type { Turn, TurnGiven } from '../../core/conversation.ts';
import type { Scope } from '../../core/document.ts';
import {
  type ConversationRow,
  readConversation,
  readTurnOverview,
  readTurnSum,
  type TurnSumRow,
} from '../conversation-rows.ts';
import type { ThreadRecords } from '../conversations.ts';
import { paged } from '../paged.ts';
import { writeFenced } from './claims.ts';
import type { Postgres } from './connection.ts';
import { storableJson } from './storable.ts';

/** Conversations and their turns on a Postgres server. */
export const postgresThreads = (db: Postgres): ThreadRecords => ({
  ...threadWrites(db),
  ...threadReads(db),
  ...threadStreams(db),
});

const threadWrites = (db: Postgres): Pick<ThreadRecords, 'putConversation' | 'openConversation' | 'putTurn'> => ({
  putConversation: (c, fence) =>
    writeFenced(db, fence, (tx) =>
      tx.run(
        `INSERT INTO conversations (id, front, title, created_at, updated_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET front = excluded.front, title = excluded.title, created_at = excluded.created_at,
       updated_at = excluded.updated_at`,
        [c.id, c.platform, c.title, c.createdAt, c.updatedAt],
      ),
    ),
  openConversation: (c, fence) =>
    writeFenced(db, fence, (tx) =>
      tx.run(
        `INSERT INTO conversations (id, front, title, created_at, updated_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at`,
        [c.id, c.platform, c.title, c.createdAt, c.updatedAt],
      ),
    ),
  putTurn: (turn, fence) =>
    writeFenced(db, fence, (tx) =>
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
});

const threadReads = (
  db: Postgres,
): Omit<ThreadRecords, 'putConversation' | 'openConversation' | 'putTurn' | 'allConversations' | 'allTurns'> => ({
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
      await db.rows<Parameters<typeof readTurnOverview>[0]>(
        `SELECT id, event_id, asked_at, error ->> 'code' AS code FROM turns
         WHERE status = $1 AND asked_at > $2 ORDER BY asked_at, key LIMIT $3`,
        [status, since, limit],
      )
    ).map(readTurnOverview),
  unansweredTurns: async (since, limit) =>
    (
      await db.rows<TurnRow>(
        `SELECT * FROM turns WHERE status = 'done' AND answer ->> 'verdict' = 'unknown' AND asked_at >= $1
         ORDER BY asked_at DESC, key DESC LIMIT $2`,
        [since, limit],
      )
    )
      .map(readTurn)
      .reverse(),
  turnSums: async (since) =>
    (
      await db.rows<TurnSumRow>(
        // Parses each answer once instead of once per field, because it is compressed and contains a whole trace.
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
});

const threadStreams = (db: Postgres): Pick<ThreadRecords, 'allConversations' | 'allTurns'> => ({
  async *allConversations() {
    const rows = paged<ConversationRow>((last) =>
      db.rows('SELECT * FROM conversations WHERE id > $1 ORDER BY id LIMIT 500', [last?.id ?? '']),
    );
    for await (const row of rows) yield readConversation(row);
  },
  async *allTurns() {
    const rows = paged<TurnRow>((last) =>
      db.rows('SELECT * FROM turns WHERE (asked_at, key) > ($1, $2) ORDER BY asked_at, key LIMIT 100', [
        last?.asked_at ?? '',
        last?.key ?? 0,
      ]),
    );
    for await (const row of rows) yield readTurn(row);
  },
});

export interface TurnRow {
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

export const readTurn = (row: TurnRow): Turn => ({
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
