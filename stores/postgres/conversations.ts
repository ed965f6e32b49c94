import type { ConversationStore } from '../conversations.ts';
import { postgresClaims } from './claims.ts';
import type { Postgres } from './connection.ts';
import { postgresErasure } from './conversation-erasure.ts';
import { postgresFeedback } from './feedback.ts';
import { postgresSpending } from './spending.ts';
import { postgresThreads } from './threads.ts';

/**
 * Conversations, turns, feedback, spending and claims on a Postgres server. Ids of turns have the database's collation, those
 * of conversations and feedback have "C", so joins between them name a collation.
 */
export const postgresConversations = (db: Postgres): ConversationStore => ({
  ...postgresClaims(db),
  ...postgresThreads(db),
  ...postgresFeedback(db),
  ...postgresSpending(db),
  ...postgresErasure(db),
});
