import type { Answer } from '../core/answer.ts';
import type { Conversation, Feedback, Turn, TurnGiven } from '../core/conversation.ts';
import type { Scope } from '../core/document.ts';
import type { TurnOverview, TurnSum } from './conversations.ts';

/** A row of `conversations` in both SQL stores. */
export interface ConversationRow {
  id: string;
  front: string;
  title: string;
  created_at: string;
  updated_at: string;
}

/** A row of `turns` in both SQL stores. `Json` is how they give an object: SQLite as text, Postgres parsed. */
export interface TurnRow<Json> {
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
  scopes: Json;
  error: Json | null;
  answer: Json | null;
  given: Json | null;
}

/** @param parse gives the object that the store keeps as `Json` */
export const readTurn = <Json>(row: TurnRow<Json>, parse: (json: Json) => unknown): Turn => ({
  id: row.id,
  conversationId: row.conversation_id,
  eventId: row.event_id,
  askerId: row.asker_id,
  question: row.question,
  ...(row.standalone !== null && { standalone: row.standalone }),
  scopes: parse(row.scopes) as Scope[],
  status: row.status,
  ...(row.answer !== null && { answer: parse(row.answer) as Answer }),
  ...(row.error !== null && { error: parse(row.error) as Turn['error'] & object }),
  ...(row.given !== null && { given: parse(row.given) as TurnGiven }),
  askedAt: row.asked_at,
  ...(row.answered_at !== null && { answeredAt: row.answered_at }),
});

const TURN_COLUMNS = [
  'id',
  'conversation_id',
  'event_id',
  'asker_id',
  'asked_at',
  'answered_at',
  'status',
  'question',
  'standalone',
  'scopes',
  'error',
  'answer',
  'given',
] as const;

/** The statement that stores a turn, or replaces it, with `turnValues`. @param placeholder of the value with this number, from 1 */
export const putTurnStatement = (placeholder: (n: number) => string): string =>
  `INSERT INTO turns (${TURN_COLUMNS.join(', ')}) VALUES (${TURN_COLUMNS.map((_, at) => placeholder(at + 1)).join(', ')})
   ON CONFLICT (id) DO UPDATE SET ${TURN_COLUMNS.slice(1)
     .map((name) => `${name} = excluded.${name}`)
     .join(', ')}`;

/** @param json how the store writes an object */
export const turnValues = <Scopes>(turn: Turn, scopes: Scopes, json: (value: object) => string) => [
  turn.id,
  turn.conversationId,
  turn.eventId,
  turn.askerId,
  turn.askedAt,
  turn.answeredAt ?? null,
  turn.status,
  turn.question,
  turn.standalone ?? null,
  scopes,
  turn.error ? json(turn.error) : null,
  turn.answer ? json(turn.answer) : null,
  turn.given ? json(turn.given) : null,
];

export interface FeedbackRow {
  turn_id: string;
  asker_id: string;
  at: string;
  rating: Feedback['rating'];
  reason: Feedback['reason'] | null;
  comment: string | null;
  answer: string | null;
}

/** A conversation from its row, which both SQL stores have. */
export const readConversation = (row: ConversationRow): Conversation => ({
  id: row.id,
  platform: row.front,
  title: row.title,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** A rating from its row, which both SQL stores have. */
export const readFeedback = (row: FeedbackRow): Feedback => ({
  turnId: row.turn_id,
  askerId: row.asker_id,
  rating: row.rating,
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.comment !== null && { comment: row.comment }),
  ...(row.answer !== null && { answer: row.answer }),
  at: row.at,
});

/** The key (`who`) of a row that records that the amount named `once` was counted, and the sum after it. */
export const onceRow = (who: string, once: string): string => `once ${once} ${who}`;

/** @param day `YYYY-MM-DD` */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

export const readTurnOverview = (row: {
  id: string;
  event_id: string;
  asked_at: string;
  code: string | null;
}): TurnOverview => ({
  id: row.id,
  eventId: row.event_id,
  askedAt: row.asked_at,
  ...(row.code !== null && { code: row.code }),
});

export interface TurnSumRow extends Omit<TurnSum, 'strategy' | 'seconds'> {
  strategy: string | null;
  seconds: readonly (number | null)[];
}

/** Converts the counts to numbers: Postgres counts in bigints, which its driver returns as text. */
export const readTurnSum = (row: TurnSumRow): TurnSum => ({
  day: row.day,
  outcome: row.outcome,
  ...(row.strategy !== null && { strategy: row.strategy }),
  turns: Number(row.turns),
  calls: Number(row.calls),
  inputTokens: Number(row.inputTokens),
  outputTokens: Number(row.outputTokens),
  seconds: row.seconds.filter((seconds) => seconds !== null),
});
