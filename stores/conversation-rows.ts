import type { Conversation, Feedback } from '../core/conversation.ts';
import type { TurnGlance, TurnSum } from './conversations.ts';

/** Rows whose columns are the same in every SQL store; a turn's differ, as one keeps JSON and the other text. */
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

/** The row beside somebody's counts that says that this was counted already, and the sum then. */
export const onceRow = (who: string, once: string): string => `once ${once} ${who}`;

/** The day before a day, as `YYYY-MM-DD`. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** A turn as an operator sees it. */
export const readGlance = (row: {
  id: string;
  event_id: string;
  asked_at: string;
  code: string | null;
}): TurnGlance => ({
  id: row.id,
  eventId: row.event_id,
  askedAt: row.asked_at,
  ...(row.code !== null && { code: row.code }),
});

export interface TurnSumRow extends Omit<TurnSum, 'strategy' | 'seconds'> {
  strategy: string | null;
  seconds: readonly (number | null)[];
}

/** A server counts in bigints, which its driver gives as text. */
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
