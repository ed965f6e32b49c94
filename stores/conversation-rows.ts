import type { Conversation, Feedback } from '../core/conversation.ts';
import type { TurnOverview, TurnSum } from './conversations.ts';

/** A row of `conversations` in both SQL stores. (Turns have no shared row: SQLite keeps their JSON as text.) */
export interface ConversationRow {
  id: string;
  front: string;
  title: string;
  created_at: string;
  updated_at: string;
}

export interface FeedbackRow {
  turn_id: string;
  asker_id: string;
  at: string;
  rating: Feedback['rating'];
  reason: Feedback['reason'] | null;
  comment: string | null;
  answer: string | null;
}

export const readConversation = (row: ConversationRow): Conversation => ({
  id: row.id,
  platform: row.front,
  title: row.title,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

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
