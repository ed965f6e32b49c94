import type { Turn } from '../../core/conversation.ts';
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
import { paged } from '../paged.ts';
import { writeFenced } from './claims.ts';
import type { Postgres } from './connection.ts';
import { storableJson } from './storable.ts';

const PUT_TURN = putTurnStatement((n) => `$${n}`);

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
    writeFenced(db, fence, (tx) => tx.run(PUT_TURN, turnValues(turn, turn.scopes, storableJson))),
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
    const [row] = await db.rows<ParsedTurnRow>('SELECT * FROM turns WHERE id = $1', [id]);
    return row && turnIn(row);
  },
  async turnByEvent(eventId) {
    const [row] = await db.rows<ParsedTurnRow>('SELECT * FROM turns WHERE event_id = $1', [eventId]);
    return row && turnIn(row);
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
      await db.rows<ParsedTurnRow>(
        `SELECT * FROM turns WHERE status = 'done' AND answer ->> 'verdict' = 'unknown' AND asked_at >= $1
         ORDER BY asked_at DESC, key DESC LIMIT $2`,
        [since, limit],
      )
    )
      .map(turnIn)
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
      await db.rows<ParsedTurnRow>(
        'SELECT * FROM turns WHERE conversation_id = $1 ORDER BY asked_at DESC, key DESC LIMIT $2',
        [conversationId, limit],
      )
    )
      .map(turnIn)
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
    const rows = paged<ParsedTurnRow>((last) =>
      db.rows('SELECT * FROM turns WHERE (asked_at, key) > ($1, $2) ORDER BY asked_at, key LIMIT 100', [
        last?.asked_at ?? '',
        last?.key ?? 0,
      ]),
    );
    for await (const row of rows) yield turnIn(row);
  },
});

/** A row as Postgres gives it, with its JSON parsed. */
export type ParsedTurnRow = TurnRow<unknown>;
/** A turn from a row whose JSON the driver has parsed. */
export const turnIn = (row: ParsedTurnRow): Turn => readTurn(row, (value) => value);
